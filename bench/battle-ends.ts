import { setTimeout as delay } from 'node:timers/promises'
import { BATTLE_GRACE_MS } from '../domain/division.ts'
import type { EndView } from '../domain/battle-view.ts'
import { shuffled } from './random-order.ts'
import { connectAll } from './battle-pairs.ts'
import {
  answerAll,
  askWhenOver,
  fighterOn,
  joinAll,
  tellOver,
  type Fight,
  type Fighter,
} from './battle-fights.ts'
import { allStored, storedOf } from './battle-stored.ts'
import { median } from './boards-figures.ts'

export type EndsTask = {
  readonly kind: 'ends'
  readonly battles: number
  readonly rounds: number
  /** Right answers of each player in each battle. */
  readonly answers: number
}

/**
 * How battles end: every page reports that its time is over, as real pages do; or none does, and the referee's clock ends the
 * battle after the grace period.
 */
export const WAYS = ['told', 'clock'] as const
export type Way = (typeof WAYS)[number]

export type EndRound = {
  readonly way: Way
  readonly battles: number
  readonly players: number
  /** From the first due end to the last. */
  readonly apartMs: number
  /** From when a battle's end was due until each player had the result. */
  readonly medianMs: number
  readonly lastMs: number
  /** From the last due end until all battles were stored. */
  readonly storedMs: number
}

export type EndFigures = { readonly wanted: number; readonly rounds: readonly EndRound[] }

/** At most three are matched, and each of six queues may leave one player over. */
const PLAYERS_A_BATTLE = 3
const SPARE_PLAYERS = 12
const RESULT_WITHIN_MS = 10_000
/** A pause between rounds, so that none receives leftovers of another. */
const PAUSE_MS = 500

/** Resolves when everybody has a result; throws when one is missing for long. */
async function resultsOf(fighters: readonly Fighter[], lastDueMs: number): Promise<void> {
  while (fighters.some(({ end }) => end === null)) {
    if (performance.now() > lastDueMs + RESULT_WITHIN_MS) {
      const missing = fighters.filter(({ end }) => end === null).length
      throw new Error(`${missing} players had no result`)
    }
    await delay(1)
  }
}

/** Everybody's points and which are the player's own, in a fixed order. */
function pointsOf(rows: readonly { readonly score: number; readonly you: boolean }[]): string {
  return rows
    .map(({ score, you }) => `${score}${you ? ' you' : ''}`)
    .toSorted()
    .join()
}

/** Throws unless each player's result is of that battle and has the points of the last score update. */
function checkResults({ battleId, fighters }: Fight, way: Way): void {
  for (const { end, scores } of fighters) {
    const [, view] = JSON.parse(end?.text.slice(2) ?? '[]') as [string, EndView]
    const isOf = view.battleId === battleId && view.results.length === fighters.length
    if (!isOf || pointsOf(view.results) !== pointsOf(scores) || scores.some(({ score }) => score === 0)) {
      throw new Error(`a result that does not fit its battle: ${end?.text}`)
    }
    if (way === 'clock' && view.immediate) throw new Error('a battle ended before its clock')
  }
}

async function endRound(origin: string, all: readonly Fighter[], way: Way, answers: number) {
  const fights = await joinAll(all)
  await answerAll(fights, answers)
  const dues = await askWhenOver(fights)
  const graceMs = way === 'clock' ? BATTLE_GRACE_MS : 0
  const dueMs = dues.map((due) => due.atLeastMs + graceMs)
  const lastDueMs = Math.max(...dueMs)
  if (way === 'told') await tellOver(fights, dues, answers)
  const fighters = fights.flatMap((fight) => fight.fighters)
  await resultsOf(fighters, lastDueMs)
  const waitsMs = fights.flatMap((fight, at) =>
    fight.fighters.map(({ end }) => (end?.atMs ?? Number.NaN) - (dueMs[at] ?? Number.NaN)),
  )
  await allStored(origin)
  const storedMs = performance.now() - lastDueMs
  for (const fight of fights) checkResults(fight, way)
  await storedOf(origin, fights)
  return {
    way,
    battles: fights.length,
    players: fighters.length,
    apartMs: lastDueMs - Math.min(...dueMs),
    medianMs: median(waitsMs),
    lastMs: Math.max(...waitsMs),
    storedMs,
  }
}

/** Battles that end in the same second, with an answer from everybody, so that all are scored and stored. */
export async function measureEnds(port: number, task: EndsTask): Promise<EndFigures> {
  const origin = `http://127.0.0.1:${port}`
  const lines = await connectAll(port, 'tenfold', PLAYERS_A_BATTLE * task.battles + SPARE_PLAYERS)
  const all = lines.map(fighterOn)
  const rounds: EndRound[] = []
  for (let round = 0; round < task.rounds; round += 1) {
    for (const way of shuffled(WAYS)) {
      rounds.push(await endRound(origin, all, way, task.answers))
      await delay(PAUSE_MS)
    }
  }
  return { wanted: task.battles, rounds }
}
