import * as z from 'zod/mini'
import { BADGE_COLORS } from '../domain/badge.ts'
import { MIN_SIGN_IN_WINDOW_MINUTES, MAX_SIGN_IN_WINDOW_MINUTES } from '../domain/class-guesses.ts'
import { isZone } from '../domain/day-in-zone.ts'
import { PIN_KINDS } from '../domain/pin.ts'
import { MAX_ROWS } from '../domain/roster/plan.ts'
import { GRADES } from '../domain/student-settings.ts'
import { className, personName, pin } from './account.ts'
import { route, type Output, type RateLimit } from './route.ts'

/** Most children in a class, and in a family. */
export const MAX_CHILDREN = 60
/** Most classes of a teacher. */
export const MAX_CLASSES = 100

export const id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be an id'))
export const pinKind = z.enum(PIN_KINDS)
export const classInPath = z.object({ classId: id })
export const childInPath = z.object({ studentId: id })

/** `createdAt` is epoch milliseconds. The code of an archived class does not work. New PINs of its children are of `pinKind`. */
const schoolClass = z.object({
  id: z.string(),
  name: z.string(),
  code: z.string(),
  createdAt: z.number(),
  archived: z.boolean(),
  pinKind,
})

/**
 * The animal of the nickname in this color is unique in the class. `pinKind` is the kind of this child's current PIN.
 * `guardians` is the number of linked parents; `isOwn` means that its class or family is the caller's.
 */
export const child = z.object({
  id: z.string(),
  name: z.string(),
  nickname: z.string(),
  color: z.enum(BADGE_COLORS),
  pinKind,
  classId: z.string(),
  guardians: z.number(),
  isOwn: z.boolean(),
})

/**
 * What is printed on a card. `card` identifies the child in the QR code, instead of the name. `pin` is null if it cannot be
 * decrypted because it was set under another AUTH_SECRET.
 */
export const childWithPin = z.extend(child, { card: z.string(), pin: z.nullable(pin) })

/**
 * Whether children have to wait on devices on which they have not signed in yet, and the end of the sign-in window in which
 * they need not (epoch milliseconds; null without one).
 */
export const newDevices = z.object({ newDevicesWait: z.boolean(), signInWindowUntil: z.nullable(z.number()) })

/** The length of a sign-in window. */
export const signInWindowLength = z.object({
  minutes: z
    .int('must be a whole number')
    .check(
      z.gte(MIN_SIGN_IN_WINDOW_MINUTES, `must be at least ${MIN_SIGN_IN_WINDOW_MINUTES}`),
      z.lte(MAX_SIGN_IN_WINDOW_MINUTES, `must be at most ${MAX_SIGN_IN_WINDOW_MINUTES}`),
    ),
})

/** Children of the class or family with repeated wrong PINs today, and their number. */
export const wrongPins = z.array(z.object({ studentId: z.string(), today: z.number() }))

export const childrenWithCode = z.object({ code: z.string(), children: z.array(childWithPin) })

/** The zone of an adult's browser, for a new class or family; ignored if the server does not know it. */
export const guessedZone = z.optional(z.string().check(z.maxLength(64, 'must be at most 64 letters')))

/** An IANA time zone. */
export const zone = z
  .string()
  .check(z.refine(isZone, { error: 'must be a time zone, such as Europe/Berlin' }))

/** Enough for anything done by hand. */
export const BY_HAND: RateLimit = { calls: 120, perSeconds: 60 }
/** An idempotency key: a repeated request adds nobody and returns the children added by the first one. */
export const requestId = z.optional(id)

const newNames = z
  .array(personName)
  .check(
    z.minLength(1, 'must name somebody'),
    z.maxLength(MAX_CHILDREN, `must be at most ${MAX_CHILDREN} names`),
  )

/** Some children of a class. */
export const someChildren = z
  .array(id)
  .check(
    z.minLength(1, 'must name a child'),
    z.maxLength(MAX_CHILDREN, `must be at most ${MAX_CHILDREN} children`),
  )

/** A list of children by class; `classId` is null for a class to make. */
const listedClasses = z
  .array(
    z.object({
      classId: z.nullable(id),
      name: className,
      names: newNames,
      grade: z.optional(z.enum(GRADES)),
    }),
  )
  .check(
    z.minLength(1, 'must name a class'),
    z.maxLength(MAX_CLASSES, `must be at most ${MAX_CLASSES} classes`),
    z.refine((classes) => classes.reduce((sum, { names }) => sum + names.length, 0) <= MAX_ROWS, {
      error: `must be at most ${MAX_ROWS} children`,
    }),
    z.refine(
      (classes) => {
        const known = classes.flatMap(({ classId }) => classId ?? [])
        return new Set(known).size === known.length
      },
      { error: 'must name each class once' },
    ),
  )

/** A teacher's classes. */
export const classRoutes = {
  list: route({
    method: 'GET',
    path: '/api/classes',
    params: null,
    body: null,
    response: z.array(z.extend(schoolClass, { children: z.number() })),
    caller: 'signed_in',
    action: 'see_classes',
    rateLimit: BY_HAND,
  }),
  make: route({
    method: 'POST',
    path: '/api/classes',
    params: null,
    body: z.object({ name: className, pinKind: z.optional(pinKind), zone: guessedZone }),
    response: schoolClass,
    caller: 'signed_in',
    action: 'make_class',
    rateLimit: BY_HAND,
  }),
  /** Adds children to new and existing classes, all or none. A repeat with the same `requestId` returns the same children. */
  addList: route({
    method: 'POST',
    path: '/api/classes/list',
    params: null,
    body: z.object({ zone: guessedZone, requestId: id, classes: listedClasses }),
    response: z.object({
      classes: z.array(z.object({ class: schoolClass, children: z.array(childWithPin) })),
    }),
    caller: 'signed_in',
    action: 'make_class',
    rateLimit: BY_HAND,
  }),
  read: route({
    method: 'GET',
    path: '/api/classes/:classId',
    params: classInPath,
    body: null,
    response: z.extend(schoolClass, { ...newDevices.shape, children: z.array(child), wrongPins }),
    caller: 'signed_in',
    action: 'see_class',
    rateLimit: BY_HAND,
  }),
  change: route({
    method: 'PATCH',
    path: '/api/classes/:classId',
    params: classInPath,
    body: z.object({ name: z.optional(className), archived: z.optional(z.boolean()) }),
    response: schoolClass,
    caller: 'signed_in',
    action: 'change_class',
    rateLimit: BY_HAND,
  }),
  newCode: route({
    method: 'POST',
    path: '/api/classes/:classId/code',
    params: classInPath,
    body: null,
    response: schoolClass,
    caller: 'signed_in',
    action: 'change_class',
    rateLimit: BY_HAND,
  }),
  /** Opens a sign-in window: for that time new devices need not wait because of wrong PINs typed on others. */
  openSignInWindow: route({
    method: 'POST',
    path: '/api/classes/:classId/new-devices',
    params: classInPath,
    body: signInWindowLength,
    response: newDevices,
    caller: 'signed_in',
    action: 'change_class',
    rateLimit: BY_HAND,
  }),
  /** The children of a class with their PINs. Recorded in the access log of each child. */
  readPins: route({
    method: 'GET',
    path: '/api/classes/:classId/pins',
    params: classInPath,
    body: null,
    response: childrenWithCode,
    caller: 'signed_in',
    action: 'see_pins',
    rateLimit: BY_HAND,
  }),
  /** Gives every child of a class a new PIN of this kind, and sets the class's `pinKind`. */
  newPins: route({
    method: 'POST',
    path: '/api/classes/:classId/pins',
    params: classInPath,
    body: z.object({ pinKind }),
    response: childrenWithCode,
    caller: 'signed_in',
    action: 'change_pins',
    rateLimit: BY_HAND,
  }),
  addChildren: route({
    method: 'POST',
    path: '/api/classes/:classId/children',
    params: classInPath,
    body: z.object({
      names: newNames,
      requestId,
    }),
    response: childrenWithCode,
    caller: 'signed_in',
    action: 'add_children',
    rateLimit: BY_HAND,
  }),
  /** Moves children to another class of the teacher, with their PINs, all or none. */
  moveChildren: route({
    method: 'POST',
    path: '/api/classes/:classId/children/move',
    params: classInPath,
    body: z.object({ studentIds: someChildren, toClassId: id }),
    response: z.array(child),
    caller: 'signed_in',
    action: 'move_child',
    rateLimit: BY_HAND,
  }),
  /**
   * A child without linked parents is deleted with everything it played; `toParent` is null. Otherwise it moves to the family
   * of the named parent. A 409 `conflict` if its parents have changed since the caller last read them.
   */
  removeChild: route({
    method: 'DELETE',
    path: '/api/classes/:classId/children/:studentId',
    params: z.object({ classId: id, studentId: id }),
    body: z.object({ toParent: z.nullable(id) }),
    response: z.object({ removed: z.enum(['deleted', 'to_family']) }),
    caller: 'signed_in',
    action: 'remove_child',
    rateLimit: BY_HAND,
  }),
} as const

export type SchoolClass = z.infer<typeof schoolClass>
/** A class in the teacher's list. */
export type ListedClass = Output<typeof classRoutes.list.response>[number]
export type ClassWithChildren = Output<typeof classRoutes.read.response>
export type Child = z.infer<typeof child>
export type ChildWithPin = z.infer<typeof childWithPin>
/** Children, and the code with which they sign in. */
export type ChildrenWithCode = z.infer<typeof childrenWithCode>
export type WrongPins = z.infer<typeof wrongPins>
export type NewDevicesState = z.infer<typeof newDevices>
