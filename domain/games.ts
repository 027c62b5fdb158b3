import { OPERATIONS, type Operation } from './fact.ts'
import { factAt } from './learning/memory.ts'
import { factsOfSet, type FactSetId } from './school/fact-sets.ts'

/** A five-minute game for home: the fact sets that it practices, those of its harder way included. */
type Game = { readonly id: string; readonly sets: readonly FactSetId[] }

/** The games in the order of their cards, from adding to dividing. */
export const GAMES = [
  { id: 'stairs-ahead', sets: ['add_count_on', 'sub_small'] },
  { id: 'two-hands', sets: ['add_doubles'] },
  { id: 'almost-twins', sets: ['add_near_doubles', 'add_doubles'] },
  { id: 'friends-of-ten', sets: ['add_pairs_of_10'] },
  { id: 'fill-the-ten', sets: ['add_across_10', 'add_10_and_more'] },
  { id: 'nearly-ten', sets: ['add_across_10'] },
  { id: 'together-to-twenty', sets: ['add_count_on', 'add_across_10', 'add_11_12', 'sub_all'] },
  { id: 'under-the-cup', sets: ['sub_from_10', 'add_pairs_of_10', 'sub_across_10'] },
  { id: 'what-is-missing', sets: ['sub_to_10', 'sub_count_up'] },
  { id: 'step-to-step', sets: ['sub_across_10', 'sub_count_up'] },
  { id: 'half-for-you', sets: ['sub_halves', 'div_2'] },
  { id: 'pairs-of-socks', sets: ['mul_2', 'div_2'] },
  { id: 'long-hand', sets: ['mul_5', 'div_5'] },
  { id: 'toes-in-the-room', sets: ['mul_10', 'div_10', 'mul_5'] },
  { id: 'wheels', sets: ['mul_4', 'mul_3', 'div_4'] },
  { id: 'square-floor', sets: ['mul_squares'] },
  { id: 'fingers-for-nine', sets: ['mul_9', 'div_9'] },
  { id: 'cut-the-bar', sets: ['mul_6', 'mul_7', 'mul_8', 'mul_hard', 'mul_3'] },
  { id: 'secret-card', sets: ['div_all'] },
  { id: 'three-numbers', sets: ['add_all', 'sub_all', 'mul_all', 'div_all'] },
] as const satisfies readonly Game[]

export type GameId = (typeof GAMES)[number]['id']

/** The operations that a game practices, in the usual order. */
export function operationsOfGame({ sets }: Game): readonly Operation[] {
  const practiced = new Set(sets.flatMap(factsOfSet).map((number) => factAt(number)?.operation))
  return OPERATIONS.filter((operation) => practiced.has(operation))
}
