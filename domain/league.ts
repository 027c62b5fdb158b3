import type { Operation } from './fact.ts'

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
  { id: 'addition_facts', name: 'Addition Facts', operations: ['addition'] },
  { id: 'subtraction_facts', name: 'Subtraction Facts', operations: ['subtraction'] },
  { id: 'mixed_add_sub', name: 'Mixed Add/Sub', operations: ['addition', 'subtraction'] },
  { id: 'multiplication_facts', name: 'Multiplication Facts', operations: ['multiplication'] },
  { id: 'division_facts', name: 'Division Facts', operations: ['division'] },
  { id: 'mixed_mult_div', name: 'Mixed Mult/Div', operations: ['multiplication', 'division'] },
]

/** The league with this id, or undefined for anything else. */
export function findLeague(id: string): League | undefined {
  return LEAGUES.find((league) => league.id === id)
}
