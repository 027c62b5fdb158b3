import type { Operation } from './fact.ts'
import { LEAGUE_NAMES } from './league-names.en.ts'

/** The six leagues, in the order they are shown (specification §3). */
export const LEAGUE_IDS = [
  'addition_facts',
  'subtraction_facts',
  'mixed_add_sub',
  'multiplication_facts',
  'division_facts',
  'mixed_mult_div',
] as const

export type LeagueId = (typeof LEAGUE_IDS)[number]

export type League = {
  readonly id: LeagueId
  readonly name: string
  /** When problems do not split evenly, the first operation takes the extra one. */
  readonly operations: readonly Operation[]
}

export const LEAGUES: readonly League[] = [
  { id: 'addition_facts', name: LEAGUE_NAMES.addition_facts, operations: ['addition'] },
  { id: 'subtraction_facts', name: LEAGUE_NAMES.subtraction_facts, operations: ['subtraction'] },
  { id: 'mixed_add_sub', name: LEAGUE_NAMES.mixed_add_sub, operations: ['addition', 'subtraction'] },
  { id: 'multiplication_facts', name: LEAGUE_NAMES.multiplication_facts, operations: ['multiplication'] },
  { id: 'division_facts', name: LEAGUE_NAMES.division_facts, operations: ['division'] },
  { id: 'mixed_mult_div', name: LEAGUE_NAMES.mixed_mult_div, operations: ['multiplication', 'division'] },
]

/** The league with this id, or undefined for anything else. */
export function findLeague(id: string): League | undefined {
  return LEAGUES.find((league) => league.id === id)
}
