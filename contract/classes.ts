import * as z from 'zod/mini'
import { BADGE_COLORS } from '../domain/badge.ts'
import { MIN_LET_IN_MINUTES, MAX_LET_IN_MINUTES } from '../domain/class-guesses.ts'
import { PIN_KINDS } from '../domain/pin.ts'
import { className, personName, pin } from './account.ts'
import { typedCode } from './account-fields.ts'
import { route, type Output, type Pace } from './route.ts'

/** Most children in a class, and in a family. */
export const MAX_CHILDREN = 60
/** Most children that one pasted list makes. */
export const MAX_CHILDREN_AT_ONCE = 40
/** Most classes of a teacher. */
export const MAX_CLASSES = 100
/** How long a code that links a parent to a child is good: two weeks, because it travels on paper. */
export const LINK_CODE_DAYS = 14

export const id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be an id'))
const pinKind = z.enum(PIN_KINDS)
export const classInPath = z.object({ classId: id })
export const childInPath = z.object({ studentId: id })

/** `createdAt` is epoch milliseconds. The code of an archived class opens nothing. New PINs of its children are of `pinKind`. */
const schoolClass = z.object({
  id: z.string(),
  name: z.string(),
  code: z.string(),
  createdAt: z.number(),
  archived: z.boolean(),
  pinKind,
})

/**
 * Nobody else in the class has the animal of the nickname in this color. `pinKind` is what this child's PIN is. `guardians` is
 * how many parents look after the child; `isOwn` says that its class or family is the caller's.
 */
const child = z.object({
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
 * What is printed on a card. `card` stands for the child in its QR code, instead of the name. `pin` is null where it cannot be
 * read: it was made by an earlier version, or under another AUTH_SECRET.
 */
const childWithPin = z.extend(child, { card: z.string(), pin: z.nullable(pin) })

/**
 * Whether children have to wait on devices on which they have not signed in, and until when those are let in (epoch
 * milliseconds; null for no such time).
 */
const newDevices = z.object({ newDevicesWait: z.boolean(), letInUntil: z.nullable(z.number()) })

/** How long new devices are let in. */
const letInFor = z.object({
  minutes: z
    .int()
    .check(
      z.gte(MIN_LET_IN_MINUTES, `must be at least ${MIN_LET_IN_MINUTES}`),
      z.lte(MAX_LET_IN_MINUTES, `must be at most ${MAX_LET_IN_MINUTES}`),
    ),
})

/** Children at home there who had repeated wrong PINs today, and how many. */
const wrongPins = z.array(z.object({ studentId: z.string(), today: z.number() }))

const childrenWithCode = z.object({ code: z.string(), children: z.array(childWithPin) })

/** What a person does by hand. */
const BY_HAND: Pace = { calls: 120, perSeconds: 60 }
/** Nobody types more codes than that; with 10^14 codes, none is guessed. */
const TYPED_CODES: Pace = { calls: 20, perSeconds: 3600 }

/** Where a request with the same id has added children, the answer names those and nobody is added. */
const requestId = z.optional(id)

/** A teacher's classes. */
export const classRoutes = {
  list: route({
    method: 'GET',
    path: '/api/classes',
    params: null,
    body: null,
    answer: z.array(z.extend(schoolClass, { children: z.number() })),
    caller: 'signed_in',
    action: 'see_classes',
    pace: BY_HAND,
  }),
  make: route({
    method: 'POST',
    path: '/api/classes',
    params: null,
    body: z.object({ name: className, pinKind: z.optional(pinKind) }),
    answer: schoolClass,
    caller: 'signed_in',
    action: 'make_class',
    pace: BY_HAND,
  }),
  read: route({
    method: 'GET',
    path: '/api/classes/:classId',
    params: classInPath,
    body: null,
    answer: z.extend(schoolClass, { ...newDevices.shape, children: z.array(child), wrongPins }),
    caller: 'signed_in',
    action: 'see_class',
    pace: BY_HAND,
  }),
  change: route({
    method: 'PATCH',
    path: '/api/classes/:classId',
    params: classInPath,
    body: z.object({ name: z.optional(className), archived: z.optional(z.boolean()) }),
    answer: schoolClass,
    caller: 'signed_in',
    action: 'change_class',
    pace: BY_HAND,
  }),
  newCode: route({
    method: 'POST',
    path: '/api/classes/:classId/code',
    params: classInPath,
    body: null,
    answer: schoolClass,
    caller: 'signed_in',
    action: 'change_class',
    pace: BY_HAND,
  }),
  /** For so many minutes new devices do not wait for the wrong PINs that are typed on others. */
  letIn: route({
    method: 'POST',
    path: '/api/classes/:classId/new-devices',
    params: classInPath,
    body: letInFor,
    answer: newDevices,
    caller: 'signed_in',
    action: 'change_class',
    pace: BY_HAND,
  }),
  /** The children of a class with their PINs. Each child's view is recorded. */
  readPins: route({
    method: 'GET',
    path: '/api/classes/:classId/pins',
    params: classInPath,
    body: null,
    answer: childrenWithCode,
    caller: 'signed_in',
    action: 'see_pins',
    pace: BY_HAND,
  }),
  /** Makes a new PIN of this kind for every child of a class, which is that of the class from now on. */
  newPins: route({
    method: 'POST',
    path: '/api/classes/:classId/pins',
    params: classInPath,
    body: z.object({ pinKind }),
    answer: childrenWithCode,
    caller: 'signed_in',
    action: 'change_pins',
    pace: BY_HAND,
  }),
  addChildren: route({
    method: 'POST',
    path: '/api/classes/:classId/children',
    params: classInPath,
    body: z.object({
      names: z
        .array(personName)
        .check(
          z.minLength(1, 'must name somebody'),
          z.maxLength(MAX_CHILDREN_AT_ONCE, `must be at most ${MAX_CHILDREN_AT_ONCE} names`),
        ),
      requestId,
    }),
    answer: childrenWithCode,
    caller: 'signed_in',
    action: 'add_children',
    pace: BY_HAND,
  }),
  /**
   * A child without a parent is deleted with everything it played: `toParent` is null. Another goes on in the family of the
   * parent that is named, and of nobody else: a 409 `conflict` where the parents are other ones than the caller knows.
   */
  removeChild: route({
    method: 'DELETE',
    path: '/api/classes/:classId/children/:studentId',
    params: z.object({ classId: id, studentId: id }),
    body: z.object({ toParent: z.nullable(id) }),
    answer: z.object({ removed: z.enum(['deleted', 'to_family']) }),
    caller: 'signed_in',
    action: 'change_child',
    pace: BY_HAND,
  }),
} as const

/** Children, as the adults who look after them reach them. */
export const childRoutes = {
  /** A parent's children; by `familyCode` those sign in that the parent has made. */
  list: route({
    method: 'GET',
    path: '/api/children',
    params: null,
    body: null,
    answer: z.extend(newDevices, { familyCode: z.string(), pinKind, children: z.array(child), wrongPins }),
    caller: 'signed_in',
    action: 'see_children',
    pace: BY_HAND,
  }),
  make: route({
    method: 'POST',
    path: '/api/children',
    params: null,
    body: z.object({ name: personName, requestId }),
    answer: childrenWithCode,
    caller: 'signed_in',
    action: 'make_own_child',
    pace: BY_HAND,
  }),
  newCode: route({
    method: 'POST',
    path: '/api/children/code',
    params: null,
    body: null,
    answer: z.object({ familyCode: z.string() }),
    caller: 'signed_in',
    action: 'change_family',
    pace: BY_HAND,
  }),
  /** As in a class, for the children at home in the family. */
  newPins: route({
    method: 'POST',
    path: '/api/children/pins',
    params: null,
    body: z.object({ pinKind }),
    answer: childrenWithCode,
    caller: 'signed_in',
    action: 'change_family',
    pace: BY_HAND,
  }),
  /** As in a class. */
  letIn: route({
    method: 'POST',
    path: '/api/children/new-devices',
    params: null,
    body: letInFor,
    answer: newDevices,
    caller: 'signed_in',
    action: 'change_family',
    pace: BY_HAND,
  }),
  link: route({
    method: 'POST',
    path: '/api/children/link',
    params: null,
    body: z.object({ code: typedCode }),
    answer: child,
    caller: 'signed_in',
    action: 'link_child',
    pace: TYPED_CODES,
  }),
  read: route({
    method: 'GET',
    path: '/api/children/:studentId',
    params: childInPath,
    body: null,
    answer: child,
    caller: 'signed_in',
    action: 'see_child',
    pace: BY_HAND,
  }),
  rename: route({
    method: 'PATCH',
    path: '/api/children/:studentId',
    params: childInPath,
    body: z.object({ name: personName }),
    answer: child,
    caller: 'signed_in',
    action: 'change_child',
    pace: BY_HAND,
  }),
  move: route({
    method: 'POST',
    path: '/api/children/:studentId/move',
    params: childInPath,
    body: z.object({ classId: id }),
    answer: child,
    caller: 'signed_in',
    action: 'move_child',
    pace: BY_HAND,
  }),
  /** A child with its PIN. The view is recorded. */
  readPin: route({
    method: 'GET',
    path: '/api/children/:studentId/pin',
    params: childInPath,
    body: null,
    answer: childWithPin,
    caller: 'signed_in',
    action: 'see_pins',
    pace: BY_HAND,
  }),
  resetPin: route({
    method: 'POST',
    path: '/api/children/:studentId/pin',
    params: childInPath,
    body: null,
    answer: childWithPin,
    caller: 'signed_in',
    action: 'change_child',
    pace: BY_HAND,
  }),
  /** Signs the child out on every device; the PIN and the card stay. */
  signOut: route({
    method: 'POST',
    path: '/api/children/:studentId/sign-out',
    params: childInPath,
    body: null,
    answer: z.object({ done: z.literal(true) }),
    caller: 'signed_in',
    action: 'change_child',
    pace: BY_HAND,
  }),
  /** `expiresAt` is epoch milliseconds. A new code makes an older one void. */
  makeLinkCode: route({
    method: 'POST',
    path: '/api/children/:studentId/link-code',
    params: childInPath,
    body: null,
    answer: z.object({ code: z.string(), expiresAt: z.number() }),
    caller: 'signed_in',
    action: 'change_child',
    pace: BY_HAND,
  }),
} as const

export type SchoolClass = z.infer<typeof schoolClass>
/** A class in the teacher's list. */
export type ListedClass = Output<typeof classRoutes.list.answer>[number]
/** A class with its children. */
export type ClassWithChildren = Output<typeof classRoutes.read.answer>
export type Child = z.infer<typeof child>
export type ChildWithPin = z.infer<typeof childWithPin>
/** Children with the code with which they sign in. */
export type ChildrenWithCode = z.infer<typeof childrenWithCode>
/** A parent's children, and the code with which the parent's own sign in. */
export type Family = Output<typeof childRoutes.list.answer>
export type WrongPins = z.infer<typeof wrongPins>
export type NewDevicesState = z.infer<typeof newDevices>
export type LinkCode = Output<typeof childRoutes.makeLinkCode.answer>
