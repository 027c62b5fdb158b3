import { randomFor } from './chance.ts'
import { Child, type Newcomer } from './child.ts'
import type { FactSet } from './fact-set.ts'
import { DAY_S } from './memory-model.ts'
import type { Parameters } from './parameters.ts'
import type { Scheduler } from './schedulers/scheduler.ts'

const DAYS_OF_WEEK = 7
const PRACTICE_DAYS = 5
/** School is out; the hour varies by up to this much. */
const STARTS_AT_S = 16 * 3600
const START_VARIES_S = 3600
const TEST_AFTER_S = 14 * DAY_S
const SESSION = 20
const WINDOW = 5
const MISSES = 3
const FIRST = 10
/** For the scheduler's generator and for the hour of the day. */
const PURPOSE = { scheduler: 4, hours: 5 }

/** A stretch of practice, and the weeks after which the child is tested (without the test teaching anything). */
export type Plan = { readonly minutes: number; readonly weeks: readonly number[] }

/** What came of one child's practice until a test. */
export type Result = {
  /** Facts in time two weeks after the last practice, minus those without any practice. */
  readonly gain: number
  readonly problems: number
  readonly right: number
  readonly rounds: number
  readonly badRounds: number
  readonly firstRight: number
  /** Sum over the problems of the chance that the fact would have been in time anyway. */
  readonly anyway: number
  readonly hours: number
  /** Different facts asked so far. */
  readonly met: number
}

/** The chance of each fact to be in time at `atS`. */
function fluency(child: Child, set: FactSet, atS: number): Float64Array {
  return Float64Array.from(set.ids, (_, place) => child.chanceFluent(place, atS))
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Second at which the last session of the given week is over for good. */
function testAt(weeks: number): number {
  return (DAYS_OF_WEEK * (weeks - 1) + PRACTICE_DAYS) * DAY_S + TEST_AFTER_S
}

/** What each child would know at the tests without any practice, by place. */
export function withoutPractice(
  newcomer: Newcomer,
  set: FactSet,
  parameters: Parameters,
  weeks: readonly number[],
): readonly Float64Array[] {
  const child = new Child(newcomer, set, parameters)
  return weeks.map((one) => fluency(child, set, testAt(one)))
}

/** Counts what the measure needs of the problems, in order. */
class Record {
  problems = 0
  right = 0
  rounds = 0
  badRounds = 0
  firstRight = 0
  anyway = 0
  readonly met = new Set<string>()
  private inRound: boolean[] = []

  add(factId: string, correct: boolean, anyway: number): void {
    this.met.add(factId)
    if (this.problems < FIRST && correct) this.firstRight++
    this.problems++
    if (correct) this.right++
    this.anyway += anyway
    this.inRound.push(correct)
  }

  /** A round is bad if five problems in a row hold three misses. */
  endRound(): void {
    if (this.inRound.length < WINDOW) {
      this.inRound = []
      return
    }
    this.rounds++
    const isBad = this.inRound.some((_, end) => {
      const window = this.inRound.slice(Math.max(0, end - WINDOW + 1), end + 1)
      return window.filter((correct) => !correct).length >= MISSES
    })
    if (isBad) this.badRounds++
    this.inRound = []
  }
}

/** One child practices with one scheduler; a result for each of the plan's tests. */
export function practice(
  newcomer: Newcomer,
  set: FactSet,
  parameters: Parameters,
  scheduler: Scheduler,
  plan: Plan,
  idle: readonly Float64Array[],
): Result[] {
  const child = new Child(newcomer, set, parameters)
  const hours = randomFor(newcomer.seed, PURPOSE.hours)
  scheduler.start(set.category, randomFor(newcomer.seed, PURPOSE.scheduler))
  const record = new Record()
  const results: Result[] = []
  const anyway = idle[0] as Float64Array
  const lastWeek = Math.max(...plan.weeks)
  for (let week = 0; week < lastWeek; week++) {
    for (let day = DAYS_OF_WEEK * week; day < DAYS_OF_WEEK * week + PRACTICE_DAYS; day++) {
      const startS = day * DAY_S + STARTS_AT_S + START_VARIES_S * hours()
      playDay(child, set, scheduler, day, startS, 60 * plan.minutes, record, anyway)
    }
    const test = plan.weeks.indexOf(week + 1)
    if (test < 0) continue
    const { problems, right, rounds, badRounds, firstRight } = record
    const gain = sum(fluency(child, set, testAt(week + 1))) - sum(idle[test] as Float64Array)
    const practiced = ((week + 1) * PRACTICE_DAYS * plan.minutes) / 60
    results.push({
      gain,
      problems,
      right,
      rounds,
      badRounds,
      firstRight,
      anyway: record.anyway,
      hours: practiced,
      met: record.met.size,
    })
  }
  return results
}

function playDay(
  child: Child,
  set: FactSet,
  scheduler: Scheduler,
  day: number,
  startS: number,
  lengthS: number,
  record: Record,
  anyway: Float64Array,
): void {
  let nowS = startS
  let lastId = ''
  for (let index = 0; nowS < startS + lengthS; index++) {
    if (index % SESSION === 0) {
      record.endRound()
      scheduler.sessionBegun(nowS * 1000, day)
    }
    const factId = scheduler.next(nowS * 1000, day)
    const place = set.placeOf.get(factId)
    if (place === undefined) throw new Error(`${factId} is not in ${set.category}`)
    if (index % SESSION > 0 && factId === lastId) throw new Error(`${factId} was asked twice in a row`)
    lastId = factId
    const { correct, responseS, totalS } = child.answer(place, nowS)
    scheduler.answered({
      factId,
      correct,
      responseMs: Math.round(responseS * 1000),
      entryMs: child.entryMs(place),
      nowMs: (nowS + responseS) * 1000,
      day,
    })
    record.add(factId, correct, anyway[place] as number)
    nowS += totalS
  }
  record.endRound()
}

/** Right answers among the first ten of a new child. */
export function firstTen(
  newcomer: Newcomer,
  set: FactSet,
  parameters: Parameters,
  scheduler: Scheduler,
): number {
  const child = new Child(newcomer, set, parameters)
  scheduler.start(set.category, randomFor(newcomer.seed, PURPOSE.scheduler))
  scheduler.sessionBegun(STARTS_AT_S * 1000, 0)
  let nowS = STARTS_AT_S
  let right = 0
  for (let index = 0; index < FIRST; index++) {
    const factId = scheduler.next(nowS * 1000, 0)
    const place = set.placeOf.get(factId) as number
    const { correct, responseS, totalS } = child.answer(place, nowS)
    if (correct) right++
    scheduler.answered({
      factId,
      correct,
      responseMs: Math.round(responseS * 1000),
      entryMs: child.entryMs(place),
      nowMs: (nowS + responseS) * 1000,
      day: 0,
    })
    nowS += totalS
  }
  return right / FIRST
}
