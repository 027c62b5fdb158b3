import * as z from 'zod/mini'
import { PIN_KINDS } from '../domain/pin.ts'
import { className, personName, pin, typedCode } from './account.ts'
import { childEndpoints, classEndpoints } from './account-endpoints.ts'
import { MOST_CHILDREN_AT_ONCE } from './account-limits.ts'
import { route, type Pace } from './route.ts'

export const id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be an id'))
const pinKind = z.enum(PIN_KINDS)
export const classInPath = z.object({ classId: id })
export const childInPath = z.object({ studentId: id })

/** `createdAt` is epoch milliseconds. The code of an archived class opens nothing. */
const schoolClass = z.object({
  id: z.string(),
  name: z.string(),
  code: z.string(),
  createdAt: z.number(),
  archived: z.boolean(),
})

/** `guardians` is how many parents look after the child; `isOwn` says that its class or family is the caller's. */
const child = z.object({
  id: z.string(),
  name: z.string(),
  nickname: z.string(),
  pinKind,
  classId: z.string(),
  guardians: z.number(),
  isOwn: z.boolean(),
})

/** A child with its new PIN, which is told this once: only its hash is kept. */
const childWithPin = z.extend(child, { pin })

/** Whether children have to wait on devices on which none of their class or family has signed in. */
const newDevices = z.object({ newDevicesWait: z.boolean() })

const childrenWithCode = z.object({ code: z.string(), children: z.array(childWithPin) })

/** What a person does by hand. */
const BY_HAND: Pace = { calls: 120, perSeconds: 60 }
/** Each makes hashes that take a while; a teacher resets the PINs of a whole class. */
const NEW_PINS: Pace = { calls: 60, perSeconds: 60 }
/** Nobody types more codes than that; with 10^14 codes, none is guessed. */
const TYPED_CODES: Pace = { calls: 20, perSeconds: 3600 }

/** A teacher's classes. */
export const classRoutes = {
  list: route({
    ...classEndpoints.list,
    params: null,
    body: null,
    answer: z.array(z.extend(schoolClass, { children: z.number() })),
    caller: 'signed_in',
    action: 'see_classes',
    pace: BY_HAND,
  }),
  make: route({
    ...classEndpoints.make,
    params: null,
    body: z.object({ name: className }),
    answer: schoolClass,
    caller: 'signed_in',
    action: 'make_class',
    pace: BY_HAND,
  }),
  read: route({
    ...classEndpoints.read,
    params: classInPath,
    body: null,
    answer: z.extend(schoolClass, { children: z.array(child), newDevicesWait: z.boolean() }),
    caller: 'signed_in',
    action: 'see_class',
    pace: BY_HAND,
  }),
  change: route({
    ...classEndpoints.change,
    params: classInPath,
    body: z.object({ name: z.optional(className), archived: z.optional(z.boolean()) }),
    answer: schoolClass,
    caller: 'signed_in',
    action: 'change_class',
    pace: BY_HAND,
  }),
  newCode: route({
    ...classEndpoints.newCode,
    params: classInPath,
    body: null,
    answer: schoolClass,
    caller: 'signed_in',
    action: 'change_class',
    pace: BY_HAND,
  }),
  /** New devices need not wait any more for the wrong PINs that were typed on others; where none waits nothing is done. */
  letIn: route({
    ...classEndpoints.letIn,
    params: classInPath,
    body: null,
    answer: newDevices,
    caller: 'signed_in',
    action: 'change_class',
    pace: BY_HAND,
  }),
  addChildren: route({
    ...classEndpoints.addChildren,
    params: classInPath,
    body: z.object({
      names: z
        .array(personName)
        .check(
          z.minLength(1, 'must name somebody'),
          z.maxLength(MOST_CHILDREN_AT_ONCE, `must be at most ${MOST_CHILDREN_AT_ONCE} names`),
        ),
      pinKind,
    }),
    answer: childrenWithCode,
    caller: 'signed_in',
    action: 'add_children',
    pace: NEW_PINS,
  }),
  /**
   * A child without a parent is deleted with everything it played: `toParent` is null. Another goes on in the family of the
   * parent that is named, and of nobody else: a 409 `conflict` where the parents are other ones than the caller knows.
   */
  removeChild: route({
    ...classEndpoints.removeChild,
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
    ...childEndpoints.list,
    params: null,
    body: null,
    answer: z.extend(newDevices, { familyCode: z.string(), children: z.array(child) }),
    caller: 'signed_in',
    action: 'see_children',
    pace: BY_HAND,
  }),
  make: route({
    ...childEndpoints.make,
    params: null,
    body: z.object({ name: personName, pinKind }),
    answer: childrenWithCode,
    caller: 'signed_in',
    action: 'make_own_child',
    pace: NEW_PINS,
  }),
  newCode: route({
    ...childEndpoints.newCode,
    params: null,
    body: null,
    answer: z.object({ familyCode: z.string() }),
    caller: 'signed_in',
    action: 'change_family',
    pace: BY_HAND,
  }),
  /** As in a class. */
  letIn: route({
    ...childEndpoints.letIn,
    params: null,
    body: null,
    answer: newDevices,
    caller: 'signed_in',
    action: 'change_family',
    pace: BY_HAND,
  }),
  link: route({
    ...childEndpoints.link,
    params: null,
    body: z.object({ code: typedCode }),
    answer: child,
    caller: 'signed_in',
    action: 'link_child',
    pace: TYPED_CODES,
  }),
  read: route({
    ...childEndpoints.read,
    params: childInPath,
    body: null,
    answer: child,
    caller: 'signed_in',
    action: 'see_child',
    pace: BY_HAND,
  }),
  rename: route({
    ...childEndpoints.rename,
    params: childInPath,
    body: z.object({ name: personName }),
    answer: child,
    caller: 'signed_in',
    action: 'change_child',
    pace: BY_HAND,
  }),
  move: route({
    ...childEndpoints.move,
    params: childInPath,
    body: z.object({ classId: id }),
    answer: child,
    caller: 'signed_in',
    action: 'move_child',
    pace: BY_HAND,
  }),
  resetPin: route({
    ...childEndpoints.resetPin,
    params: childInPath,
    body: z.object({ pinKind }),
    answer: childWithPin,
    caller: 'signed_in',
    action: 'change_child',
    pace: NEW_PINS,
  }),
  /** `expiresAt` is epoch milliseconds. A new code makes an older one void. */
  makeLinkCode: route({
    ...childEndpoints.makeLinkCode,
    params: childInPath,
    body: null,
    answer: z.object({ code: z.string(), expiresAt: z.number() }),
    caller: 'signed_in',
    action: 'change_child',
    pace: BY_HAND,
  }),
} as const
