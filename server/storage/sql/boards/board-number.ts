import { LEAGUE_IDS, type LeagueId } from '../../../../domain/league.ts'

/** A league's board on a practice day. */
export type Board = { readonly day: string; readonly league: LeagueId }

/** Stored; never reuse a number for another league. */
const LEAGUE_NUMBERS: Readonly<Record<LeagueId, number>> = {
  addition_facts: 1,
  subtraction_facts: 2,
  mixed_add_sub: 3,
  multiplication_facts: 4,
  division_facts: 5,
  mixed_mult_div: 6,
}

const NUMBERS_A_DAY = 100

function dayNumber(day: string): number {
  return Number(day.replaceAll('-', '')) * NUMBERS_A_DAY
}

/**
 * A board's key in the tables: the digits of its day (2026-11-20) and two digits for its league, such as 2026112001. A fifth as
 * long as two text columns in every row and index that a score touches, and sorted by day.
 */
export function boardNumber({ day, league }: Board): number {
  return dayNumber(day) + LEAGUE_NUMBERS[league]
}

/** The range of board numbers of a day, inclusive. */
export function boardsOfDay(day: string): { readonly first: number; readonly last: number } {
  return { first: dayNumber(day), last: dayNumber(day) + NUMBERS_A_DAY - 1 }
}

export function dayOf(number: number): string {
  const digits = String(Math.floor(number / NUMBERS_A_DAY))
  return `${digits.slice(0, -4)}-${digits.slice(-4, -2)}-${digits.slice(-2)}`
}

/** Null if no league has this number. */
export function leagueOf(number: number): LeagueId | null {
  return LEAGUE_IDS.find((id) => LEAGUE_NUMBERS[id] === number % NUMBERS_A_DAY) ?? null
}

/** Throws for a number that is not a board's. */
export function boardOf(number: number): Board {
  const league = leagueOf(number)
  if (league === null) throw new Error(`${number} is not a board`)
  return { day: dayOf(number), league }
}
