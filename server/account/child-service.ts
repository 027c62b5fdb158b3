import { LINK_CODE_DAYS } from '../../contract/children.ts'
import type { childRoutes } from '../../contract/children.ts'
import type { Output } from '../../contract/route.ts'
import { LINK_CODE_LENGTH, newCode, plainCode } from '../../domain/code.ts'
import { newPin, type PinKind, type RandomBelow } from '../../domain/pin.ts'
import type { Answer } from '../http/bind.ts'
import { Refusal } from '../http/errors.ts'
import type { ChildReading, ChildStore } from '../storage/sql/accounts/child-store.ts'
import type { ConsentStore } from '../storage/sql/accounts/consent-store.ts'
import type { StudentDataStore } from '../storage/sql/students/student-data-store.ts'
import type { StudentOfData } from '../student/port.ts'
import { childAdding, notPlaced } from './child-adding.ts'
import type { ChildGate } from './child-gate.ts'
import type { PinVault } from './pin-vault.ts'
import type {
  ChildRecord,
  ClassRecord,
  NewPin,
  PlacementResult,
  RetiredToken,
  StudentTokens,
} from './port.ts'
import type { Person } from './roles.ts'
import { hashOfSecret } from './token-hash.ts'

type Child = Output<(typeof childRoutes)['read']['response']>
type ChildWithPin = Answer<(typeof childRoutes)['resetPin']>

const DAY_MS = 24 * 3_600_000

type ChildServiceNeeds = {
  readonly gate: ChildGate
  readonly children: Omit<ChildStore, keyof ChildReading>
  readonly consents: ConsentStore
  readonly childData: Pick<StudentDataStore, 'remove'>
  readonly vault: PinVault
  readonly randomBelow: RandomBelow
  readonly dataKeysOf: (studentId: string) => Promise<StudentOfData>
  /** The id on the child's card, which replaces its name. */
  readonly cardOf: (studentId: string) => string
  /** Removes the child's player from queue and battle, and blocks its token. */
  readonly removePlayer: (studentId: string) => Promise<void>
  readonly tokensOf: (studentId: string) => StudentTokens
  /** Removes players with replaced tokens from queues and battles, and blocks those tokens. */
  readonly removeRetiredPlayers: (retired: readonly RetiredToken[]) => Promise<void>
  readonly newId: () => string
  readonly now: () => number
}

/** A child on the wire, for this person. */
export function childAnswer(person: Person, child: ChildRecord): Child {
  const { id, name, nickname, color, pinKind, classId, guardianIds, ownerId } = child
  const isOwn = ownerId === person.id
  return { id, name, nickname, color, pinKind, classId, guardians: guardianIds.length, isOwn }
}

function justRemoved(): Refusal {
  return new Refusal(404, 'not_found', 'This child was just removed.')
}

function otherParents(): Refusal {
  const sentence = 'The linked parents just changed. Please check again.'
  return new Refusal(409, 'conflict', sentence)
}

/** Throws a 404 or 409 Refusal unless the child was placed. */
function requirePlaced(placed: PlacementResult): void {
  if (placed.kind !== 'done') throw notPlaced(placed)
}

function childPins(needs: ChildServiceNeeds) {
  const { gate, children, vault, randomBelow, now, cardOf, tokensOf, removeRetiredPlayers } = needs

  /** New PINs of these children, none of which is the child's old one. */
  const newPinsOf = async (studentIds: readonly string[], pinKind: PinKind): Promise<NewPin[]> => {
    const sealedPins = await children.sealedPins(studentIds)
    return studentIds.map((id) => {
      const replaced = vault.open(id, sealedPins.get(id) ?? '')
      return { ...tokensOf(id), sealed: vault.seal(id, newPin(pinKind, randomBelow, replaced)), pinKind }
    })
  }

  /** The existing ones of these children with their PINs, in order. Recorded in the access log. */
  const withPins = async (person: Person, records: readonly ChildRecord[]): Promise<ChildWithPin[]> => {
    const views = await children.viewPins(
      records.map(({ id }) => id),
      person,
      now(),
    )
    const byId = new Map(views.map((view) => [view.id, view]))
    return records.flatMap((record) => {
      const view = byId.get(record.id)
      if (!view) return []
      const { pinKind, sealedPin } = view
      const card = cardOf(record.id)
      return [
        {
          ...childAnswer(person, { ...record, pinKind }),
          card,
          pin: vault.open(record.id, sealedPin),
        },
      ]
    })
  }

  const withPin = async (person: Person, record: ChildRecord): Promise<ChildWithPin> => {
    const [child] = await withPins(person, [record])
    if (!child) throw justRemoved()
    return child
  }

  const calls = {
    /** The children of a class with their PINs. Recorded in the access log. */
    readPins: async (person: Person, home: ClassRecord) => ({
      code: home.code,
      children: await withPins(person, await gate.childrenOf(person, 'see_pins', home)),
    }),

    /** As `readPins`, for one child. */
    readPin: async (person: Person, studentId: string) =>
      withPin(person, await gate.child(person, 'see_pins', studentId)),

    /** Gives all children of a class or family new PINs, and makes this the kind of its future PINs. */
    newPins: async (person: Person, home: ClassRecord, pinKind: PinKind) => {
      const inside = await gate.childrenOf(person, 'change_pins', home)
      const pins = await newPinsOf(
        inside.map(({ id }) => id),
        pinKind,
      )
      await removeRetiredPlayers(await children.setPinsOfClass(home.id, pinKind, pins, now()))
      return { code: home.code, children: await withPins(person, inside) }
    },

    /** Sets a new PIN of the kind used in the child's home. */
    resetPin: async (person: Person, studentId: string) => {
      const child = await gate.child(person, 'change_child', studentId)
      const pins = await newPinsOf([studentId], child.homePinKind)
      await removeRetiredPlayers(await children.setPins(pins, now()))
      return withPin(person, child)
    },
  }
  return { withPins, calls }
}

/** Links between children and parents. */
function childLinks({ gate, children, randomBelow, now }: ChildServiceNeeds) {
  return {
    makeLinkCode: async (person: Person, studentId: string) => {
      await gate.child(person, 'change_child', studentId)
      const code = newCode(LINK_CODE_LENGTH, randomBelow)
      const expiresAtMs = now() + LINK_CODE_DAYS * DAY_MS
      if (!(await children.addLinkCode(studentId, hashOfSecret(code), expiresAtMs))) throw justRemoved()
      return { code, expiresAt: expiresAtMs }
    },

    link: async (parent: Person, code: string) => {
      const studentId = await children.useLinkCode(hashOfSecret(plainCode(code)), parent.id, now())
      if (studentId === null) {
        const sentence =
          'That code isn’t right, or it was already used or expired. Ask the teacher for a new one.'
        throw new Refusal(404, 'not_found', sentence)
      }
      return childAnswer(parent, await gate.child(parent, 'link_child', studentId))
    },

    /** The other parents who look after a child. */
    parents: async (person: Person, studentId: string) => {
      await gate.child(person, 'see_guardians', studentId)
      const parents = await children.parentsOf(studentId)
      return parents.filter(({ id }) => id !== person.id).map(({ id, name }) => ({ id, name }))
    },

    /** Unlinks another parent. Throws a 404 Refusal if that parent is not linked. */
    endLink: async (person: Person, studentId: string, parentId: string) => {
      const child = await gate.child(person, 'change_child', studentId)
      if (parentId === child.ownerId || !child.guardianIds.includes(parentId)) {
        throw new Refusal(404, 'not_found', 'This parent isn’t linked to the child.')
      }
      await children.removeGuardian(studentId, parentId)
    },

    /** Unlinks a parent from a child. Throws a 409 Refusal if the child is in the parent's own family. */
    unlink: async (parent: Person, studentId: string) => {
      const child = await gate.child(parent, 'unlink_child', studentId)
      if (child.ownerId === parent.id) {
        const sentence =
          'This child is in your family, so you can’t unlink. You can delete the child’s account instead.'
        throw new Refusal(409, 'conflict', sentence)
      }
      await children.removeGuardian(studentId, parent.id)
    },
  }
}

/** Managing children. Other adults' children get the same 404 as nonexistent ones. */
export function childService(needs: ChildServiceNeeds) {
  const {
    gate,
    children,
    childData,
    now,
    dataKeysOf,
    removePlayer: endPlayer,
    tokensOf,
    removeRetiredPlayers: ended,
  } = needs
  const { withPins, calls } = childPins(needs)

  const deleteChild = async (studentId: string): Promise<void> => {
    // Otherwise a live battle would recreate the player when it ends.
    await endPlayer(studentId)
    await childData.remove(await dataKeysOf(studentId), now())
  }

  return {
    ...calls,
    ...childAdding({ ...needs, withPins }),
    ...childLinks(needs),

    ofParent: async (parent: Person) =>
      (await gate.childrenOfParent(parent, 'see_children')).map((child) => childAnswer(parent, child)),

    read: async (person: Person, studentId: string) =>
      childAnswer(person, await gate.child(person, 'see_child', studentId)),

    rename: async (person: Person, studentId: string, name: string) => {
      await gate.child(person, 'change_child', studentId)
      requirePlaced(await children.rename(studentId, name))
      return childAnswer(person, await gate.child(person, 'change_child', studentId))
    },

    /** Moves children of a class, all or none. */
    move: async (person: Person, from: ClassRecord, studentIds: readonly string[], to: ClassRecord) => {
      const inside = (await gate.childrenOf(person, 'move_child', from, studentIds)).map(({ id }) => id)
      requirePlaced(await children.move(inside, to.id, now()))
      const moved = await gate.childrenOf(person, 'move_child', to, inside)
      return moved.map((child) => childAnswer(person, child))
    },

    /** Signs a child out on every device. */
    signOut: async (person: Person, studentId: string) => {
      await gate.child(person, 'change_child', studentId)
      await ended(await children.signOut([tokensOf(studentId)], now()))
    },

    /** Removes a child from this class, to the family of `toParent`; null deletes the child, which then must have no parent. */
    remove: async (
      person: Person,
      classId: string,
      studentId: string,
      toParent: string | null,
      familyOf: (parentId: string) => Promise<ClassRecord>,
    ) => {
      const child = await gate.child(person, 'remove_child', studentId)
      if (child.classId !== classId) throw new Refusal(404, 'not_found', 'This child isn’t in this class.')
      const parentIds = child.guardianIds.filter((id) => id !== person.id)
      // The parents may have changed: never move the child to an unnamed parent, and never delete a child that now has one.
      if (toParent === null ? parentIds.length > 0 : !parentIds.includes(toParent)) throw otherParents()
      if (toParent !== null) {
        // The family may already have a child with this name, which must not prevent the move.
        requirePlaced(await children.moveApart(studentId, (await familyOf(toParent)).id, now()))
        return { removed: 'to_family' } as const
      }
      await gate.child(person, 'delete_child', studentId)
      await deleteChild(studentId)
      return { removed: 'deleted' } as const
    },

    /** Deletes a child and all its data. */
    erase: async (person: Person, studentId: string) => {
      await gate.child(person, 'delete_child', studentId)
      await deleteChild(studentId)
      return { removed: 'deleted' } as const
    },
  }
}

export type ChildService = ReturnType<typeof childService>
