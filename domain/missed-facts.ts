import { allFacts, OPERATIONS, type Fact, type Operation } from './fact.ts'
import { separateRepeats, shuffle, splitEvenly, type Random } from './fact-selection.ts'
import { findLeague } from './league.ts'
import type { AnsweredProblem } from './scoring.ts'

/** How often a missed fact is asked in a session of missed facts. */
const TIMES_EACH = 3
/** Known facts make up the rest: a session of only hard facts discourages. */
const MAX_MISSED_SHARE = 0.8
/** Most missed facts that are shown and practiced together; more than a handful does not help. */
export const MAX_MISSED = 8
const SHORT_SESSION = 10
const LONG_SESSION = 20

/** A fact is missed when its first answer is wrong. */
export function isMissed({ correct, attempts }: Pick<AnsweredProblem, 'correct' | 'attempts'>): boolean {
  return !correct || attempts > 1
}

/** Ids of the facts missed in a session, each once: first those never solved, then those solved on a later try. */
export function missedIn(answered: readonly AnsweredProblem[]): string[] {
  const missed = answered.filter(isMissed)
  return [...new Set([...missed.filter(({ correct }) => !correct), ...missed].map(({ factId }) => factId))]
}

/** Merges two lists, each in its own order, with the first spread evenly from the beginning. */
function spread(first: readonly Fact[], second: readonly Fact[]): Fact[] {
  const count = first.length + second.length
  const places = new Map(first.map((fact, turn) => [Math.floor((turn * count) / first.length), fact]))
  const rest = second.values()
  return Array.from({ length: count }, (_, place) => places.get(place) ?? rest.next().value).filter(
    (fact) => fact !== undefined,
  )
}

/**
 * A session of 10 or 20 problems about a few missed facts: each comes up to three times, with known facts in between. In a
 * league its operations share the problems evenly, as in any other session.
 */
export function selectMissed(input: {
  readonly category: string
  /** At least one, at most eight. */
  readonly missed: readonly Fact[]
  /** Ids of facts that the child knows; they fill the gaps first. */
  readonly known: readonly string[]
  readonly random: Random
}): Fact[] {
  const { category, missed, known, random } = input
  const ofOperation = (operation: Operation) => missed.filter((fact) => fact.operation === operation)
  const operations =
    findLeague(category)?.operations ?? OPERATIONS.filter((each) => ofOperation(each).length > 0)
  const eachTwice = [...splitEvenly(SHORT_SESSION, operations)].every(
    ([operation, share]) => 2 * ofOperation(operation).length <= share * MAX_MISSED_SHARE,
  )
  const shares = [...splitEvenly(eachTwice ? SHORT_SESSION : LONG_SESSION, operations)]
  const hard = shares.map(([operation, share]) => {
    const own = ofOperation(operation)
    return Array.from({ length: TIMES_EACH }, () => own)
      .flat()
      .slice(0, Math.min(share, Math.max(own.length, Math.floor(share * MAX_MISSED_SHARE))))
  })
  const easy = shares.flatMap(([operation, share], place) => {
    const others = shuffle(allFacts(operation), random).filter((fact) => !missed.includes(fact))
    const [easier, rest] = [true, false].map((isKnown) =>
      others.filter(({ id }) => known.includes(id) === isKnown),
    )
    return [...(easier ?? []), ...(rest ?? [])].slice(0, share - (hard[place]?.length ?? 0))
  })
  return separateRepeats(spread(hard.reduce(spread, []), shuffle(easy, random)))
}
