import type { childRoutes, classRoutes } from '../../../contract/classes.ts'
import { childEndpoints, classEndpoints } from '../../../contract/account-endpoints.ts'
import type { Output } from '../../../contract/route.ts'
import { PICTURE_IDS, PIN_KINDS, type PictureId, type PinKind } from '../../../domain/pin.ts'
import type { Call } from '../../lib/api.ts'
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
/** A child with its new PIN, which is told this once. */
export type ChildWithPin = ChildAnswer<'resetPin'>
/** A parent's children, and the code with which the parent's own sign in. */
export type Family = ChildAnswer<'list'>
/** Whether new devices of a class or family have to wait. */
export type NewDevicesState = ClassAnswer<'letIn'>
export type LinkCode = ChildAnswer<'makeLinkCode'>

const listOf =
  <Value>(check: Check<Value>): Check<Value[]> =>
  (json): json is Value[] =>
    Array.isArray(json) && json.every(check)

const oneOf =
  <Value extends string>(values: readonly Value[]): Check<Value> =>
  (json): json is Value =>
    values.some((value) => value === json)

const classFields = { id: isText, name: isText, code: isText, createdAt: isNumber, archived: isBoolean }
const isClass = hasShape<SchoolClass>(classFields)

const childFields = {
  id: isText,
  name: isText,
  nickname: isText,
  pinKind: oneOf<PinKind>(PIN_KINDS),
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
  pin: (json): json is ChildWithPin['pin'] => isDigits(json) || isPictures(json),
})
const isChildrenWithCode = hasShape<ChildAnswer<'make'>>({
  code: isText,
  children: listOf(isChildWithPin),
})

const isNewDevicesState = hasShape<NewDevicesState>({ newDevicesWait: isBoolean })

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
      children: listOf(isChild),
      newDevicesWait: isBoolean,
    }),
  },
  change: { ...classEndpoints.change, accepts: isClass },
  newCode: { ...classEndpoints.newCode, accepts: isClass },
  letIn: { ...classEndpoints.letIn, accepts: isNewDevicesState },
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
    accepts: hasShape<Family>({ familyCode: isText, newDevicesWait: isBoolean, children: listOf(isChild) }),
  },
  make: { ...childEndpoints.make, accepts: isChildrenWithCode },
  newCode: {
    ...childEndpoints.newCode,
    accepts: hasShape<ChildAnswer<'newCode'>>({ familyCode: isText }),
  },
  letIn: { ...childEndpoints.letIn, accepts: isNewDevicesState },
  link: { ...childEndpoints.link, accepts: isChild },
  read: { ...childEndpoints.read, accepts: isChild },
  rename: { ...childEndpoints.rename, accepts: isChild },
  move: { ...childEndpoints.move, accepts: isChild },
  resetPin: { ...childEndpoints.resetPin, accepts: isChildWithPin },
  makeLinkCode: {
    ...childEndpoints.makeLinkCode,
    accepts: hasShape<LinkCode>({ code: isText, expiresAt: isNumber }),
  },
}
