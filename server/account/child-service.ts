import type { Action } from '../../contract/actions.ts'
import { LINK_CODE_DAYS, MOST_CHILDREN } from '../../contract/account-limits.ts'
import type { childDataRoutes } from '../../contract/child-data.ts'
import type { childRoutes, classRoutes } from '../../contract/classes.ts'
import type { Output } from '../../contract/route.ts'
import { plainName } from '../../domain/child-name.ts'
import { LINK_CODE_LENGTH, newCode, plainCode } from '../../domain/code.ts'
import { generateNickname } from '../../domain/nickname.ts'
import { newPin, pinText, type Pin, type PinKind, type RandomBelow } from '../../domain/pin.ts'
import { Refusal } from '../operations/errors.ts'
import { keyOfStudent } from './child-sign-in.ts'
import type { Hashing } from './hashing.ts'
import type {
  ChildData,
  ChildOfData,
  ChildRecord,
  ChildStore,
  ClassRecord,
  NewChild,
  Placed,
} from './port.ts'
import { may, type Person } from './roles.ts'
import { hashOfSecret } from './token-hash.ts'

type Child = Output<(typeof childRoutes)['read']['answer']>
type ChildWithPin = Output<(typeof childRoutes)['resetPin']['answer']>
type ChildrenWithCode = Output<(typeof childRoutes)['make']['answer']>
type Parent = Output<(typeof childDataRoutes)['parents']['answer']>[number]
type LinkCode = Output<(typeof childRoutes)['makeLinkCode']['answer']>
type Removed = Output<(typeof classRoutes)['removeChild']['answer']>

const DAY_MS = 24 * 3_600_000

export type ChildServiceNeeds = {
  readonly children: ChildStore
  readonly childData: Pick<ChildData, 'remove'>
  readonly hashing: Hashing
  readonly randomBelow: RandomBelow
  readonly dataOf: (studentId: string) => ChildOfData
  /** Ends what the child's player is in, and takes nothing more in its name. */
  readonly endPlayer: (studentId: string) => Promise<void>
  readonly newId: () => string
  readonly now: () => number
}

/** What the server does for the adults of a child. A child of others is as unknown as one that is not there. */
export type ChildService = {
  /** The children of a parent. */
  ofParent(parent: Person): Promise<Child[]>
  read(person: Person, studentId: string): Promise<Child>
  /** Makes children in a class or a family; `guardian` is the parent who makes their own. */
  add(
    home: ClassRecord,
    names: readonly string[],
    pinKind: PinKind,
    guardian: Person | null,
  ): Promise<ChildrenWithCode>
  rename(person: Person, studentId: string, name: string): Promise<Child>
  move(person: Person, studentId: string, target: ClassRecord): Promise<Child>
  resetPin(person: Person, studentId: string, pinKind: PinKind): Promise<ChildWithPin>
  makeLinkCode(person: Person, studentId: string): Promise<LinkCode>
  link(parent: Person, code: string): Promise<Child>
  /** The child if this person may do this to it. Throws a 404 Refusal otherwise. */
  find(person: Person, action: Action, studentId: string): Promise<ChildRecord>
  /** Deletes a child and everything it did. */
  erase(person: Person, studentId: string): Promise<{ removed: 'deleted' }>
  /** A parent looks after a linked child no more. Throws a 409 Refusal for one of the own family. */
  unlink(parent: Person, studentId: string): Promise<void>
  /** The parents who look after a child besides this person. */
  parents(person: Person, studentId: string): Promise<Parent[]>
  /** Ends what another parent has to do with a child. Throws a 404 Refusal for one who does not look after it. */
  endLink(person: Person, studentId: string, parentId: string): Promise<void>
  /** Takes a child out of this class, to the family of this parent; for null away, where it has none. */
  remove(
    person: Person,
    classId: string,
    studentId: string,
    toParent: string | null,
    familyOf: (parentId: string) => Promise<ClassRecord>,
  ): Promise<Removed>
}

/** A child as this person sees it on the wire. */
export function childAnswer(person: Person, child: ChildRecord): Child {
  const { id, name, nickname, pinKind, classId, guardianIds, ownerId } = child
  return { id, name, nickname, pinKind, classId, guardians: guardianIds.length, isOwn: ownerId === person.id }
}

function pinAnswer(pin: Pin): ChildWithPin['pin'] {
  return pin.kind === 'digits' ? pin : { kind: 'pictures', pictures: [...pin.pictures] }
}

function justRemoved(): Refusal {
  return new Refusal(404, 'not_found', 'The child has just been removed.')
}

function otherParents(): Refusal {
  const sentence = 'Other parents are linked to this child than you were told. Please look again.'
  return new Refusal(409, 'conflict', sentence)
}

/** Throws a 409 Refusal where a child did not get its place. */
function requirePlaced(placed: Placed): void {
  switch (placed.kind) {
    case 'done':
      return
    case 'gone':
      throw new Refusal(404, 'not_found', 'The class or the child has just been removed.')
    case 'archived': {
      const sentence = 'This class is archived. Take it out of the archive first, or choose another class.'
      throw new Refusal(409, 'class_archived', sentence)
    }
    case 'full':
      throw new Refusal(409, 'class_full', `There is room for at most ${MOST_CHILDREN} children.`)
    case 'taken': {
      const names = placed.names.join(', ')
      const sentence = `Already in this class: ${names}. Please tell them apart, for instance by a last initial.`
      throw new Refusal(409, 'name_taken', sentence)
    }
  }
}

/** The calls of children over their store. */
export function childService(needs: ChildServiceNeeds): ChildService {
  const { children, childData, hashing, randomBelow, dataOf, endPlayer, newId, now } = needs

  const find = async (person: Person, action: Action, studentId: string): Promise<ChildRecord> => {
    const child = await children.findChild(studentId)
    if (!child || !may(person, action, { kind: 'child', ...child })) {
      throw new Refusal(404, 'not_found', 'There is no such child of yours.')
    }
    return child
  }

  const again = async (studentId: string): Promise<ChildRecord> => {
    const child = await children.findChild(studentId)
    if (!child) throw justRemoved()
    return child
  }

  const forget = async (studentId: string): Promise<void> => {
    // A battle that goes on would make the player anew when it ends.
    await endPlayer(studentId)
    await childData.remove(dataOf(studentId), now())
  }

  const PRECISION = 2 ** 32
  const random = (): number => randomBelow(PRECISION) / PRECISION

  return {
    find,

    ofParent: async (parent) =>
      (await children.childrenOfGuardian(parent.id)).map((child) => childAnswer(parent, child)),

    read: async (person, studentId) => childAnswer(person, await find(person, 'see_child', studentId)),

    add: async (home, names, pinKind, guardian) => {
      const made = await Promise.all(
        names.map(async (name) => {
          const pin = newPin(pinKind, randomBelow)
          const child: NewChild = {
            id: newId(),
            name: plainName(name),
            nickname: generateNickname(random),
            pinHash: await hashing.hash(pinText(pin)),
            pinKind,
          }
          return { child, pin }
        }),
      )
      const rows = made.map(({ child }) => child)
      requirePlaced(await children.addChildren(home.id, rows, guardian?.id ?? null, now()))
      return {
        code: home.code,
        children: made.map(({ child: { id, name, nickname }, pin }) => ({
          id,
          name,
          nickname,
          pinKind,
          classId: home.id,
          guardians: guardian ? 1 : 0,
          isOwn: true,
          pin: pinAnswer(pin),
        })),
      }
    },

    rename: async (person, studentId, name) => {
      await find(person, 'change_child', studentId)
      requirePlaced(await children.rename(studentId, name))
      return childAnswer(person, await again(studentId))
    },

    move: async (person, studentId, target) => {
      await find(person, 'move_child', studentId)
      requirePlaced(await children.move(studentId, target.id))
      return childAnswer(person, await again(studentId))
    },

    resetPin: async (person, studentId, pinKind) => {
      const child = await find(person, 'change_child', studentId)
      const pin = newPin(pinKind, randomBelow)
      await children.setPin(studentId, await hashing.hash(pinText(pin)), pinKind, keyOfStudent(studentId))
      return { ...childAnswer(person, { ...child, pinKind }), pin: pinAnswer(pin) }
    },

    makeLinkCode: async (person, studentId) => {
      await find(person, 'change_child', studentId)
      const code = newCode(LINK_CODE_LENGTH, randomBelow)
      const expiresAtMs = now() + LINK_CODE_DAYS * DAY_MS
      if (!(await children.addLinkCode(studentId, hashOfSecret(code), expiresAtMs))) throw justRemoved()
      return { code, expiresAt: expiresAtMs }
    },

    link: async (parent, code) => {
      const studentId = await children.useLinkCode(hashOfSecret(plainCode(code)), parent.id, now())
      if (studentId === null) {
        const sentence = 'This code is not right, or has been used already. Please ask for a new one.'
        throw new Refusal(404, 'not_found', sentence)
      }
      return childAnswer(parent, await again(studentId))
    },

    remove: async (person, classId, studentId, toParent, familyOf) => {
      const child = await find(person, 'change_child', studentId)
      if (child.classId !== classId)
        throw new Refusal(404, 'not_found', 'There is no such child in this class.')
      const parentIds = child.guardianIds.filter((id) => id !== person.id)
      // Nobody is given a child whom the caller has not named, and none is deleted that has a parent by now.
      if (toParent === null ? parentIds.length > 0 : !parentIds.includes(toParent)) throw otherParents()
      if (toParent !== null) {
        // Its parent may have made an account for it before: that is no reason to keep it in the class.
        requirePlaced(await children.moveApart(studentId, (await familyOf(toParent)).id))
        return { removed: 'to_family' }
      }
      await forget(studentId)
      return { removed: 'deleted' }
    },

    erase: async (person, studentId) => {
      await find(person, 'delete_child', studentId)
      await forget(studentId)
      return { removed: 'deleted' }
    },

    parents: async (person, studentId) => {
      await find(person, 'change_child', studentId)
      const parents = await children.parentsOf(studentId)
      return parents.filter(({ id }) => id !== person.id).map(({ id, name }) => ({ id, name }))
    },

    endLink: async (person, studentId, parentId) => {
      const child = await find(person, 'change_child', studentId)
      if (parentId === child.ownerId || !child.guardianIds.includes(parentId)) {
        throw new Refusal(404, 'not_found', 'This parent is not linked to the child.')
      }
      await children.removeGuardian(studentId, parentId)
    },

    unlink: async (parent, studentId) => {
      const child = await find(parent, 'unlink_child', studentId)
      if (child.ownerId === parent.id) {
        const sentence = 'This child is at home in your own family. You can delete it instead.'
        throw new Refusal(409, 'conflict', sentence)
      }
      await children.removeGuardian(studentId, parent.id)
    },
  }
}
