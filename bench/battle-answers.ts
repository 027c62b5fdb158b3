import { frameOf, type OnText } from './battle-line.ts'
import type { Pair, Player } from './battle-pairs.ts'

export type Answered = {
  readonly answers: number
  readonly seconds: number
  /** From an answer to the score at both players, in milliseconds. */
  readonly latenciesMs: readonly number[]
}

/** An answer that has not reached both by then is lost. */
const LOST_AFTER_MS = 5_000
/** The quickest a person can be; each player is behind the clock by so much for each answer given. */
const CLAIMED_MS = 250
/** `42["battle-score`: what tells an update from anything else. */
const MARK = Buffer.from('42["battle-score')

function answerFrame(player: Player): Buffer {
  const { battleId, answers, next } = player
  player.next += 1
  const answer = { battleId, problemIndex: next, answer: answers[next] ?? 7, responseTime: CLAIMED_MS }
  return frameOf(`42${JSON.stringify(['battle-answer', answer])}`)
}

/** Sends answers of pairs and sees each of them reach both. */
class Course {
  readonly #pairs: readonly Pair[]
  readonly #onDone: (pair: number) => void
  readonly #sentMs: number[]
  readonly #missing: number[]
  readonly latenciesMs: number[] = []
  answers = 0
  underWay = 0

  constructor(pairs: readonly Pair[], onDone: (pair: number) => void) {
    this.#pairs = pairs
    this.#onDone = onDone
    this.#sentMs = pairs.map(() => 0)
    this.#missing = pairs.map(() => 0)
    pairs.forEach((pair, at) => {
      for (const { line } of pair) line.onText = this.#listenFor(at)
    })
  }

  #listenFor(at: number): OnText {
    return (buffer, from) => {
      if (buffer.compare(MARK, 0, MARK.length, from, from + MARK.length) !== 0) return
      const missing = (this.#missing[at] ?? 0) - 1
      this.#missing[at] = missing
      if (missing < 0) throw new Error('a score came twice')
      if (missing > 0) return
      this.latenciesMs.push(performance.now() - (this.#sentMs[at] ?? 0))
      this.answers += 1
      this.underWay -= 1
      this.#onDone(at)
    }
  }

  /** Whether the pair has no answer under way. */
  isFree(at: number): boolean {
    return this.#missing[at] === 0
  }

  send(at: number): void {
    const pair = this.#pairs[at]
    if (!pair) return
    const [one, other] = pair
    const player = one.next <= other.next ? one : other
    this.#missing[at] = 2
    this.#sentMs[at] = performance.now()
    this.underWay += 1
    player.line.send(answerFrame(player))
  }

  /** Resolves when every answer has reached both; throws when one does not. */
  async finished(): Promise<void> {
    const until = performance.now() + LOST_AFTER_MS
    while (this.underWay > 0) {
      if (performance.now() > until) throw new Error(`${this.underWay} answers did not reach both players`)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}

let turn = 0

/** Answers as fast as the server takes them, `atOnce` under way, for so long; the pairs take turns. */
export async function answerAsFast(
  pairs: readonly Pair[],
  atOnce: number,
  seconds: number,
): Promise<Answered> {
  const startMs = performance.now()
  const endMs = startMs + seconds * 1000
  const next = (): void => {
    if (performance.now() >= endMs) return
    do turn = (turn + 1) % pairs.length
    while (!course.isFree(turn))
    course.send(turn)
  }
  const course = new Course(pairs, next)
  for (let count = 0; count < Math.min(atOnce, pairs.length / 2); count += 1) next()
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  await course.finished()
  return {
    answers: course.answers,
    seconds: (performance.now() - startMs) / 1000,
    latenciesMs: course.latenciesMs,
  }
}

/** So many answers a second, evenly, whatever the server does. */
export async function answerAtPace(
  pairs: readonly Pair[],
  perSecond: number,
  seconds: number,
): Promise<Answered> {
  const course = new Course(pairs, () => undefined)
  const startMs = performance.now()
  let sent = 0
  while (performance.now() < startMs + seconds * 1000) {
    const due = ((performance.now() - startMs) / 1000) * perSecond
    for (; sent < due; sent += 1) {
      turn = (turn + 1) % pairs.length
      if (course.isFree(turn)) course.send(turn)
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  await course.finished()
  return { answers: course.answers, seconds, latenciesMs: course.latenciesMs }
}
