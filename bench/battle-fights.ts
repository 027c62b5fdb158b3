import { setTimeout as delay } from 'node:timers/promises'
import type { ScoreUpdateView, ScoreView, StartView } from '../domain/battle-view.ts'
import { frameOf, type RawLine } from './battle-line.ts'
import { newToken, TYPES, wishFrame } from './battle-pairs.ts'

/** A player who plays one battle after another on one connection. */
export type Fighter = {
  readonly line: RawLine
  readonly token: string
  readonly type: (typeof TYPES)[number]
  /** Messages of the current battle, in order of arrival. */
  start: string | null
  resumed: { readonly text: string; readonly atMs: number } | null
  updates: number
  scores: readonly ScoreView[]
  end: { readonly text: string; readonly atMs: number } | null
}

/** A battle of two or three players; `answers` are the right ones. */
export type Fight = {
  readonly battleId: string
  readonly answers: readonly number[]
  readonly fighters: readonly Fighter[]
}

/** When a battle's clock is over: the earliest by the referee, and by the page that asked. */
export type Due = { readonly atLeastMs: number; readonly onPageMs: number }

/** How long everybody takes for one answer each: about a second, as children do. */
const ANSWERS_WITHIN_MS = 1_200
const ASKED_WITHIN_MS = 300
const HEARD_WITHIN_MS = 3_000
/** Longer than the claim of each answer, so that all claims are accepted. */
const THINKING_MS = 500
const CLAIMED_MS = 250

function event(name: string, payload: object): Buffer {
  return frameOf(`42${JSON.stringify([name, payload])}`)
}

function payloadOf<Payload>(text: string): Payload {
  const [, payload] = JSON.parse(text.slice(2)) as [string, Payload]
  return payload
}

function hear(fighter: Fighter, text: string): void {
  if (text.startsWith('42["battle-score-update"')) {
    fighter.updates += 1
    fighter.scores = payloadOf<ScoreUpdateView>(text).scores
  } else if (text.startsWith('42["battle-end"')) {
    if (fighter.end !== null) throw new Error('a result came twice')
    fighter.end = { text, atMs: performance.now() }
  } else if (text.startsWith('42["battle-start"')) {
    if (fighter.start === null) fighter.start = text
    else fighter.resumed = { text, atMs: performance.now() }
  } else if (text.startsWith('42["battle-error"')) throw new Error(`the server refused: ${text}`)
}

/** A player on this connection, in one of the queues in turn. */
export function fighterOn(line: RawLine, at: number): Fighter {
  const type = TYPES[at % TYPES.length]
  if (!type) throw new Error('there is no queue')
  const nothing = { start: null, resumed: null, updates: 0, scores: [], end: null }
  const fighter: Fighter = { line, token: newToken(), type, ...nothing }
  line.onText = (buffer, from, to) => hear(fighter, buffer.toString('utf8', from, to))
  return fighter
}

/** Waits until the condition holds; false when it does not for long. */
async function comesTrue(holds: () => boolean): Promise<boolean> {
  const untilMs = performance.now() + HEARD_WITHIN_MS
  while (!holds()) {
    if (performance.now() > untilMs) return false
    await delay(5)
  }
  return true
}

/** Processes each item at its time. */
async function each<Item>(
  items: readonly { readonly item: Item; readonly atMs: number }[],
  act: (item: Item) => void,
): Promise<void> {
  const inOrder = items.toSorted((a, b) => a.atMs - b.atMs)
  for (const { item, atMs } of inOrder) {
    while (performance.now() < atMs) await new Promise((resolve) => setImmediate(resolve))
    act(item)
  }
}

function evenly<Item>(items: readonly Item[], overMs: number): { item: Item; atMs: number }[] {
  const startMs = performance.now()
  return items.map((item, at) => ({ item, atMs: startMs + (at / items.length) * overMs }))
}

/** Everybody joins at once; returns the resulting battles. Players left alone in a queue leave it. */
export async function joinAll(all: readonly Fighter[]): Promise<Fight[]> {
  for (const fighter of all) {
    Object.assign(fighter, { start: null, resumed: null, updates: 0, scores: [], end: null })
    fighter.line.send(wishFrame(fighter.token, fighter.type))
  }
  await comesTrue(() => all.filter(({ start }) => start === null).length <= TYPES.length)
  // The last players of a queue meet a moment later, if there are two.
  await delay(THINKING_MS)
  const fights = new Map<string, { battleId: string; answers: readonly number[]; fighters: Fighter[] }>()
  for (const fighter of all) {
    if (fighter.start === null) {
      fighter.line.send(frameOf('42["leave-battle-queue"]'))
      continue
    }
    const { battleId, problems } = payloadOf<StartView>(fighter.start)
    const answers = problems.map(({ answer }) => answer)
    const fight = fights.get(battleId) ?? { battleId, answers, fighters: [] }
    fights.set(battleId, fight)
    fight.fighters.push(fighter)
  }
  return [...fights.values()]
}

/** Everybody gives that many right answers, and everybody in a battle is sent each of them. */
export async function answerAll(fights: readonly Fight[], count: number): Promise<void> {
  const players = fights.flatMap((fight) => fight.fighters.map((fighter) => ({ fight, fighter })))
  for (let index = 0; index < count; index += 1) {
    await each(evenly(players, ANSWERS_WITHIN_MS), ({ fight: { battleId, answers }, fighter }) => {
      const answer = { battleId, problemIndex: index, answer: answers[index], responseTime: CLAIMED_MS }
      fighter.line.send(event('battle-answer', answer))
    })
  }
  const isTold = ({ fight, fighter }: (typeof players)[number]): boolean =>
    fighter.updates === count * fight.fighters.length
  if (!(await comesTrue(() => players.every(isTold)))) throw new Error('answers did not reach all players')
}

/**
 * One page of each battle asks for its state, as after a reload, and the referee replies with the time left. That was true at
 * some time between the request and the reply.
 */
export async function askWhenOver(fights: readonly Fight[]): Promise<Due[]> {
  const askedMs = new Map<Fight, number>()
  await each(evenly(fights, ASKED_WITHIN_MS), (fight) => {
    const [fighter] = fight.fighters
    askedMs.set(fight, performance.now())
    fighter?.line.send(wishFrame(fighter.token, fighter.type))
  })
  if (!(await comesTrue(() => fights.every(({ fighters }) => fighters[0]?.resumed)))) {
    throw new Error('a battle did not tell where it is')
  }
  return fights.map((fight) => {
    const { text = '', atMs = Number.NaN } = fight.fighters[0]?.resumed ?? {}
    const { duration } = payloadOf<StartView>(text)
    if (duration === 0) throw new Error('the battles of the bench are too short for this machine')
    return { atLeastMs: (askedMs.get(fight) ?? Number.NaN) + duration, onPageMs: atMs + duration }
  })
}

/** Each page reports the end of its time, as real pages do. */
export async function tellOver(
  fights: readonly Fight[],
  dues: readonly Due[],
  problemsAnswered: number,
): Promise<void> {
  const players = fights.flatMap(({ battleId, fighters }, at) =>
    fighters.map((fighter) => ({
      item: { fighter, battleId },
      atMs: dues[at]?.onPageMs ?? Number.NaN,
    })),
  )
  await each(players, ({ fighter, battleId }) => {
    const finalScore = fighter.scores.find(({ you }) => you)?.score ?? 0
    fighter.line.send(event('battle-timeout', { battleId, finalScore, problemsAnswered }))
  })
}
