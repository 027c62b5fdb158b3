import type { BadgeColor } from '../../../domain/badge.ts'
import { ANIMALS, type Animal } from '../../../domain/nickname.ts'
import { PIN_KINDS, type PinKind } from '../../../domain/pin.ts'
import { MAX_CHILDREN } from '../../generated/constants.ts'
import { isBadgeColor } from '../../lib/badge-color.ts'
import { deleteWarmUpOffers } from '../../lib/learning-key.ts'
import type { DurableStore } from '../../lib/storage.ts'

/** What a card's QR code says of its child: an id that only the server can read, and the badge by which the child is greeted. */
type CardOfChild = { readonly id: string; readonly badge: CardBadge | null }

type CardBadge = { readonly color: BadgeColor; readonly animal: Animal }

/** What a child need not type, because its card or this device says it. */
export type KnownCard = {
  readonly code: string
  /** '' where it is not known. */
  readonly name: string
  /** What the card says instead of a name; null for a child that types its name. */
  readonly card: CardOfChild | null
  /** What kind of PIN the child has, or else children of its class, where that is known. */
  readonly pinKind: PinKind | null
}

/** A child who has signed in on this device. */
export type KnownChild = {
  readonly name: string
  readonly nickname: string
  /** Null where an earlier version has remembered the child, or an earlier server told of it. */
  readonly color: BadgeColor | null
  /** With what it has signed in here last; null where that may have changed. */
  readonly pinKind: PinKind | null
}

/** The class that uses this device, and those of its children who have signed in here. */
const CLASS_KEY = 'tenfold.class'
/** Longer than any code or name that the server takes. */
const LONGEST = 64

function pinKindOf(json: unknown): PinKind | null {
  return PIN_KINDS.find((kind) => kind === json) ?? null
}

function textOf(json: unknown): string {
  return typeof json === 'string' ? json.slice(0, LONGEST) : ''
}

/** A badge as a card writes it (`blue-fox`), or null for anything else. */
function badgeOf(text: string | null): CardBadge | null {
  const [color, said, ...more] = (text ?? '').split('-')
  const animal = ANIMALS.find((known) => known === said)
  return isBadgeColor(color) && animal !== undefined && more.length === 0 ? { color, animal } : null
}

/**
 * What a card's QR code has put behind the `#`, where no log sees it (`#code=…&card=…&badge=blue-fox&pin=pictures`): never a
 * name and never a PIN, only its kind. Cards of earlier versions say `name=` instead of the card. Null for an address that is no
 * card's.
 */
export function cardOfAddress(hash: string): KnownCard | null {
  const said = new URLSearchParams(hash.replace(/^#/, ''))
  const [code, id, name] = ['code', 'card', 'name'].map((key) => textOf(said.get(key) ?? ''))
  if (!code) return null
  const card = id ? { id, badge: badgeOf(said.get('badge')) } : null
  return { code, name: (card === null && name) || '', card, pinKind: pinKindOf(said.get('pin')) }
}

/** The class whose children sign in on this device. */
export function knownClassCode(store: DurableStore): KnownCard {
  const known = store.read(CLASS_KEY, (json) => (typeof json === 'object' ? json : null))
  const said = new Map<string, unknown>(Object.entries(known ?? {}))
  return { code: textOf(said.get('code')), name: '', card: null, pinKind: pinKindOf(said.get('pinKind')) }
}

function knownChildOf(json: unknown): KnownChild | null {
  if (typeof json !== 'object' || json === null) return null
  const said = new Map<string, unknown>(Object.entries(json))
  const [name, nickname, color] = [said.get('name'), said.get('nickname'), said.get('color')]
  if (typeof name !== 'string' || typeof nickname !== 'string') return null
  return {
    name,
    nickname,
    color: isBadgeColor(color) ? color : null,
    pinKind: pinKindOf(said.get('pinKind')),
  }
}

/** The children of the class who have signed in on this device, by name. */
export function knownChildrenOf(store: DurableStore): readonly KnownChild[] {
  const known = store.read(CLASS_KEY, (json) => (typeof json === 'object' ? json : null))
  const children: unknown = new Map<string, unknown>(Object.entries(known ?? {})).get('children')
  return Array.isArray(children) ? children.flatMap((each) => knownChildOf(each) ?? []) : []
}

/** Remembers the class of a child that has signed in on this device, with its kind of PIN; of another class nothing stays. */
export function saveKnownClass(store: DurableStore, code: string, pinKind: PinKind | null): void {
  const known = knownClassCode(store)
  const children = known.code === code ? knownChildrenOf(store) : []
  store.write(CLASS_KEY, { code, pinKind: pinKind ?? known.pinKind, children })
}

/** The kind of PIN of the class here, as the server tells it: where it has changed, all its children have new PINs. */
export function saveKnownPinKind(store: DurableStore, code: string, pinKind: PinKind): void {
  const known = knownClassCode(store)
  if (known.code !== code || known.pinKind === pinKind) return
  const hasChanged = known.pinKind !== null
  const children = knownChildrenOf(store).map((child) => (hasChanged ? { ...child, pinKind: null } : child))
  store.write(CLASS_KEY, { code, pinKind, children })
}

/** Remembers a child of that class by its name and badge, so that it taps its animal next time. */
export function saveKnownChild(store: DurableStore, child: KnownChild): void {
  const { code, pinKind } = knownClassCode(store)
  const others = knownChildrenOf(store).filter(({ name }) => name !== child.name)
  const children = [...others, child].slice(-MAX_CHILDREN).toSorted((a, b) => a.name.localeCompare(b.name))
  store.write(CLASS_KEY, { code, pinKind, children })
}

/** Forgets the children, and remembers the class. */
export function deleteKnownChildren(store: DurableStore): void {
  const { code, pinKind } = knownClassCode(store)
  store.write(CLASS_KEY, { code, pinKind, children: [] })
  deleteWarmUpOffers(store)
}
