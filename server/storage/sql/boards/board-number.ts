import { LEAGUE_IDS, type LeagueId } from '../../../../domain/league.ts'

/** A league's board of a practice day. */
export type Board = { readonly day: string; readonly league: LeagueId }

/** As they are stored: a number is never given to another league. */
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
 * A board as the tables name it: the digits of its day (2026-11-20) and two of its league, 2026112001. It is a fifth as long
 * as the two texts, in every row and index that a score touches, and lies in the order of the days.
 */
export function boardNumber({ day, league }: Board): number {
  return dayNumber(day) + LEAGUE_NUMBERS[league]
}

/** The midnight, in UTC, of the date that names a practice day, in epoch milliseconds: stretches are numbered from it. */
export function midnightMsOf(day: string): number {
  return Date.parse(day)
}

/** The numbers that all boards of a day lie between, these two included. */
export function boardsOfDay(day: string): { readonly first: number; readonly last: number } {
  return { first: dayNumber(day), last: dayNumber(day) + NUMBERS_A_DAY - 1 }
}

/** The day of a stored number. */
export function dayOf(number: number): string {
  const digits = String(Math.floor(number / NUMBERS_A_DAY))
  return `${digits.slice(0, -4)}-${digits.slice(-4, -2)}-${digits.slice(-2)}`
}

/** The league of a stored number, or null where no league has it. */
export function leagueOf(number: number): LeagueId | null {
  return LEAGUE_IDS.find((id) => LEAGUE_NUMBERS[id] === number % NUMBERS_A_DAY) ?? null
}

/** The board of a stored number; throws for a number that is no board's. */
export function boardOf(number: number): Board {
  const league = leagueOf(number)
  if (league === null) throw new Error(`${number} is no board`)
  return { day: dayOf(number), league }
}
