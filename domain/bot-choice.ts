import { BOTS, type Bot, type BotId } from './bot.ts'
import { BATTLE_SECONDS } from './division.ts'
import type { Random } from './fact-selection.ts'

/** A bot is a close match if its score range, widened by so many points, contains the player's level. */
const REACH = 15
/** At any level, four of five battles or more are close; any of the six bots may still come. */
const WEIGHTS = { close: 20, other: 1 }
/** For players without known battles. */
const FOR_NEWCOMERS: readonly Bot['difficulty'][] = ['easy', 'medium']

const LOWEST = Math.min(...BOTS.map(({ scoreRange }) => scoreRange.min))
const HIGHEST = Math.max(...BOTS.map(({ scoreRange }) => scoreRange.max))

/** A player's mean score per 60 s, limited to what bots score; null if no battle is known. */
function levelOf(scores: readonly number[], battleSeconds: number): number | null {
  if (scores.length === 0) return null
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
  return Math.min(HIGHEST, Math.max(LOWEST, (mean * BATTLE_SECONDS) / battleSeconds))
}

function weightOf({ difficulty, scoreRange: { min, max } }: Bot, level: number | null): number {
  if (level === null) return FOR_NEWCOMERS.includes(difficulty) ? 1 : 0
  return min - REACH <= level && level <= max + REACH ? WEIGHTS.close : WEIGHTS.other
}

/**
 * Draws the bot to play against when nobody else is waiting. Any of the six may come, most likely one close to the player's
 * recent scores; without scores, an easy or medium one.
 */
export function chooseBot(recentScores: readonly number[], battleSeconds: number, random: Random): BotId {
  const level = levelOf(recentScores, battleSeconds)
  const weighted = BOTS.map((bot) => ({ id: bot.id, weight: weightOf(bot, level) })).filter(
    ({ weight }) => weight > 0,
  )
  let left = random() * weighted.reduce((sum, { weight }) => sum + weight, 0)
  const drawn = weighted.find(({ weight }) => (left -= weight) < 0)
  return (drawn ?? weighted.at(-1) ?? { id: 'bot-1' }).id
}
