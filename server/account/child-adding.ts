import { CONSENT_VERSION } from '../../contract/account.ts'
import type { childRoutes } from '../../contract/children.ts'
import { MAX_CHILDREN } from '../../contract/classes.ts'
import { plainName } from '../../domain/child-name.ts'
import { generateUnusedNickname } from '../../domain/nickname.ts'
import { newPin, type PinKind, type RandomBelow } from '../../domain/pin.ts'
import type { Answer } from '../http/bind.ts'
import { Refusal } from '../http/errors.ts'
import type { ChildStore } from '../storage/sql/accounts/child-store.ts'
import type { ConsentStore } from '../storage/sql/accounts/consent-store.ts'
import type { ChildGate } from './child-gate.ts'
import type { PinVault } from './pin-vault.ts'
import type { ChildRecord, ClassRecord, NewChild, PlacementResult } from './port.ts'
import type { Person } from './roles.ts'

type ChildrenWithCode = Answer<(typeof childRoutes)['make']>
type ChildWithPin = ChildrenWithCode['children'][number]

/** The kind of PIN in a new class or family, unless another one is chosen. */
export const USUAL_PIN_KIND: PinKind = 'digits'

type ChildAddingNeeds = {
  readonly gate: ChildGate
  readonly children: Pick<ChildStore, 'addChildren'>
  readonly consents: ConsentStore
  readonly vault: PinVault
  readonly randomBelow: RandomBelow
  readonly newId: () => string
  readonly now: () => number
  readonly withPins: (person: Person, records: readonly ChildRecord[]) => Promise<ChildWithPin[]>
}

type NewChildren = {
  readonly names: readonly string[]
  /** Idempotency key from the client. */
  readonly requestId?: string | undefined
}

/** Why children or a child could not be placed, as a 404 or 409 Refusal. */
export function notPlaced(placed: Exclude<PlacementResult, { kind: 'done' }>): Refusal {
  switch (placed.kind) {
    case 'gone':
      return new Refusal(404, 'not_found', 'The class or child was just removed.')
    case 'archived': {
      const sentence = 'This class is archived. Unarchive it first, or choose another class.'
      return new Refusal(409, 'class_archived', sentence)
    }
    case 'full':
      return new Refusal(409, 'class_full', `You can have up to ${MAX_CHILDREN} children here.`)
    case 'taken': {
      const names = placed.names.join(', ')
      const sentence = `Already in this class: ${names}. Please add a last initial.`
      return new Refusal(409, 'name_taken', sentence)
    }
  }
}

const addingTo = ({ kind }: ClassRecord) => (kind === 'family' ? 'add_own_child' : 'add_children')

/** Adding children. `withPins` reads the PINs of children, which is recorded. */
export function childAdding({
  gate,
  children,
  consents,
  vault,
  randomBelow,
  newId,
  now,
  withPins,
}: ChildAddingNeeds) {
  const PRECISION = 2 ** 32
  const random = (): number => randomBelow(PRECISION) / PRECISION

  const requireConsent = async (person: Person): Promise<void> => {
    if (await consents.has(person.id, CONSENT_VERSION)) return
    const sentence = 'Please confirm the statements about children’s data first.'
    throw new Refusal(409, 'consent_needed', sentence)
  }

  /** New children, whose nicknames are distinct from each other and from the known ones. */
  const draftsOf = (
    person: Person,
    names: readonly string[],
    { pinKind, known }: { readonly pinKind: PinKind; readonly known: readonly string[] },
  ): NewChild[] => {
    const nicknames = [...known]
    return names.map((name) => {
      const id = newId()
      const nickname = generateUnusedNickname(random, nicknames)
      nicknames.push(nickname)
      return {
        id,
        name: plainName(name),
        nickname,
        sealedPin: vault.seal(id, newPin(pinKind, randomBelow)),
        pinKind,
        consent: { version: CONSENT_VERSION, adultId: person.id },
      }
    })
  }

  /** The children who were just added to this class, in this order, with their PINs. */
  const cardsOf = async (
    person: Person,
    home: ClassRecord,
    studentIds: readonly string[],
  ): Promise<ChildWithPin[]> => {
    const byId = new Map(
      (await gate.childrenOf(person, addingTo(home), home)).map((child) => [child.id, child]),
    )
    return withPins(
      person,
      studentIds.flatMap((id) => byId.get(id) ?? []),
    )
  }

  /** New children with nicknames and PINs, for a class; null for one that is not stored yet. Throws a 409 Refusal without consent. */
  const drafts = async (person: Person, names: readonly string[], home: ClassRecord | null) => {
    await requireConsent(person)
    if (home === null) return draftsOf(person, names, { pinKind: USUAL_PIN_KIND, known: [] })
    const inside = await gate.childrenOf(person, addingTo(home), home)
    return draftsOf(person, names, {
      pinKind: home.pinKind,
      known: inside.map(({ nickname }) => nickname),
    })
  }

  return {
    drafts,

    justAdded: cardsOf,

    /** Adds children to a class or family of this person. Idempotent: a repeat returns the same children. */
    add: async (person: Person, home: ClassRecord, { names, requestId = newId() }: NewChildren) => {
      const made = await drafts(person, names, home)
      const guardianId = home.kind === 'family' ? person.id : null
      const added = await children.addChildren(home.id, made, guardianId, now(), requestId)
      if (added.kind !== 'done') throw notPlaced(added)
      return { code: home.code, children: await cardsOf(person, home, added.studentIds) }
    },
  }
}
