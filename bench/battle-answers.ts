import { frameOf, type OnText } from './battle-line.ts'
import type { Pair, Player } from './battle-pairs.ts'

export type Answered = {
  readonly answers: number
  readonly seconds: number
}

export type Paced = {
  /** Answers per second, until the last one has reached both players. */
  readonly perSecond: number
  /** From when an answer was due until its score was at both players, in milliseconds. */
  readonly latenciesMs: readonly number[]
  /** How late each answer was sent. */
  readonly lateMs: readonly number[]
  /** The share of the time in which the load had something to send or receive. */
  readonly loadBusy: number
}

/** An answer that has not reached both players by then is lost. */
const LOST_AFTER_MS = 5_000
/** The fastest a person can be; every answer sets a player this far behind the clock. */
const CLAIMED_MS = 250
const BOTH = 3

/** The pair that answered last. */
let turn = 0

function answerFrame(player: Player): Buffer {
  const { battleId, answers, next, sinceMs } = player
  player.next += 1
  // The referee accepts no claim longer than the time available, and would give no points.
  if (player.next * CLAIMED_MS > performance.now() - sinceMs) {
    throw new Error('the players of the bench answer faster than people can: it needs more pairs')
  }
  const answer = { battleId, problemIndex: next, answer: answers[next] ?? 7, responseTime: CLAIMED_MS }
  return frameOf(`42${JSON.stringify(['battle-answer', answer])}`)
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** Sends answers of pairs, one of each pair at a time, and watches each arrive at both players. */
class Course {
  readonly #pairs: readonly Pair[]
  readonly #onDone: () => void
  readonly #dueMs: number[]
  /** Who has not received the answer in transit: 1 and 2 are the players of a pair. */
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

  /** The next pair in turn without an answer in transit; -1 when all have one. */
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

  /** Throws when answers are in transit and none has arrived for long. */
  expectProgress(): void {
    const underWay = this.sent - this.answers
    if (underWay > 0 && performance.now() > this.#lastMs + LOST_AFTER_MS) {
      throw new Error(`${underWay} answers did not reach both players`)
    }
  }
}

/** Answers as fast as the server accepts them, `atOnce` in transit, for a given time; the pairs take turns. */
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
 * Sends a fixed number of answers per second, evenly, whatever the server does. Each has a due time from which it is measured,
 * even if the load is late or all pairs still wait for earlier ones. None is skipped.
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
    // It never sleeps, in order not to be late; only turns in which something happened count as work.
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
