import { allFacts, OPERATIONS, type Fact, type Operation } from './fact.ts'
import { parted, shuffle, splitEvenly, takeFresh, type Random } from './fact-selection.ts'
import { findLeague } from './league.ts'
import type { AnsweredProblem } from './scoring.ts'

/** Problems between a miss and the return of its fact; one more when that place is taken. */
const OTHERS_BETWEEN = 2
/** Times a missed fact is asked in a session of missed facts. */
const TIMES_EACH = 3
/** Known facts make up the rest: a session of nothing but hard facts discourages. */
const MAX_MISSED_SHARE = 0.8
/** Missed facts shown and practiced together; more than a handful helps nobody. */
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

/**
 * The problems of a session after the one at `index` has been missed: its fact comes back after two or three others, in
 * place of the last problem of the same operation whose fact has not been asked. Near the end of a session nothing changes.
 */
export function bringBack(facts: readonly Fact[], index: number): readonly Fact[] {
  const missed = facts[index]
  const soonest = index + OTHERS_BETWEEN + 1
  const comesAnyway = facts.slice(index + 1, soonest + 2).some((fact) => fact.id === missed?.id)
  if (!missed || comesAnyway) return facts
  const asked = new Set(facts.slice(0, index + 1).map((fact) => fact.id))
  const replaceable = facts.flatMap((fact, place) =>
    place >= soonest && fact.operation === missed.operation && !asked.has(fact.id) ? [place] : [],
  )
  // An earlier miss may already return at the soonest place.
  const places = asked.has(facts[soonest]?.id ?? '') ? [soonest + 1] : [soonest, soonest + 1]
  for (const replaced of replaceable.toReversed()) {
    const rest = facts.toSpliced(replaced, 1)
    for (const place of places.filter((each) => each <= rest.length)) {
      const changed = rest.toSpliced(place, 0, missed)
      if (!followsItself(changed)) return changed
    }
  }
  return facts
}

/** Whether any fact is asked twice in a row. */
function followsItself(facts: readonly Fact[]): boolean {
  return facts.some(({ id }, place) => id === facts[place - 1]?.id)
}

/** Both lists as one, each in its order, the first spread evenly over the whole from its beginning. */
function spread(first: readonly Fact[], second: readonly Fact[]): Fact[] {
  const count = first.length + second.length
  const places = new Map(first.map((fact, turn) => [Math.floor((turn * count) / first.length), fact]))
  const rest = second.values()
  return Array.from({ length: count }, (_, place) => places.get(place) ?? rest.next().value).filter(
    (fact) => fact !== undefined,
  )
}

/**
 * A session of 10 or 20 problems about a few missed facts: each comes up to three times, with known facts in between.
 * In a league its operations share the problems evenly, as in any other session.
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
    const others = allFacts(operation).filter((fact) => !missed.includes(fact))
    const unknown = others.map((fact) => fact.id).filter((id) => !known.includes(id))
    return takeFresh(others, share - (hard[place]?.length ?? 0), unknown, random)
  })
  return parted(spread(hard.reduce(spread, []), shuffle(easy, random)))
}
