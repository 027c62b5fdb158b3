import { battlePoints, QUICK_POINTS, RIGHT_POINTS } from './battle-scoring.ts'
import type { Bot, BotAnswer } from './bot.ts'
import { BATTLE_SECONDS } from './division.ts'
import type { Random } from './fact-selection.ts'

type Kind = 'quick' | 'slow' | 'wrong'

/** How long a bot takes for an answer, in milliseconds: at a human pace, and as its points require. */
const PACE: Readonly<Record<Kind, { readonly fromMs: number; readonly toMs: number }>> = {
  quick: { fromMs: 1100, toMs: 2900 },
  slow: { fromMs: 3050, toMs: 7000 },
  // A first attempt and a second one, which is not scored.
  wrong: { fromMs: 2000, toMs: 7000 },
}
/** The last answer falls into this part of the battle, so that a bot plays to the end. */
const LAST_ANSWER = { from: 0.92, to: 0.985 }
/** With more spare misses than this, a bot does not look like a player. */
const MAX_SPARE_MISSES = 3

/** The number of answers of each kind that a bot gives in a battle. */
type Mix = Readonly<Record<Kind, number>>

function timeOf(mix: Mix, end: 'fromMs' | 'toMs'): number {
  return mix.quick * PACE.quick[end] + mix.slow * PACE.slow[end] + mix.wrong * PACE.wrong[end]
}

function sizeOf({ quick, slow, wrong }: Mix): number {
  return quick + slow + wrong
}

/** Every mix that scores exactly `score` by `lastAtMs` with at most `problems` answers. */
function mixesFor(score: number, lastAtMs: number, problems: number): Mix[] {
  const mixes: Mix[] = []
  for (let slow = 0; slow * RIGHT_POINTS <= score; slow += 1) {
    const quick = (score - slow * RIGHT_POINTS) / QUICK_POINTS
    if (!Number.isInteger(quick)) continue
    const unfilledMs = lastAtMs - timeOf({ quick, slow, wrong: 0 }, 'toMs')
    const fewest = Math.max(0, Math.ceil(unfilledMs / PACE.wrong.toMs))
    for (let wrong = fewest; wrong <= fewest + MAX_SPARE_MISSES; wrong += 1) {
      const mix = { quick, slow, wrong }
      if (timeOf(mix, 'fromMs') <= lastAtMs && sizeOf(mix) <= problems) mixes.push(mix)
    }
  }
  return mixes
}

function anyOf<Item>(items: readonly Item[], random: Random): Item | undefined {
  return items[Math.floor(random() * items.length)]
}

/**
 * Draws a score from the range and a mix that reaches it. If there is none, the next lower scores in the range are tried, then
 * the higher ones, then those below the range.
 */
function drawMix(
  min: number,
  max: number,
  lastAtMs: number,
  problems: number,
  random: Random,
): Mix | undefined {
  const drawn = Math.floor(min + random() * (max - min + 1))
  const downwards = Array.from({ length: drawn + 1 }, (_, below) => drawn - below)
  const inRange = downwards.filter((score) => score >= min)
  const above = Array.from({ length: Math.max(0, max - drawn) }, (_, step) => drawn + 1 + step)
  for (const score of [...inRange, ...above, ...downwards.slice(inRange.length)]) {
    const mix = anyOf(mixesFor(score, lastAtMs, problems), random)
    if (mix) return mix
  }
  return undefined
}

function shuffledKinds(mix: Mix, random: Random): Kind[] {
  const kinds: Kind[] = [
    ...Array.from({ length: mix.quick }, () => 'quick' as const),
    ...Array.from({ length: mix.slow }, () => 'slow' as const),
    ...Array.from({ length: mix.wrong }, () => 'wrong' as const),
  ]
  return kinds
    .map((kind) => ({ kind, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ kind }) => kind)
}

/** Response times within the pace of each kind, as uneven as people's, that add up to `lastAtMs` at most. */
function drawTimesMs(kinds: readonly Kind[], mix: Mix, lastAtMs: number, random: Random): number[] {
  const minMs = timeOf(mix, 'fromMs')
  const share = Math.min(1, (lastAtMs - minMs) / (timeOf(mix, 'toMs') - minMs))
  const slack = kinds.map((kind) => {
    const { fromMs, toMs } = PACE[kind]
    return Math.min(1, share * (0.5 + random())) * (toMs - fromMs)
  })
  const slackMs = slack.reduce((sum, ms) => sum + ms, 0)
  const fit = Math.min(1, (lastAtMs - minMs) / slackMs)
  return kinds.map((kind, at) => Math.floor(PACE[kind].fromMs + (slack[at] ?? 0) * fit))
}

/**
 * Everything a bot will do in a battle (decisions §7). Its final score is drawn from its range, scaled to the length of the
 * battle, and reached answer by answer at a human pace. Only `random` decides. If the battle is too short or has too few
 * problems for the range, the bot comes as close to it from below as the scoring allows.
 */
export function botSchedule(
  bot: Bot,
  { durationMs, problems }: { readonly durationMs: number; readonly problems: number },
  random: Random,
): BotAnswer[] {
  const scale = durationMs / (BATTLE_SECONDS * 1000)
  const lastAtMs = durationMs * (LAST_ANSWER.from + random() * (LAST_ANSWER.to - LAST_ANSWER.from))
  const most = QUICK_POINTS * problems
  const min = Math.min(most, Math.ceil(bot.scoreRange.min * scale))
  const max = Math.min(most, Math.floor(bot.scoreRange.max * scale))
  const mix = drawMix(min, max, lastAtMs, problems, random)
  if (!mix) return []
  const kinds = shuffledKinds(mix, random)
  let atMs = 0
  return drawTimesMs(kinds, mix, lastAtMs, random).map((tookMs, problemIndex) => {
    atMs += tookMs
    const correct = kinds[problemIndex] !== 'wrong'
    return { atMs, problemIndex, correct, points: battlePoints(correct, tookMs) }
  })
}
