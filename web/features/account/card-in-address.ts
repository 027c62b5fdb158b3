import { PIN_KINDS, type PinKind } from '../../../domain/pin.ts'
import type { DurableStore } from '../../lib/storage.ts'

/** What a child need not type, because its card or this device says it. */
export type KnownCard = {
  readonly code: string
  readonly name: string
  /** What kind of PIN, where that is known. */
  readonly pinKind: PinKind | null
}

/** What the children of a class that use this device have in common; it says nothing of any one of them. */
const CLASS_KEY = 'tenfold.class'
/** Longer than any code or name that the server takes. */
const LONGEST = 64

function pinKindOf(json: unknown): PinKind | null {
  return PIN_KINDS.find((kind) => kind === json) ?? null
}

function textOf(json: unknown): string {
  return typeof json === 'string' ? json.slice(0, LONGEST) : ''
}

/**
 * What a card's QR code has put behind the `#`, where no server and no log sees it (`#code=…&name=…&pin=pictures`): never a PIN,
 * only its kind. Null for an address that is no card's.
 */
export function cardInAddress(hash: string): KnownCard | null {
  const said = new URLSearchParams(hash.replace(/^#/, ''))
  const code = textOf(said.get('code') ?? '')
  return code === ''
    ? null
    : { code, name: textOf(said.get('name') ?? ''), pinKind: pinKindOf(said.get('pin')) }
}

/** The class whose children sign in on this device. */
export function classHere(store: DurableStore): KnownCard {
  const known = store.read(CLASS_KEY, (json) => (typeof json === 'object' ? json : null))
  const said = new Map<string, unknown>(Object.entries(known ?? {}))
  return { code: textOf(said.get('code')), name: '', pinKind: pinKindOf(said.get('pinKind')) }
}

/** Remembers the class of a child that has signed in on this device, and nothing of the child. */
export function noteClassHere(store: DurableStore, { code, pinKind }: KnownCard): void {
  store.write(CLASS_KEY, { code, pinKind })
}
