import { findFact, type Fact } from '../../../domain/fact.ts'
import type { Growth } from '../../../domain/garden.ts'
import { fieldsOf } from '../../../domain/json-fields.ts'
import { tabStore } from '../../lib/storage.ts'

/** In session storage, so that it survives a reload of the results but not the child's turn at a shared device. */
const GROWN_KEY = 'tenfold.grown'

/** The most advanced first. */
export const GROWN_PLANTS = ['flowers', 'leaves', 'sprouts'] as const

export type GrownPlant = (typeof GROWN_PLANTS)[number]

/** The facts that reached each stage in a session, and the number of frames that became all flowers. */
export type Grown = Readonly<Record<GrownPlant, readonly Fact[]>> &
  Pick<Growth, 'flowersFrom'> & { readonly keepsakes: number }

/** Stores what grew in a finished session, in place of the last one. */
export function rememberGrowth(sessionId: string, growth: Growth): void {
  tabStore.write(GROWN_KEY, { ...growth, sessionId, keepsakes: growth.keepsakes.length })
}

/** What grew in this session; null if this tab does not know. */
export function grownIn(sessionId: string): Grown | null {
  const kept = fieldsOf(tabStore.read(GROWN_KEY, (json) => json))
  if (kept.get('sessionId') !== sessionId) return null
  const factsOf = (plant: GrownPlant): Fact[] => {
    const ids = kept.get(plant)
    return Array.isArray(ids) ? ids.flatMap((id) => findFact(String(id)) ?? []) : []
  }
  return {
    flowers: factsOf('flowers'),
    flowersFrom: kept.get('flowersFrom') === 'sprout' ? 'sprout' : 'leaf',
    leaves: factsOf('leaves'),
    sprouts: factsOf('sprouts'),
    keepsakes: Number(kept.get('keepsakes')) || 0,
  }
}
