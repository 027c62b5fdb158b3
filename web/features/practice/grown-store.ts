import type { Growth } from '../../../domain/garden.ts'
import { fieldsOf } from '../../../domain/json-fields.ts'
import { tabStore } from '../../lib/storage.ts'

/** In session storage, so that it survives a reload of the results but not the child's turn at a shared device. */
const GROWN_KEY = 'tenfold.grown'

/** How many facts reached each stage in a session. */
export type Grown = Readonly<Record<'sprouts' | 'leaves' | 'flowers' | 'keepsakes', number>>

const PARTS = ['sprouts', 'leaves', 'flowers', 'keepsakes'] as const

/** Stores what grew in a finished session, in place of the last one. */
export function rememberGrowth(sessionId: string, growth: Growth): void {
  const grown = Object.fromEntries(PARTS.map((part) => [part, growth[part].length]))
  tabStore.write(GROWN_KEY, { sessionId, ...grown })
}

/** What grew in this session; null if this tab does not know. */
export function grownIn(sessionId: string): Grown | null {
  const kept = fieldsOf(tabStore.read(GROWN_KEY, (json) => json))
  if (kept.get('sessionId') !== sessionId) return null
  const countOf = (part: (typeof PARTS)[number]): number => {
    const value = kept.get(part)
    return typeof value === 'number' ? value : 0
  }
  return {
    sprouts: countOf('sprouts'),
    leaves: countOf('leaves'),
    flowers: countOf('flowers'),
    keepsakes: countOf('keepsakes'),
  }
}
