import type { Random } from '../../domain/fact-selection.ts'

/** What memory gives when a fact is asked. `seconds` is the time until it is given, or until the child turns to counting. */
export type Recall = { readonly kind: 'right' | 'wrong' | 'none'; readonly seconds: number }

/** A chance of an answer by counting, for models in which memory and counting race or follow each other. */
export type Counting = { readonly seconds: number; readonly chanceRight: number }

/** A child's memory of the facts of a set, by place. Times are seconds since the first day of practice; the past is negative. */
export type MemoryModel = {
  /** One try to remember, which changes nothing. `countS`: seconds that counting would take. */
  recall(place: number, nowS: number, countS: number, random: Random): Recall
  /** The right answer was recalled, counted (less `weight`) or shown. */
  study(place: number, nowS: number, weight: number, wasRecalled: boolean): void
  /** A wrong answer was given. */
  mistake(place: number, nowS: number): void
  /** Chance that a right answer is there after at most `limitS` seconds, from memory or by counting. */
  chanceInTime(place: number, nowS: number, limitS: number, counting: Counting): number
  /** The same memory once more, to be practiced differently. */
  copy(): MemoryModel
}

/** Factors on what the models do, by child. */
export type Learner = {
  readonly learning: number
  readonly forgetting: number
  readonly transfer: number
}

const DAY_S = 86_400
/** Two encounters with this much time between them belong to different sessions. */
const PAUSE_S = 1800

/** Seconds as a memory counts them: time between sessions runs at `rate`. */
export class MemoryClock {
  private last = Number.NEGATIVE_INFINITY
  private shown = 0
  private readonly rate: number

  constructor(rate: number, from?: MemoryClock) {
    this.rate = rate
    if (from) {
      this.last = from.last
      this.shown = from.shown
    }
  }

  /** The memory's time at `nowS`, without moving on. */
  at(nowS: number): number {
    if (this.last === Number.NEGATIVE_INFINITY) return 0
    const gap = nowS - this.last
    return this.shown + (gap > PAUSE_S ? PAUSE_S + (gap - PAUSE_S) * this.rate : gap)
  }

  /** Moves on to `nowS`. */
  reach(nowS: number): number {
    this.shown = this.at(nowS)
    this.last = nowS
    return this.shown
  }
}

export { DAY_S }
