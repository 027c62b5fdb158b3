import type { LeagueId } from './league.ts'

/** The names of the leagues (specification §3). */
export const LEAGUE_NAMES: Readonly<Record<LeagueId, string>> = {
  addition_facts: 'Addition Facts',
  subtraction_facts: 'Subtraction Facts',
  mixed_add_sub: 'Mixed Add/Sub',
  multiplication_facts: 'Multiplication Facts',
  division_facts: 'Division Facts',
  mixed_mult_div: 'Mixed Mult/Div',
}
