import type { Operation } from '../fact.ts'
import { GAMES, operationsOfGame, type GameId } from '../games.ts'
import { daysBetween } from '../practice-day.ts'
import type { FactSetId } from './fact-sets.ts'

/** A game returns after this many weeks at the earliest, as long as the child needs the same set. */
const WEEKS = 5
/** The games for every set. */
const FOR_ALL: GameId = 'three-numbers'

/** The best games for a set, best first. Sets without a row have games of their operation only. */
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
 * The game of a week for a child who needs this set. It depends only on the set and the week, so that it is the same
 * everywhere, and a different one each week.
 */
export function gameOfWeek(set: FactSetId, operation: Operation, monday: string): GameId {
  const others = GAMES.filter((game) => operationsOfGame(game).includes(operation)).map(({ id }) => id)
  const games = [...new Set<GameId>([...(BEST[set] ?? []), FOR_ALL, ...others])].slice(0, WEEKS)
  const week = daysBetween(FIRST_MONDAY, monday) / 7
  return games[week % games.length] ?? FOR_ALL
}
