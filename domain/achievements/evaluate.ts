import { schoolDaysBetween, type Calendar } from '../calendar.ts'
import { OPERATIONS } from '../fact.ts'
import { factAt, numberOf, type FactMemory } from '../learning/memory.ts'
import { fluencyOf, type FluencyState } from '../learning/states.ts'
import { daysBetween } from '../practice-day.ts'
import { MAX_ATTEMPTS } from '../scoring.ts'
import { isPracticed } from '../streak.ts'
import { levelsReached, type AchievementId, type Earned } from './catalog.ts'
import {
  NO_FACT_COUNTERS,
  type Counters,
  type DayCounts,
  type FactCounters,
  type LogPosition,
  type SessionCounts,
} from './counters.ts'
import { completeSets, FAMILIES, MASTERY_SETS, PAIRS } from './sets.ts'

/** An attempt of the log, with what the learning engine knew of its fact. */
type AttemptStep = LogPosition & {
  readonly kind: 'attempt'
  /** On the child's calendar. */
  readonly day: string
  readonly factId: string
  readonly correct: boolean
  readonly attempt: 1 | 2 | 3
  readonly responseMs: number
  readonly picture: boolean
  /** The memory of the fact before and after a first attempt; the same for others. */
  readonly before: FactMemory | null
  readonly after: FactMemory | null
}

/** A session is over. */
type EndStep = LogPosition & {
  readonly kind: 'end'
  readonly day: string
  readonly totalProblems: number
}

type LogStep = AttemptStep | EndStep

/** The place of a session's end: after all its attempts. */
export const END_PLACE = 1_000_000

/** Shorter response times do not count: such an answer is a random key press. */
const MIN_MS = 500
const EFFORT_PROBLEMS = 10
const WRONG_OF_HARD = 5
const RIGHT_DAYS = 3
const STILL_DAYS = 14
const OF_EACH_OPERATION = 5
const RETURN = { schoolDays: 7, everyDays: 30 }
/** Sessions and days that are counted at the same time. */
const MAX_LATEST = 4
const MAX_DAYS = 3
const LAST_DAYS = 2
const DAY_MS = 86_400_000

/** What the rules need to know of the child besides the log. */
export type Rules = {
  /** The state that counts for mastery: `known` for a child without a time goal, else `fluent`. */
  readonly goal: 'known' | 'fluent'
}

export const USUAL_RULES: Rules = { goal: 'fluent' }

/** A day that has just become a day of practice. */
export type NewDay = { readonly day: string; readonly atMs: number }

/** Own copies of a child's counters, changed in place: a log has tens of thousands of entries. Facts are by number. */
export type Evaluation = {
  readonly counters: Counters
  readonly facts: Map<number, FactCounters>
  /** Facts whose counters have changed. */
  readonly changed: Set<number>
  readonly earned: Earned[]
  readonly newDays: NewDay[]
  /** Effort sessions with which the child may have come back after a pause. */
  readonly efforts: NewDay[]
}

/** An evaluation that continues from stored counters, which stay unchanged. */
export function evaluationOf(counters: Counters, facts: ReadonlyMap<number, FactCounters>): Evaluation {
  return {
    counters: { ...counters },
    facts: new Map(facts),
    changed: new Set(),
    earned: [],
    newDays: [],
    efforts: [],
  }
}

/** Whether a position in the log comes after another one. */
export function comesAfter(one: LogPosition, other: LogPosition): boolean {
  if (one.atMs !== other.atMs) return one.atMs > other.atMs
  if (one.sessionId !== other.sessionId) return one.sessionId > other.sessionId
  return one.place > other.place
}

function earn(
  into: Evaluation,
  { atMs, day }: Pick<LogStep, 'atMs' | 'day'>,
  id: AchievementId,
  [before, after]: readonly [number, number],
  about: { readonly factId?: string; readonly amount?: number } = {},
): void {
  for (const level of levelsReached(id, before, after))
    into.earned.push({ id, level, about: about.factId ?? '', amount: about.amount ?? level, atMs, day })
}

/** Raises a counter by one. */
function count(
  into: Evaluation,
  step: LogStep,
  name:
    'alone' | 'hard' | 'again' | 'firstTry' | 'still' | 'retried' | 'helped' | 'factsSeen' | 'hardSessions',
  id: AchievementId,
  about: { readonly factId?: string; readonly amount?: number } = {},
): void {
  const before = into.counters[name]
  Object.assign(into.counters, { [name]: before + 1 })
  earn(into, step, id, [before, before + 1], about)
}

const isKnown = (state: FluencyState): boolean => state === 'known' || state === 'fluent'

const latestWith = <T>(all: readonly T[], isSame: (one: T) => boolean, changed: T, most: number): T[] =>
  [...all.filter((one) => !isSame(one)), changed].slice(-most)

/** Adds a problem that is over to its day. */
function countOnDay(into: Evaluation, { day, atMs, responseMs }: AttemptStep, isCounted: boolean): void {
  const before: DayCounts = into.counters.days.find((one) => one.day === day) ?? { day, problems: 0, ms: 0 }
  const after = { day, problems: before.problems + (isCounted ? 1 : 0), ms: before.ms + responseMs }
  const days = latestWith(into.counters.days, (one) => one.day === day, after, MAX_DAYS)
  Object.assign(into.counters, { days })
  if (isPracticed(before) || !isPracticed(after)) return
  into.newDays.push({ day, atMs })
  const lastDays = [...into.counters.lastDays, day].toSorted().slice(-LAST_DAYS)
  Object.assign(into.counters, { lastDays })
}

function sessionOf({ counters }: Evaluation, sessionId: string): SessionCounts {
  const known = counters.latest.find((session) => session.sessionId === sessionId)
  return known ?? { sessionId, number: counters.sessions + 1, over: 0, counted: 0, facts: 0, hard: 0 }
}

function putSession(into: Evaluation, session: SessionCounts): void {
  const isSame = ({ sessionId }: SessionCounts): boolean => sessionId === session.sessionId
  const latest = latestWith(into.counters.latest, isSame, session, MAX_LATEST)
  Object.assign(into.counters, { latest, sessions: Math.max(into.counters.sessions, session.number) })
}

/** A problem is over: solved, or missed three times. */
function countProblem(into: Evaluation, step: AttemptStep, number: number): void {
  const isCounted = step.responseMs >= MIN_MS
  const session = sessionOf(into, step.sessionId)
  putSession(into, {
    ...session,
    over: session.over + 1,
    counted: session.counted + (isCounted ? 1 : 0),
  })
  const operation = factAt(number)?.operation
  if (isCounted && operation) {
    const { problems, byOperation } = into.counters
    Object.assign(into.counters, {
      problems: problems + 1,
      byOperation: { ...byOperation, [operation]: byOperation[operation] + 1 },
    })
    earn(into, step, 'problems', [problems, problems + 1])
  }
  countOnDay(into, step, isCounted)
}

/** The second or third attempt solved the problem. */
function countRetry(into: Evaluation, step: AttemptStep, number: number): void {
  count(into, step, 'retried', 'tried-again')
  const { open } = into.counters
  const isSame = open !== null && open.sessionId === step.sessionId && open.number === number
  if (step.picture && isSame && !open.picture) count(into, step, 'helped', 'picture-helped')
}

/** A first attempt at a fact, compared with the earlier ones. */
function compared(into: Evaluation, step: AttemptStep, before: FactCounters): FactCounters {
  const { factId, day, correct, picture, atMs } = step
  if (before.seenMs === 0) {
    count(into, step, 'factsSeen', 'something-new')
    return { ...before, missedFirst: !correct, rightDay: day, seenMs: atMs }
  }
  const after = { ...before, seenMs: atMs }
  if (!correct) return after
  if (before.rightDays < RIGHT_DAYS && day > before.rightDay) {
    const rightDays = before.rightDays + 1
    Object.assign(after, { rightDays, rightDay: day })
    if (rightDays === RIGHT_DAYS && before.missedFirst)
      count(into, step, 'firstTry', 'first-try-now', { factId })
  }
  const awayDays = Math.floor((atMs - before.seenMs) / DAY_MS)
  // Without an earlier right answer, it was not known still.
  if (awayDays >= STILL_DAYS && !before.isStill && (step.before?.right ?? 0) > 0) {
    Object.assign(after, { isStill: true })
    count(into, step, 'still', 'still-knew-it', { factId, amount: awayDays })
  }
  if (!picture && !before.isAlone && before.pictureDay !== '' && day > before.pictureDay) {
    Object.assign(after, { isAlone: true })
    count(into, step, 'alone', 'without-the-picture', { factId })
  }
  return after
}

/** Updates the counters after a change of the fact's state. */
function withState(
  into: Evaluation,
  step: AttemptStep,
  fact: FactCounters,
  isNowKnown: boolean,
): FactCounters {
  const { factId, after: memory } = step
  if (!isNowKnown) return { ...fact, fell: true }
  const wrong = memory ? memory.seen - memory.right : 0
  const isHard = fact.isHard || wrong >= WRONG_OF_HARD
  const isAgain = fact.isAgain || fact.fell
  if (isHard && !fact.isHard) count(into, step, 'hard', 'hard-one', { factId })
  if (isAgain && !fact.isAgain) count(into, step, 'again', 'know-it-again', { factId })
  // One that fell was known before.
  const isFirst = fact.knownDay === '' && !fact.fell && !fact.isAgain
  return { ...fact, isHard, isAgain, fell: false, knownDay: isFirst ? step.day : fact.knownDay }
}

/** The number of known facts, pairs and families after one fact became known or fell. */
function countKnown(into: Evaluation, step: AttemptStep, number: number, isNowKnown: boolean): void {
  const known = new Set(into.counters.known)
  if (isNowKnown) known.add(number)
  else known.delete(number)
  const { mostKnown, mostPairs, mostFamilies } = into.counters
  const most = {
    mostKnown: Math.max(mostKnown, known.size),
    mostPairs: isNowKnown ? Math.max(mostPairs, completeSets(PAIRS, known)) : mostPairs,
    mostFamilies: isNowKnown ? Math.max(mostFamilies, completeSets(FAMILIES, known)) : mostFamilies,
  }
  Object.assign(into.counters, { known: [...known], ...most })
  earn(into, step, 'facts', [mostKnown, most.mostKnown])
  earn(into, step, 'both-ways', [mostPairs, most.mostPairs], { factId: step.factId })
  earn(into, step, 'families', [mostFamilies, most.mostFamilies])
}

function reachGoal(into: Evaluation, step: AttemptStep, number: number): void {
  if (into.counters.goal.includes(number)) return
  const goal = new Set(into.counters.goal).add(number)
  Object.assign(into.counters, { goal: [...goal] })
  for (const { id, facts } of MASTERY_SETS) {
    const isComplete = facts.includes(number) && facts.every((one) => goal.has(one))
    if (isComplete) earn(into, step, id, [0, 1])
  }
}

function firstAttempt(into: Evaluation, step: AttemptStep, number: number, rules: Rules): void {
  const before = into.facts.get(number) ?? NO_FACT_COUNTERS
  const [was, is] = [fluencyOf(step.before), fluencyOf(step.after)]
  const session = sessionOf(into, step.sessionId)
  if (before.session !== session.number) {
    const hard = session.hard + (isKnown(was) ? 0 : 1)
    putSession(into, { ...session, facts: session.facts + 1, hard })
  }
  const after = { ...compared(into, step, before), session: session.number }
  const hasChanged = isKnown(was) !== isKnown(is)
  into.facts.set(number, hasChanged ? withState(into, step, after, isKnown(is)) : after)
  into.changed.add(number)
  if (hasChanged) countKnown(into, step, number, isKnown(is))
  if (is === 'fluent' || is === rules.goal) reachGoal(into, step, number)
}

/** Remembers the first day on which a fact was solved with the picture. */
function notePicture(into: Evaluation, { day }: AttemptStep, number: number): void {
  const fact = into.facts.get(number) ?? NO_FACT_COUNTERS
  if (fact.pictureDay !== '') return
  into.facts.set(number, { ...fact, pictureDay: day })
  into.changed.add(number)
}

function addAttempt(into: Evaluation, step: AttemptStep, rules: Rules): void {
  const number = numberOf(step.factId)
  if (number < 0) return
  const { attempt, correct, picture, sessionId } = step
  if (attempt === 1) firstAttempt(into, step, number, rules)
  else if (correct) countRetry(into, step, number)
  if (correct && picture) notePicture(into, step, number)
  const isOver = correct || attempt === MAX_ATTEMPTS
  if (isOver) countProblem(into, step, number)
  const isOfOpen = into.counters.open?.sessionId === sessionId && into.counters.open.number === number
  const open = attempt === 1 ? { sessionId, number, picture } : isOfOpen ? into.counters.open : null
  Object.assign(into.counters, { open: isOver ? null : open })
}

function addEnd(into: Evaluation, step: EndStep): void {
  const { over, counted, facts, hard } = sessionOf(into, step.sessionId)
  const isEffort = over > 0 && (over >= step.totalProblems || counted >= EFFORT_PROBLEMS)
  if (!isEffort) return
  const { efforts, hadAllFour, byOperation } = into.counters
  Object.assign(into.counters, { efforts: efforts + 1 })
  earn(into, step, 'first-practice', [efforts, efforts + 1])
  if (over >= EFFORT_PROBLEMS && 2 * hard >= facts) count(into, step, 'hardSessions', 'chose-hard-ones')
  if (!hadAllFour && OPERATIONS.every((operation) => byOperation[operation] >= OF_EACH_OPERATION)) {
    Object.assign(into.counters, { hadAllFour: true })
    earn(into, step, 'all-four', [0, 1])
  }
  const last = into.counters.lastDays.findLast((day) => day < step.day)
  const mayBeReturn = last !== undefined && daysBetween(last, step.day) > RETURN.schoolDays
  if (mayBeReturn) into.efforts.push({ day: step.day, atMs: step.atMs })
}

/** Adds the next entry of the log. Entries come in the order of their positions. */
export function addStep(into: Evaluation, step: LogStep, rules: Rules = USUAL_RULES): void {
  if (step.kind === 'attempt') addAttempt(into, step, rules)
  else addEnd(into, step)
  const { atMs, sessionId, place } = step
  Object.assign(into.counters, { position: { atMs, sessionId, place } })
}

/**
 * Counts the effort sessions with which the child came back after a pause of school days. `practiced` are all days of practice,
 * in any order.
 */
export function addReturns(into: Evaluation, practiced: readonly string[], calendar: Calendar): void {
  for (const effort of into.efforts) {
    const { returns, returnDay } = into.counters
    const isTooSoon = returnDay !== '' && daysBetween(returnDay, effort.day) < RETURN.everyDays
    const last = practiced.reduce((latest, day) => (day < effort.day && day > latest ? day : latest), '')
    if (isTooSoon || last === '') continue
    if (schoolDaysBetween(calendar, last, effort.day) < RETURN.schoolDays) continue
    Object.assign(into.counters, { returns: returns + 1, returnDay: effort.day })
    into.earned.push({ id: 'good-to-see-you', level: returns + 1, about: '', amount: returns + 1, ...effort })
  }
}

/** The evaluation with one more entry; the earlier one is unchanged. */
export function afterStep(before: Evaluation, step: LogStep): Evaluation {
  const { counters, facts, changed, earned, newDays, efforts } = before
  const into = {
    counters: { ...counters },
    facts: new Map(facts),
    changed: new Set(changed),
    earned: [...earned],
    newDays: [...newDays],
    efforts: [...efforts],
  }
  addStep(into, step)
  return into
}

/** Whether the days of practice matter to what was just added: only then do they have to be read. */
export function needsDays({ newDays, efforts }: Evaluation): boolean {
  return newDays.length > 0 || efforts.length > 0
}
