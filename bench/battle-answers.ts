import { frameOf, type OnText } from './battle-line.ts'
import type { Pair, Player } from './battle-pairs.ts'

export type Answered = {
  readonly answers: number
  readonly seconds: number
}

export type Paced = {
  /** Answers a second until the last one has reached both. */
  readonly perSecond: number
  /** From when an answer was due to its score at the later of both players, in milliseconds. */
  readonly latenciesMs: readonly number[]
  /** How much later than due each answer was sent. */
  readonly lateMs: readonly number[]
  /** The part of the time in which the load had something to send or to hear. */
  readonly loadBusy: number
}

/** An answer that has not reached both by then is lost. */
const LOST_AFTER_MS = 5_000
/** The quickest a person can be; each player is behind the clock by so much for each answer given. */
const CLAIMED_MS = 250
const BOTH = 3

/** The pair that was last to answer. */
let turn = 0

function answerFrame(player: Player): Buffer {
  const { battleId, answers, next, sinceMs } = player
  player.next += 1
  // The referee believes no more than there was time for, and would give no points.
  if (player.next * CLAIMED_MS > performance.now() - sinceMs) {
    throw new Error('the players of the bench answer faster than people can: it needs more pairs')
  }
  const answer = { battleId, problemIndex: next, answer: answers[next] ?? 7, responseTime: CLAIMED_MS }
  return frameOf(`42${JSON.stringify(['battle-answer', answer])}`)
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** Sends answers of pairs, one of each pair at a time, and sees each of them reach both. */
class Course {
  readonly #pairs: readonly Pair[]
  readonly #onDone: () => void
  readonly #dueMs: number[]
  /** Who has not been told yet of the answer under way: 1 and 2 are the players of a pair. */
  readonly #missing: number[]
  readonly #answering: number[]
  #lastMs = performance.now()
  readonly latenciesMs: number[] = []
  sent = 0
  heard = 0
  answers = 0

  constructor(pairs: readonly Pair[], onDone: () => void) {
    this.#pairs = pairs
    this.#onDone = onDone
    this.#dueMs = pairs.map(() => 0)
    this.#missing = pairs.map(() => 0)
    this.#answering = pairs.map(() => 0)
    pairs.forEach((pair, at) => {
      for (const [seat, player] of pair.entries()) player.line.onText = this.#listenFor(at, seat, player)
    })
  }

  #listenFor(at: number, seat: number, { see }: Player): OnText {
    const bit = 1 << seat
    return (buffer, from, to) => {
      this.heard += 1
      const missing = this.#missing[at] ?? 0
      if ((missing & bit) === 0) throw new Error('a player was told of an answer twice')
      see(buffer, from, to, this.#answering[at] === seat)
      this.#missing[at] = missing & ~bit
      if (missing !== bit) return
      this.#lastMs = performance.now()
      this.latenciesMs.push(this.#lastMs - (this.#dueMs[at] ?? 0))
      this.answers += 1
      this.#onDone()
    }
  }

  /** The next pair, in turn, that has no answer under way; -1 when all have one. */
  nextFree(): number {
    for (let tries = 0; tries < this.#pairs.length; tries += 1) {
      turn = (turn + 1) % this.#pairs.length
      if (this.#missing[turn] === 0) return turn
    }
    return -1
  }

  send(at: number, dueMs: number): void {
    const pair = this.#pairs[at]
    if (!pair) return
    const [one, other] = pair
    const seat = one.next <= other.next ? 0 : 1
    this.#missing[at] = BOTH
    this.#answering[at] = seat
    this.#dueMs[at] = dueMs
    this.sent += 1
    pair[seat].line.send(answerFrame(pair[seat]))
  }

  /** Throws when answers are under way and none has reached both for long. */
  expectProgress(): void {
    const underWay = this.sent - this.answers
    if (underWay > 0 && performance.now() > this.#lastMs + LOST_AFTER_MS) {
      throw new Error(`${underWay} answers did not reach both players`)
    }
  }
}

/** Answers as fast as the server takes them, `atOnce` under way, for so long; the pairs take turns. */
export async function answerAsFast(
  pairs: readonly Pair[],
  atOnce: number,
  seconds: number,
): Promise<Answered> {
  const startMs = performance.now()
  const endMs = startMs + seconds * 1000
  const next = (): void => {
    const nowMs = performance.now()
    if (nowMs < endMs) course.send(course.nextFree(), nowMs)
  }
  const course = new Course(pairs, next)
  for (let count = 0; count < Math.min(atOnce, pairs.length / 2); count += 1) next()
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  while (course.answers < course.sent) {
    course.expectProgress()
    await nextTurn()
  }
  return { answers: course.answers, seconds: (performance.now() - startMs) / 1000 }
}

/**
 * So many answers a second, evenly, whatever the server does: each is due at its instant and its time counts from then, also when
 * the load comes late or every pair still waits for an earlier one. None is left out.
 */
export async function answerAtPace(
  pairs: readonly Pair[],
  perSecond: number,
  seconds: number,
): Promise<Paced> {
  const course = new Course(pairs, () => undefined)
  const total = Math.round(perSecond * seconds)
  const lateMs: number[] = []
  const startMs = performance.now()
  let turnMs = startMs
  let busyMs = 0
  let done = 0
  while (course.answers < total) {
    const nowMs = performance.now()
    // It never sleeps, so that it is not late: only turns in which something happened are work.
    if (course.sent + course.heard > done) busyMs += nowMs - turnMs
    turnMs = nowMs
    done = course.sent + course.heard
    while (course.sent < total) {
      const dueMs = startMs + (course.sent * 1000) / perSecond
      const pair = dueMs <= nowMs ? course.nextFree() : -1
      if (pair < 0) break
      course.send(pair, dueMs)
      lateMs.push(performance.now() - dueMs)
    }
    course.expectProgress()
    await nextTurn()
  }
  const tookMs = performance.now() - startMs
  const { latenciesMs } = course
  const reached = total / Math.max(seconds, tookMs / 1000)
  return { perSecond: reached, latenciesMs, lateMs, loadBusy: busyMs / tookMs }
}
