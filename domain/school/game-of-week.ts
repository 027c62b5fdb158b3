import type { GameId } from '../games.ts'
import { daysBetween } from '../practice-day.ts'
import type { FactSetId } from './fact-sets.ts'

/** The games for every set. */
const FOR_ALL: GameId = 'three-numbers'

/** The games for a set besides the one for every set, best first. */
const BEST: Readonly<Partial<Record<FactSetId, readonly GameId[]>>> = {
  add_count_on: ['stairs-ahead', 'together-to-twenty'],
  add_doubles: ['two-hands', 'almost-twins'],
  add_near_doubles: ['almost-twins', 'two-hands'],
  add_pairs_of_10: ['friends-of-ten', 'under-the-cup'],
  add_10_and_more: ['fill-the-ten', 'nearly-ten', 'together-to-twenty'],
  add_across_10: ['fill-the-ten', 'nearly-ten', 'together-to-twenty'],
  add_11_12: ['together-to-twenty'],
  add_all: ['together-to-twenty'],
  sub_small: ['stairs-ahead'],
  sub_from_10: ['under-the-cup', 'what-is-missing'],
  sub_to_10: ['under-the-cup', 'what-is-missing'],
  sub_count_up: ['what-is-missing', 'step-to-step'],
  sub_halves: ['half-for-you'],
  sub_across_10: ['step-to-step', 'under-the-cup'],
  sub_all: ['step-to-step', 'under-the-cup'],
  mul_2: ['pairs-of-socks'],
  mul_5: ['long-hand', 'toes-in-the-room'],
  mul_10: ['toes-in-the-room'],
  mul_3: ['wheels', 'cut-the-bar'],
  mul_4: ['wheels', 'cut-the-bar'],
  mul_squares: ['square-floor'],
  mul_9: ['fingers-for-nine'],
  mul_6: ['cut-the-bar'],
  mul_7: ['cut-the-bar'],
  mul_8: ['cut-the-bar'],
  mul_hard: ['cut-the-bar'],
  div_2: ['pairs-of-socks', 'half-for-you'],
  div_5: ['long-hand'],
  div_10: ['toes-in-the-room'],
  div_4: ['wheels'],
  div_3: ['secret-card'],
  div_6: ['secret-card'],
  div_7: ['secret-card'],
  div_8: ['secret-card'],
  div_all: ['secret-card'],
  div_9: ['fingers-for-nine', 'secret-card'],
}

/** A Monday from which weeks are counted. */
const FIRST_MONDAY = '1970-01-05'

/**
 * The game of a week for a child whose weakest set this is; null for a child who knows every set. It depends only on the set and
 * the week, so it is the same everywhere. It changes each week among the games for the set.
 */
export function gameOfWeek(set: FactSetId | null, monday: string): GameId {
  const games = [...((set && BEST[set]) ?? []), FOR_ALL]
  const week = daysBetween(FIRST_MONDAY, monday) / 7
  return games[week % games.length] ?? FOR_ALL
}
