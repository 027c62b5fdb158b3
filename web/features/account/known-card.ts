import type { BadgeColor } from '../../../domain/badge.ts'
import { looksLikeClassCode, plainCode } from '../../../domain/code.ts'
import { ANIMALS, type Animal } from '../../../domain/nickname.ts'
import { PIN_KINDS, type PinKind } from '../../../domain/pin.ts'
import { MAX_CHILDREN } from '../../generated/constants.ts'
import { isBadgeColor } from '../../lib/badge-color.ts'
import { deleteWarmUpOffers } from '../../lib/learning-key.ts'
import type { DurableStore } from '../../lib/storage.ts'
import { compareNames } from '../../../domain/name-order.en.ts'

/** A child as its card's QR code names it: an id that only the server can read, and the badge for the greeting. */
export type CardOfChild = { readonly id: string; readonly badge: CardBadge | null }

type CardBadge = { readonly color: BadgeColor; readonly animal: Animal }

/** The parts of a sign-in that the card or this device supplies. */
export type KnownCard = {
  readonly code: string
  /** '' where it is not known. */
  readonly name: string
  /** The card's id, sent instead of a name; null if the child types the name. */
  readonly card: CardOfChild | null
  /** The kind of PIN of the child, or else of the class, if known. */
  readonly pinKind: PinKind | null
}

/** A child who has signed in on this device. */
export type KnownChild = {
  readonly name: string
  readonly nickname: string
  readonly color: BadgeColor
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
  const [color, animalName, ...more] = (text ?? '').split('-')
  const animal = ANIMALS.find((known) => known === animalName)
  return isBadgeColor(color) && animal !== undefined && more.length === 0 ? { color, animal } : null
}

/**
 * Parses the fragment of a card's address (`#code=…&card=…&badge=blue-fox&pin=pictures`), which no server log contains. It
 * never has a name or a PIN, only the kind of PIN. Null for other addresses, and for a code that cannot be one, so that no link can put
 * a sentence on the page.
 */
export function cardOfAddress(hash: string): KnownCard | null {
  const fields = new URLSearchParams(hash.replace(/^#/, ''))
  const [code = '', id] = ['code', 'card'].map((key) => textOf(fields.get(key) ?? ''))
  if (!looksLikeClassCode(plainCode(code))) return null
  const card = id ? { id, badge: badgeOf(fields.get('badge')) } : null
  return { code, name: '', card, pinKind: pinKindOf(fields.get('pin')) }
}

/** The class whose children sign in on this device. */
export function knownClassCode(store: DurableStore): KnownCard {
  const known = store.read(CLASS_KEY, (json) => (typeof json === 'object' ? json : null))
  const fields = new Map<string, unknown>(Object.entries(known ?? {}))
  return { code: textOf(fields.get('code')), name: '', card: null, pinKind: pinKindOf(fields.get('pinKind')) }
}

function knownChildOf(json: unknown): KnownChild | null {
  if (typeof json !== 'object' || json === null) return null
  const fields = new Map<string, unknown>(Object.entries(json))
  const [name, nickname, color] = [fields.get('name'), fields.get('nickname'), fields.get('color')]
  if (typeof name !== 'string' || typeof nickname !== 'string' || !isBadgeColor(color)) return null
  return { name, nickname, color, pinKind: pinKindOf(fields.get('pinKind')) }
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

/**
 * The class's kind of PIN from the server. If it has changed, or was not known, the kinds that children signed in with here may
 * be old ones, and are dropped.
 */
export function saveKnownPinKind(store: DurableStore, code: string, pinKind: PinKind): void {
  const known = knownClassCode(store)
  if (known.code !== code || known.pinKind === pinKind) return
  const children = knownChildrenOf(store).map((child) => ({ ...child, pinKind: null }))
  store.write(CLASS_KEY, { code, pinKind, children })
}

/** Remembers a child of that class by its name and badge, so that it taps its animal next time. */
export function saveKnownChild(store: DurableStore, child: KnownChild): void {
  const { code, pinKind } = knownClassCode(store)
  const others = knownChildrenOf(store).filter(({ name }) => name !== child.name)
  const children = [...others, child].slice(-MAX_CHILDREN).toSorted((a, b) => compareNames(a.name, b.name))
  store.write(CLASS_KEY, { code, pinKind, children })
}

/** Forgets the children, and remembers the class. */
export function deleteKnownChildren(store: DurableStore): void {
  const { code, pinKind } = knownClassCode(store)
  store.write(CLASS_KEY, { code, pinKind, children: [] })
  deleteWarmUpOffers(store)
}
