import { findFact, OPERATIONS, type Operation } from '../../../domain/fact.ts'
import type { Growth } from '../../../domain/garden.ts'
import { fieldsOf } from '../../../domain/json-fields.ts'
import { tabStore } from '../../lib/storage.ts'

/** In session storage, so that it survives a reload of the results but not the child's turn at a shared device. */
const GROWN_KEY = 'tenfold.grown'

/** The most advanced first. */
export const GROWN_PARTS = ['keepsakes', 'flowers', 'leaves', 'sprouts'] as const

export type GrownPart = (typeof GROWN_PARTS)[number]

/** How many facts reached each stage in a session, and the operation of the first flower, which decides its drawing. */
export type Grown = { readonly counts: Readonly<Record<GrownPart, number>>; readonly flowerOf: Operation }

/** Stores what grew in a finished session, in place of the last one. */
export function rememberGrowth(sessionId: string, growth: Growth): void {
  const counts = GROWN_PARTS.map((part) => growth[part].length)
  tabStore.write(GROWN_KEY, { sessionId, counts, flowerOf: findFact(growth.flowers[0] ?? '')?.operation })
}

/** What grew in this session; null if this tab does not know. */
export function grownIn(sessionId: string): Grown | null {
  const kept = fieldsOf(tabStore.read(GROWN_KEY, (json) => json))
  if (kept.get('sessionId') !== sessionId) return null
  const stored = fieldsOf(kept.get('counts'))
  const counts = Object.fromEntries(
    GROWN_PARTS.map((part, place) => [part, Number(stored.get(String(place))) || 0]),
  ) as Record<GrownPart, number>
  return { counts, flowerOf: OPERATIONS.find((one) => one === kept.get('flowerOf')) ?? 'addition' }
}
