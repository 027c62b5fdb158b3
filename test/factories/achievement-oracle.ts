import { ACHIEVEMENTS, type AchievementId, type Earned } from '../../domain/achievements/catalog.ts'
import type { AchievingAttempt } from '../../domain/achievements/fold.ts'
import { findFact, OPERATIONS, type Fact } from '../../domain/fact.ts'
import { EMPTY_MEMORY, memoryOf } from '../../domain/learning/memory.ts'
import { fluencyOf } from '../../domain/learning/states.ts'
import { afterProblem } from '../../domain/learning/update.ts'
import type { ChildLog } from './achieving-child.ts'

/**
 * Days, run and achievements from the whole log alone, each rule written out for itself: problems are lists of attempts, and every
 * count is computed again. School is Monday to Friday, without holidays. Shares only the learning engine with the product.
 */
const DAY_MS = 86_400_000

type Problem = {
  readonly fact: Fact
  readonly sessionId: string
  readonly attempts: readonly AchievingAttempt[]
  readonly first: AchievingAttempt
  readonly last: AchievingAttempt
  readonly isSolved: boolean
  readonly isOver: boolean
  readonly isCounted: boolean
  readonly wasKnown: boolean
  readonly isKnown: boolean
  readonly isFluent: boolean
  readonly wrong: number
  readonly wasRight: boolean
}
type Moment = { readonly atMs: number; readonly amount?: number; readonly about?: string }

/** One per zone: creating a format takes far longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** The day in a zone, which changes at 2 AM there. */
export function oracleDay(zone: string, atMs: number): string {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' })
  formats.set(zone, format)
  // 2 AM there becomes midnight.
  return format.format(atMs - 2 * 3_600_000)
}
const noonOf = (day: string): number => Date.parse(`${day}T12:00:00Z`)
const next = (day: string, by = 1): string => new Date(noonOf(day) + by * DAY_MS).toISOString().slice(0, 10)
const weekday = (day: string): number => (new Date(noonOf(day)).getUTCDay() + 6) % 7
const mondayOf = (day: string): string => next(day, -weekday(day))
const isSchoolDay = (day: string): boolean => weekday(day) < 5

function problemsOf({ attempts }: ChildLog): Problem[] {
  const sorted = attempts.toSorted((one, other) => one.atMs - other.atMs || one.place - other.place)
  const lists: AchievingAttempt[][] = []
  for (const attempt of sorted) {
    if (attempt.attempt === 1) lists.push([attempt])
    else lists.at(-1)?.push(attempt)
  }
  let memory = EMPTY_MEMORY
  return lists.flatMap((list): Problem[] => {
    const [first, last] = [list[0], list.at(-1)]
    const fact = findFact(first?.factId ?? '')
    if (!first || !last || !fact) return []
    const known = memoryOf(memory, fact.id)
    const was = fluencyOf(known)
    memory = afterProblem(memory, first)
    const is = memoryOf(memory, fact.id)
    const state = fluencyOf(is)
    const isOver = last.correct || last.attempt === 3
    return [
      {
        fact,
        sessionId: first.sessionId,
        attempts: list,
        first,
        last,
        isSolved: last.correct,
        isOver,
        isCounted: isOver && list.some(({ responseMs }) => responseMs >= 500),
        wasKnown: was === 'known' || was === 'fluent',
        isKnown: state === 'known' || state === 'fluent',
        isFluent: state === 'fluent',
        wrong: (is?.seen ?? 0) - (is?.right ?? 0),
        wasRight: (known?.right ?? 0) > 0,
      },
    ]
  })
}

/** The moments at which facts first met a condition, each fact once. */
function onceByFact(
  problems: readonly Problem[],
  momentOf: (problem: Problem, earlier: readonly Problem[]) => Moment | null,
) {
  const earlierOf = new Map<string, Problem[]>()
  const byFact = new Map<string, Moment>()
  for (const problem of problems) {
    const { id } = problem.fact
    if (byFact.has(id)) continue
    const earlier = earlierOf.get(id) ?? []
    const moment = momentOf(problem, earlier)
    if (moment) byFact.set(id, { about: id, ...moment })
    earlierOf.set(id, [...earlier, problem])
  }
  return [...byFact.values()].toSorted((one, other) => one.atMs - other.atMs)
}

/** The moments at which the number of known ones among `sets` rose above anything before. */
function records(
  problems: readonly Problem[],
  sets: readonly (readonly string[])[],
  isAbout: boolean,
): Moment[] {
  const known = new Set<string>()
  const moments: Moment[] = []
  for (const { fact, isKnown, first } of problems) {
    if (isKnown) known.add(fact.id)
    else known.delete(fact.id)
    const complete = sets.filter((set) => set.every((id) => known.has(id))).length
    while (moments.length < complete) moments.push({ atMs: first.atMs, ...(isAbout && { about: fact.id }) })
  }
  return moments
}

const all = OPERATIONS.flatMap((operation) => {
  const facts: Fact[] = []
  for (let a = 1; a <= 144; a += 1)
    for (let b = 1; b <= 20; b += 1) {
      const fact = findFact(`${operation}-${a}-${b}`)
      if (fact) facts.push(fact)
    }
  return facts
})
const idsOf = (operation: string, is: (a: number, b: number) => boolean): string[] =>
  all.filter((fact) => fact.operation === operation && is(fact.operand1, fact.operand2)).map(({ id }) => id)
const twoOrders = all.filter(
  ({ operation, operand1, operand2 }) =>
    (operation === 'addition' || operation === 'multiplication') && operand1 <= operand2,
)
const pairs = twoOrders
  .filter(({ operand1, operand2 }) => operand1 !== operand2)
  .map(({ operation, operand1: a, operand2: b }) => [`${operation}-${a}-${b}`, `${operation}-${b}-${a}`])
const families = twoOrders.map(({ operation, operand1: a, operand2: b, answer: c }) => {
  const back = operation === 'addition' ? 'subtraction' : 'division'
  return [`${operation}-${a}-${b}`, `${operation}-${b}-${a}`, `${back}-${c}-${a}`, `${back}-${c}-${b}`]
})
const is2510 = (n: number): boolean => n === 2 || n === 5 || n === 10
const MASTERED: readonly (readonly [AchievementId, readonly string[]])[] = [
  ['doubles', idsOf('addition', (a, b) => a === b)],
  ['pairs-of-10', idsOf('addition', (a, b) => a + b === 10)],
  ['across-10', idsOf('addition', (a, b) => a < 10 && b < 10 && a + b > 10)],
  ['taking-away-to-10', idsOf('subtraction', (a) => a <= 10)],
  ['times-2-5-10', idsOf('multiplication', (a, b) => is2510(a) || is2510(b))],
  ['squares', idsOf('multiplication', (a, b) => a === b)],
  ['times-9', idsOf('multiplication', (a, b) => a === 9 || b === 9)],
  ['all-times', idsOf('multiplication', () => true)],
  ['sharing', idsOf('division', (_a, b) => is2510(b))],
]

/** The facts of each set, pair and family, for the test of their numbers. */
export const ORACLE_SETS = { mastered: new Map(MASTERED), pairs, families }

function efforts(problems: readonly Problem[], { ends }: ChildLog) {
  return ends
    .toSorted((one, other) => one.atMs - other.atMs)
    .flatMap((end) => {
      const own = problems.filter(({ sessionId }) => sessionId === end.sessionId)
      const over = own.filter(({ isOver }) => isOver).length
      const counted = own.filter(({ isCounted }) => isCounted).length
      return over > 0 && (over >= end.totalProblems || counted >= 10) ? [{ ...end, own, over }] : []
    })
}

function factMoments(problems: readonly Problem[], zone: string): Partial<Record<AchievementId, Moment[]>> {
  const dayOf = ({ first }: Problem): string => oracleDay(zone, first.atMs)
  return {
    'something-new': onceByFact(problems, ({ first }) => ({ atMs: first.atMs, about: '' })),
    'without-the-picture': onceByFact(problems, (problem, earlier) => {
      const withPicture = earlier.find(({ attempts }) =>
        attempts.some(({ correct, picture }) => correct && picture),
      )
      const isAlone = problem.first.correct && !problem.first.picture
      return withPicture && isAlone && dayOf(withPicture) < dayOf(problem)
        ? { atMs: problem.first.atMs }
        : null
    }),
    'hard-one': onceByFact(problems, ({ wasKnown, isKnown, wrong, first }) =>
      !wasKnown && isKnown && wrong >= 5 ? { atMs: first.atMs } : null,
    ),
    'know-it-again': onceByFact(problems, ({ wasKnown, isKnown, first }, earlier) =>
      !wasKnown && isKnown && earlier.some((one) => one.wasKnown && !one.isKnown)
        ? { atMs: first.atMs }
        : null,
    ),
    'first-try-now': onceByFact(problems, (problem, earlier) => {
      const [veryFirst] = earlier
      if (!veryFirst || veryFirst.first.correct) return null
      const right = [...earlier, problem].filter(({ first }) => first.correct).map(dayOf)
      const days = new Set(right.filter((day) => day > dayOf(veryFirst)))
      return days.size === 3 ? { atMs: problem.first.atMs } : null
    }),
    'still-knew-it': onceByFact(problems, ({ first, wasRight }, earlier) => {
      const before = earlier.at(-1)
      const days = before ? (first.atMs - before.first.atMs) / DAY_MS : 0
      return first.correct && wasRight && days >= 14 ? { atMs: first.atMs, amount: Math.floor(days) } : null
    }),
  }
}

/** Days of practice, with the moment at which each became one. */
export function oracleDays(log: ChildLog, zone: string): Map<string, number> {
  const days = new Map<string, { problems: number; ms: number }>()
  const reached = new Map<string, number>()
  for (const { last, isOver, isCounted } of problemsOf(log)) {
    if (!isOver) continue
    const day = oracleDay(zone, last.atMs)
    const before = days.get(day) ?? { problems: 0, ms: 0 }
    const now = { problems: before.problems + Number(isCounted), ms: before.ms + last.responseMs }
    days.set(day, now)
    const isDay = now.problems >= 10 || (now.problems >= 1 && now.ms >= 180_000)
    if (isDay && !reached.has(day)) reached.set(day, last.atMs)
  }
  return new Map([...reached].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

function dayMoments(days: Map<string, number>): Partial<Record<AchievementId, Moment[]>> {
  const weeks: { good: Moment | null; days: number }[] = []
  const [first = '', last = ''] = [[...days.keys()][0], [...days.keys()].at(-1)]
  for (let monday = mondayOf(first || '2026-01-05'); monday <= last; monday = next(monday, 7)) {
    const inWeek = Array.from({ length: 7 }, (_, place) => next(monday, place)).filter((day) => days.has(day))
    const third = inWeek[2]
    weeks.push({
      good: third ? { atMs: days.get(third) ?? 0, amount: 3 } : null,
      days: inWeek.length,
    })
  }
  const inARow = (n: number): Moment[] =>
    weeks.flatMap(({ good }, place) => {
      const window = weeks.slice(Math.max(0, place + 1 - n - Math.floor(n / 4)), place + 1)
      return good && window.filter((week) => week.good).length >= n ? [{ atMs: good.atMs }] : []
    })
  const earliest = ACHIEVEMENTS['week-after-week'].levels.flatMap((n) =>
    inARow(n)
      .slice(0, 1)
      .map((m) => ({ n, m })),
  )
  const afterWeeks: Moment[] = []
  for (const { n, m } of earliest) while (afterWeeks.length < n) afterWeeks.push(m)
  return {
    days: [...days.values()].map((atMs) => ({ atMs })),
    'good-week': weeks.flatMap(({ good }) => good ?? []),
    'week-after-week': afterWeeks,
  }
}

function returns(ends: readonly { atMs: number }[], days: Map<string, number>, zone: string): Moment[] {
  const moments: Moment[] = []
  for (const { atMs } of ends) {
    const day = oracleDay(zone, atMs)
    const before = [...days.keys()].filter((one) => one < day).at(-1)
    const lastReturn = moments.at(-1)
    if (!before || (lastReturn && noonOf(day) - noonOf(oracleDay(zone, lastReturn.atMs)) < 30 * DAY_MS))
      continue
    let missed = 0
    for (let one = next(before); one < day; one = next(one)) if (isSchoolDay(one)) missed += 1
    if (missed >= 7) moments.push({ atMs })
  }
  return moments
}

/** All achievements that the log has earned. */
export function oracleEarned(log: ChildLog, zone: string): Earned[] {
  const problems = problemsOf(log)
  const done = efforts(problems, log)
  const days = oracleDays(log, zone)
  const counted = problems.filter(({ isCounted }) => isCounted)
  const retried = problems.flatMap(({ isSolved, attempts }) =>
    attempts
      .slice(1)
      .filter(() => isSolved)
      .slice(-1),
  )
  const goals = new Map<string, number>()
  for (const { fact, isFluent, first } of problems)
    if (isFluent && !goals.has(fact.id)) goals.set(fact.id, first.atMs)
  const moments: Partial<Record<AchievementId, Moment[]>> = {
    ...factMoments(problems, zone),
    ...dayMoments(days),
    'first-practice': done.slice(0, 1),
    problems: counted.map(({ last }) => ({ atMs: last.atMs })),
    'tried-again': retried,
    'picture-helped': problems.flatMap(({ attempts, first, last }) =>
      attempts.length > 1 && last.correct && last.picture && !first.picture ? [{ atMs: last.atMs }] : [],
    ),
    'chose-hard-ones': done.filter(({ own, over }) => {
      const firsts = own.filter(
        ({ fact }, place) => own.findIndex((one) => one.fact.id === fact.id) === place,
      )
      return over >= 10 && firsts.filter(({ wasKnown }) => !wasKnown).length >= firsts.length / 2
    }),
    'all-four': done.filter(({ atMs }) =>
      OPERATIONS.every(
        (operation) =>
          counted.filter(({ fact, last }) => fact.operation === operation && last.atMs <= atMs).length >= 5,
      ),
    ),
    'both-ways': records(problems, pairs, true),
    families: records(problems, families, false),
    facts: records(
      problems,
      all.map(({ id }) => [id]),
      false,
    ),
    ...Object.fromEntries(
      MASTERED.map(([id, set]) => {
        const reached = set.flatMap((fact) => goals.get(fact) ?? [])
        return [id, reached.length === set.length ? [{ atMs: Math.max(...reached) }] : []]
      }),
    ),
  }
  const back = returns(done, days, zone)
  const earned = Object.entries(moments).flatMap(([name, list]) =>
    ACHIEVEMENTS[name as AchievementId].levels.flatMap((level): Earned[] => {
      const moment = list?.[level - 1]
      if (!moment) return []
      const { atMs, amount = level, about = '' } = moment
      return [{ id: name as AchievementId, level, about, amount, atMs, day: oracleDay(zone, atMs) }]
    }),
  )
  const welcome = back.map(({ atMs }, place): Earned => {
    const number = place + 1
    return {
      id: 'good-to-see-you',
      level: number,
      about: '',
      amount: number,
      atMs,
      day: oracleDay(zone, atMs),
    }
  })
  return [...earned, ...welcome]
}

/** The run up to `today`, counted week by week. */
export function oracleRun(practiced: readonly string[], today: string): number {
  let run = 0
  let missed: string[] = []
  const [first] = practiced.toSorted()
  for (let day = first ?? today; day <= today; day = next(day)) {
    if (practiced.includes(day)) run += 1
    else if (isSchoolDay(day) && day < today) {
      missed = [...missed.filter((one) => mondayOf(one) === mondayOf(day)), day]
      if (missed.length > 1) run = 0
    }
  }
  return run
}
