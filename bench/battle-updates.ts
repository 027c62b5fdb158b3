import { QUICK_POINTS, RIGHT_POINTS } from '../domain/battle-scoring.ts'

/** The nickname of everybody in a bench, so that all updates have the same length. */
export const NICKNAME = 'SwiftFox42'

/** The update of a relay, as long as Tenfold's. It is prepared in advance: no relay parses what it forwards. */
export const RELAY_UPDATE = {
  battleId: 'aBcDeFgHiJkLmNoP',
  scores: [
    { nickname: NICKNAME, score: 245, you: true },
    { nickname: NICKNAME, score: 240, you: false },
  ],
}

/**
 * Checks a text (the bytes of `buffer` from `from` to `to`) that a player received while one answer of the battle was in
 * transit, whether the player's own or not. Throws unless it is the update for that answer.
 */
export type SeeUpdate = (buffer: Buffer, from: number, to: number, isOwn: boolean) => void

const ZERO = '0'.charCodeAt(0)
const NAME = `{"nickname":"${NICKNAME}","score":`
const OWN_FIRST = [Buffer.from(`,"you":true},${NAME}`), Buffer.from(',"you":false}]}]')] as const
const OTHER_FIRST = [Buffer.from(`,"you":false},${NAME}`), Buffer.from(',"you":true}]}]')] as const

function stands(text: Buffer, buffer: Buffer, at: number, to: number): boolean {
  return at + text.length <= to && buffer.compare(text, 0, text.length, at, at + text.length) === 0
}

function digitsEnd(buffer: Buffer, from: number, to: number): number {
  let at = from
  while (at < to && (buffer[at] ?? 0) >= ZERO && (buffer[at] ?? 0) <= ZERO + 9) at += 1
  return at
}

function numberIn(buffer: Buffer, from: number, to: number): number {
  let value = 0
  for (let at = from; at < to; at += 1) value = 10 * value + (buffer[at] ?? 0) - ZERO
  return value
}

function wrong(buffer: Buffer, from: number, to: number): Error {
  return new Error(
    `a player heard what is not the update of the answer: ${buffer.toString('utf8', from, to)}`,
  )
}

/** At a relay: the prepared update, byte by byte. */
export function seesPrepared(): SeeUpdate {
  const text = Buffer.from(`42${JSON.stringify(['battle-score-update', RELAY_UPDATE])}`)
  return (buffer, from, to) => {
    if (to - from !== text.length || !stands(text, buffer, from, to)) throw wrong(buffer, from, to)
  }
}

/**
 * At Tenfold: an update of this battle in which the player who answered has the points of one right answer more, and the other
 * as many as before. It is read from the bytes, because the load must not be what is measured.
 */
export function seesScores(battleId: string): SeeUpdate {
  const head = Buffer.from(
    `42["battle-score-update",{"battleId":${JSON.stringify(battleId)},"scores":[${NAME}`,
  )
  let own = 0
  let other = 0
  return (buffer, from, to, isOwn) => {
    const firstAt = from + head.length
    const firstEnd = digitsEnd(buffer, firstAt, to)
    const isOwnFirst = stands(OWN_FIRST[0], buffer, firstEnd, to)
    const [between, tail] = isOwnFirst ? OWN_FIRST : OTHER_FIRST
    const secondAt = firstEnd + between.length
    const secondEnd = digitsEnd(buffer, secondAt, to)
    const isWhole =
      stands(head, buffer, from, to) &&
      stands(between, buffer, firstEnd, to) &&
      stands(tail, buffer, secondEnd, to) &&
      secondEnd + tail.length === to
    if (!isWhole) throw wrong(buffer, from, to)
    const first = numberIn(buffer, firstAt, firstEnd)
    const second = numberIn(buffer, secondAt, secondEnd)
    const ownGain = (isOwnFirst ? first : second) - own
    const otherGain = (isOwnFirst ? second : first) - other
    const [gain, rest] = isOwn ? [ownGain, otherGain] : [otherGain, ownGain]
    if ((gain !== QUICK_POINTS && gain !== RIGHT_POINTS) || rest !== 0) throw wrong(buffer, from, to)
    own += ownGain
    other += otherGain
  }
}
