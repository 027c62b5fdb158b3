import type { childRoutes, classRoutes } from '../../../contract/classes.ts'
import { childEndpoints, classEndpoints } from '../../../contract/account-endpoints.ts'
import type { Output } from '../../../contract/route.ts'
import { PICTURE_IDS, PIN_KINDS, type PictureId, type PinKind } from '../../../domain/pin.ts'
import type { Call } from '../../lib/api.ts'
import { isBadgeColor } from '../../lib/badge-color.ts'
import { hasShape, isBoolean, isNumber, isText, type Check } from '../../lib/shape.ts'

type ClassRoutes = typeof classRoutes
type ChildRoutes = typeof childRoutes
type ClassAnswer<Name extends keyof ClassRoutes> = Output<ClassRoutes[Name]['answer']>
type ChildAnswer<Name extends keyof ChildRoutes> = Output<ChildRoutes[Name]['answer']>

/** A class in the teacher's list. */
export type ListedClass = ClassAnswer<'list'>[number]
/** A class with its children. */
export type ClassWithChildren = ClassAnswer<'read'>
/** A class, or what is the same of a listed one. */
export type SchoolClass = ClassAnswer<'make'>
export type Child = ChildAnswer<'read'>
/** A child with its PIN; null where that cannot be read. */
export type ChildWithPin = ChildAnswer<'resetPin'>
/** A parent's children, and the code with which the parent's own sign in. */
export type Family = ChildAnswer<'list'>
/** Children who had repeated wrong PINs today, and how many. */
export type WrongPins = ClassWithChildren['wrongPins']
/** Whether new devices of a class or family have to wait, and until when they are let in. */
export type NewDevicesState = ClassAnswer<'letIn'>
/** Children with the code with which they sign in. */
export type ChildrenWithCode = ChildAnswer<'make'>
export type LinkCode = ChildAnswer<'makeLinkCode'>

const listOf =
  <Value>(check: Check<Value>): Check<Value[]> =>
  (json): json is Value[] =>
    Array.isArray(json) && json.every(check)

const oneOf =
  <Value extends string>(values: readonly Value[]): Check<Value> =>
  (json): json is Value =>
    values.some((value) => value === json)

const isPinKind = oneOf<PinKind>(PIN_KINDS)

const classFields = {
  id: isText,
  name: isText,
  code: isText,
  createdAt: isNumber,
  archived: isBoolean,
  pinKind: isPinKind,
}
const isClass = hasShape<SchoolClass>(classFields)

const childFields = {
  id: isText,
  name: isText,
  nickname: isText,
  color: isBadgeColor,
  pinKind: isPinKind,
  classId: isText,
  guardians: isNumber,
  isOwn: isBoolean,
}
const isChild = hasShape<Child>(childFields)

const isDigits = hasShape<Extract<ChildWithPin['pin'], { kind: 'digits' }>>({
  kind: oneOf(['digits']),
  digits: (json): json is string => isText(json) && /^[0-9]{4}$/.test(json),
})
const isPictures = hasShape<Extract<ChildWithPin['pin'], { kind: 'pictures' }>>({
  kind: oneOf(['pictures']),
  pictures: (json): json is PictureId[] => listOf(oneOf<PictureId>(PICTURE_IDS))(json) && json.length === 3,
})
const isChildWithPin = hasShape<ChildWithPin>({
  ...childFields,
  card: isText,
  pin: (json): json is ChildWithPin['pin'] => json === null || isDigits(json) || isPictures(json),
})
const isChildrenWithCode = hasShape<ChildrenWithCode>({
  code: isText,
  children: listOf(isChildWithPin),
})

const newDevicesFields = {
  newDevicesWait: isBoolean,
  letInUntil: (json: unknown): json is number | null => json === null || isNumber(json),
}
const isNewDevicesState = hasShape<NewDevicesState>(newDevicesFields)
const isWrongPins = listOf(hasShape<WrongPins[number]>({ studentId: isText, today: isNumber }))

/** The calls of a teacher's classes, with a check of each answer. */
export const classCalls: { readonly [Name in keyof ClassRoutes]: Call<ClassRoutes[Name]> } = {
  list: {
    ...classEndpoints.list,
    accepts: listOf(hasShape<ListedClass>({ ...classFields, children: isNumber })),
  },
  make: { ...classEndpoints.make, accepts: isClass },
  read: {
    ...classEndpoints.read,
    accepts: hasShape<ClassWithChildren>({
      ...classFields,
      ...newDevicesFields,
      children: listOf(isChild),
      wrongPins: isWrongPins,
    }),
  },
  change: { ...classEndpoints.change, accepts: isClass },
  newCode: { ...classEndpoints.newCode, accepts: isClass },
  letIn: { ...classEndpoints.letIn, accepts: isNewDevicesState },
  readPins: { ...classEndpoints.readPins, accepts: isChildrenWithCode },
  newPins: { ...classEndpoints.newPins, accepts: isChildrenWithCode },
  addChildren: { ...classEndpoints.addChildren, accepts: isChildrenWithCode },
  removeChild: {
    ...classEndpoints.removeChild,
    accepts: hasShape<ClassAnswer<'removeChild'>>({ removed: oneOf(['deleted', 'to_family']) }),
  },
}

/** The calls of children by the adults who look after them, with a check of each answer. */
export const childCalls: { readonly [Name in keyof ChildRoutes]: Call<ChildRoutes[Name]> } = {
  list: {
    ...childEndpoints.list,
    accepts: hasShape<Family>({
      familyCode: isText,
      pinKind: isPinKind,
      ...newDevicesFields,
      children: listOf(isChild),
      wrongPins: isWrongPins,
    }),
  },
  make: { ...childEndpoints.make, accepts: isChildrenWithCode },
  newCode: {
    ...childEndpoints.newCode,
    accepts: hasShape<ChildAnswer<'newCode'>>({ familyCode: isText }),
  },
  newPins: { ...childEndpoints.newPins, accepts: isChildrenWithCode },
  letIn: { ...childEndpoints.letIn, accepts: isNewDevicesState },
  link: { ...childEndpoints.link, accepts: isChild },
  read: { ...childEndpoints.read, accepts: isChild },
  rename: { ...childEndpoints.rename, accepts: isChild },
  move: { ...childEndpoints.move, accepts: isChild },
  readPin: { ...childEndpoints.readPin, accepts: isChildWithPin },
  resetPin: { ...childEndpoints.resetPin, accepts: isChildWithPin },
  signOut: {
    ...childEndpoints.signOut,
    accepts: hasShape<ChildAnswer<'signOut'>>({ done: (json): json is true => json === true }),
  },
  makeLinkCode: {
    ...childEndpoints.makeLinkCode,
    accepts: hasShape<LinkCode>({ code: isText, expiresAt: isNumber }),
  },
}
