import { BOTS, type Bot, type BotId } from './bot.ts'
import { BATTLE_SECONDS } from './division.ts'
import type { Random } from './fact-selection.ts'

/** How far a bot's scores may lie above or below a player's own for a close battle, in points. */
const REACH = 15
/** Four of five battles or more are close, whatever the player's level; any of the six may come now and then. */
const WEIGHTS = { close: 20, other: 1 }
/** What a player meets whose battles nobody knows. */
const FOR_NEWCOMERS: readonly Bot['difficulty'][] = ['easy', 'medium']

const LOWEST = Math.min(...BOTS.map(({ scoreRange }) => scoreRange.min))
const HIGHEST = Math.max(...BOTS.map(({ scoreRange }) => scoreRange.max))

/** A player's usual score in a battle of 60 s, within what bots score; null where no battle is known. */
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
 * Draws the bot that stands in when nobody else is there: any of the six, most likely one within reach of a player with these
 * recent scores in battles of so many seconds; an easy or a medium one where none are known.
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
