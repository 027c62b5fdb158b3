import { factsOfCategory, operationsOfCategory } from '../../../domain/category.ts'
import { separateRepeats, shuffle, splitEvenly, type Random } from '../../../domain/fact-selection.ts'
import { allFacts, type Fact } from '../../../domain/fact.ts'
import type { Answered, Scheduler } from './scheduler.ts'

const SESSION = 20

/** Any fact of the category, with equal chances. */
export function randomDrill(): Scheduler {
  let ids: readonly string[] = []
  let random: Random = Math.random
  let last = ''
  return {
    start(category, source) {
      ids = factsOfCategory(category).map(({ id }) => id)
      random = source
    },
    sessionBegun() {},
    next() {
      let id = last
      while (id === last) id = ids[Math.floor(random() * ids.length)] ?? ''
      last = id
      return id
    },
    answered() {},
  }
}

/** Takes from each difficulty in turn, easiest first, at random within it, until `count` are taken or none is left. */
function takeInRotation(facts: readonly Fact[], count: number, random: Random): Fact[] {
  const levels = [...new Set(facts.map((fact) => fact.difficulty))]
    .toSorted((a, b) => a - b)
    .map((difficulty) =>
      shuffle(
        facts.filter((fact) => fact.difficulty === difficulty),
        random,
      ),
    )
  const rounds = Math.max(0, ...levels.map((level) => level.length))
  return Array.from({ length: rounds }, (_, round) =>
    levels.flatMap((level) => level.slice(round, round + 1)),
  )
    .flat()
    .slice(0, count)
}

/** Unseen facts first; then shown ones, longest ago first; then the whole set over again. */
function takeFresh(
  facts: readonly Fact[],
  count: number,
  shownToday: readonly string[],
  random: Random,
): Fact[] {
  const lastShown = new Map(shownToday.map((id, place) => [id, place]))
  const placeOf = (fact: Fact): number => lastShown.get(fact.id) ?? -1
  const taken = takeInRotation(
    facts.filter((fact) => !lastShown.has(fact.id)),
    count,
    random,
  )
  const repeats = facts.filter((fact) => lastShown.has(fact.id)).toSorted((a, b) => placeOf(a) - placeOf(b))
  taken.push(...repeats.slice(0, count - taken.length))
  while (taken.length < count && facts.length > 0) {
    taken.push(...takeInRotation(facts, count - taken.length, random))
  }
  return taken
}

/** The facts of a session as they were chosen before the engine: the operations share the count, difficulties take turns. */
function selected(category: string, count: number, shownToday: readonly string[], random: Random): Fact[] {
  const taken = [...splitEvenly(count, operationsOfCategory(category))].flatMap(([operation, share]) =>
    takeFresh(allFacts(operation), share, shownToday, random),
  )
  return separateRepeats(shuffle(taken, random))
}

/** The product's selection before the engine: difficulties take turns, facts shown today come last. */
export function rotation(): Scheduler {
  let category = ''
  let random: Random = Math.random
  let planned: string[] = []
  let today = -1
  let shownToday: string[] = []
  return {
    start(of, source) {
      category = of
      random = source
    },
    sessionBegun() {
      planned = []
    },
    next(_nowMs, day) {
      if (day !== today) {
        today = day
        shownToday = []
      }
      if (planned.length === 0) {
        planned = selected(category, SESSION, shownToday, random).map(({ id }) => id)
        if (planned[0] === shownToday.at(-1)) planned.push(planned.shift() ?? '')
      }
      return planned.shift() ?? ''
    },
    answered({ factId }) {
      shownToday = [...shownToday.filter((id) => id !== factId), factId]
    },
  }
}

/** Seconds within which an answer counts as known at once. */
const AT_ONCE_MS = 3000
const START_SIZE = 8
const MAX_UNLEARNED = 4
const SHARE_OF_UNLEARNED = 0.6

/**
 * A set that grows as XtraMath's does: a fact counts as learned when two of its last three answers came right within 3 s; the
 * next one in teaching order joins while at most three in the set are not learned. Facts that are not learned take 60 %.
 */
export function growingSet(): Scheduler {
  let waiting: string[] = []
  let random: Random = Math.random
  const inSet: string[] = []
  const recent = new Map<string, boolean[]>()
  let last = ''
  const isLearned = (id: string): boolean => (recent.get(id) ?? []).filter(Boolean).length >= 2
  return {
    start(category, source) {
      random = source
      waiting = shuffle(factsOfCategory(category), source)
        .toSorted((a, b) => a.difficulty - b.difficulty)
        .map(({ id }) => id)
      inSet.push(...waiting.splice(0, START_SIZE))
    },
    sessionBegun() {},
    next() {
      let unlearned = inSet.filter((id) => !isLearned(id))
      while (unlearned.length < MAX_UNLEARNED && waiting.length > 0) {
        const joined = waiting.shift() ?? ''
        inSet.push(joined)
        unlearned = [...unlearned, joined]
      }
      const learned = inSet.filter(isLearned)
      const wants = random() < SHARE_OF_UNLEARNED ? unlearned : learned
      const chosen = wants.filter((id) => id !== last)
      const among = chosen.length > 0 ? chosen : inSet.filter((id) => id !== last)
      last = among[Math.floor(random() * among.length)] ?? ''
      return last
    },
    answered({ factId, correct, responseMs }: Answered) {
      const before = recent.get(factId) ?? []
      recent.set(factId, [...before, correct && responseMs <= AT_ONCE_MS].slice(-3))
    },
  }
}
