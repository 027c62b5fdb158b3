import type { BattlePlayer, BattleSetup } from './battle-state.ts'
import { drawProblems } from './battle-problems.ts'
import { botLocation, type Bot } from './bot.ts'
import { botSchedule } from './bot-schedule.ts'
import type { BattleType } from './division.ts'
import type { Random } from './fact-selection.ts'

/** Who takes part in a battle: a person, or one of the six bots. */
export type BattleEntrant =
  | {
      readonly kind: 'person'
      readonly playerId: string
      readonly nickname: string
      readonly location: string
    }
  | { readonly kind: 'bot'; readonly bot: Bot }

/** A battle before its problems and bots are drawn. With a random seed, it is all that a replay needs. */
export type BattlePlan = BattleType & {
  readonly battleId: string
  readonly entrants: readonly BattleEntrant[]
  readonly durationMs: number
  readonly countdownSeconds: number
  readonly problemCount: number
}

function seated(entrant: BattleEntrant, plan: BattlePlan, random: Random): BattlePlayer {
  if (entrant.kind === 'person') return entrant
  const { bot } = entrant
  const length = { durationMs: plan.durationMs, problems: plan.problemCount }
  return {
    kind: 'bot',
    botId: bot.id,
    nickname: bot.name,
    location: botLocation(bot),
    schedule: botSchedule(bot, length, random),
  }
}

/** Draws the problems of a battle, then what its bots will do. The same random numbers give the same battle. */
export function drawBattle(plan: BattlePlan, random: Random): BattleSetup {
  const { battleId, division, preference, durationMs, countdownSeconds } = plan
  const problems = drawProblems(plan, plan.problemCount, random)
  const players = plan.entrants.map((entrant) => seated(entrant, plan, random))
  return { battleId, division, preference, problems, players, durationMs, countdownSeconds }
}
