import type { Division } from '../../../domain/division.ts'
import { counted, plural } from '../../../domain/words.en.ts'

/** The text of the battle boards on the guest home. Names from the specification (§2) are verbatim. */
export const championMessages = {
  title: 'Battle Champions',
  division: {
    addition_subtraction: 'Addition & Subtraction',
    multiplication_division: 'Multiplication & Division',
  } satisfies Record<Division, string>,
  nobody: 'No battles yet. Be the first to compete!',
  failed: 'Couldn’t load. Trying again…',
  you: 'You',
  wins: (wins: number) => plural(wins, { one: '# win', other: '# wins' }),
  streak: (wins: number) => `Win streak: ${wins}`,
  number: counted,
  toBoards: 'Battle Leaderboards',
} as const
