import { openBattle, step } from '../../domain/battle.ts'
import type { BattleEffect, BattleEvent, BattleSetup, BattleState } from '../../domain/battle-state.ts'
import { drawBattle, type BattleEntrant } from '../../domain/battle-setup.ts'
import { BOTS } from '../../domain/bot.ts'
import { seededRandom } from '../../domain/seeded-random.ts'

export const OPEN_MS = Date.UTC(2026, 10, 21, 15)
export const START_MS = OPEN_MS + 5000

export const person = (nickname: string): BattleEntrant => ({
  kind: 'person',
  playerId: `secretOf${nickname}`.padEnd(16, '0'),
  nickname,
  location: 'Denver, Colorado',
})
export const [firstBot] = BOTS
export const bot = (): BattleEntrant => {
  if (!firstBot) throw new Error('there are bots')
  return { kind: 'bot', bot: firstBot }
}

export function setupOf(entrants: readonly BattleEntrant[], countdownSeconds = 5): BattleSetup {
  return drawBattle(
    {
      battleId: 'battle-1',
      division: 'addition_subtraction',
      preference: 'mixed',
      entrants,
      durationMs: 60_000,
      countdownSeconds,
      problemCount: 150,
    },
    seededRandom(1),
  )
}

/** A battle that is played by hand: what is said to it, and what it said. */
export function battleOf(...entrants: readonly BattleEntrant[]) {
  const opened = openBattle(setupOf(entrants), OPEN_MS)
  let state: BattleState = opened.state
  let effects: readonly BattleEffect[] = opened.effects
  const say = (event: BattleEvent, atMs: number): readonly BattleEffect[] => {
    const stepped = step(state, event, atMs)
    state = stepped.state
    effects = stepped.effects
    return effects
  }
  return {
    say,
    state: () => state,
    effects: () => effects,
    started: () => {
      for (let second = 1; second <= 5; second += 1) say({ type: 'wake' }, OPEN_MS + 1000 * second)
    },
    /** An answer `afterMs` after the start; the right one by default. */
    answer: (seat: number, problemIndex: number, afterMs: number, claimedMs: number, isRight = true) => {
      const answer = state.setup.problems[problemIndex]?.answer ?? 0
      return say(
        {
          type: 'answer',
          seat,
          problemIndex,
          answer: isRight ? answer : answer + 1,
          responseTimeMs: claimedMs,
        },
        START_MS + afterMs,
      )
    },
    /** What the bot in this seat will do. */
    schedule: (at: number) => {
      const player = state.setup.players[at]
      if (player?.kind !== 'bot') throw new Error(`no bot in seat ${at}`)
      return player.schedule
    },
    seat: (at: number) => {
      if (state.stage === 'ended') throw new Error('the battle is over')
      const progress = state.seats[at]
      if (!progress) throw new Error(`no seat ${at}`)
      return progress
    },
    active: () => {
      if (state.stage !== 'active') throw new Error(`the battle is at ${state.stage}`)
      return state
    },
    over: () => {
      if (state.stage !== 'ended') throw new Error(`the battle is at ${state.stage}`)
      return state
    },
  }
}

export const playing = (...entrants: readonly BattleEntrant[]) => {
  const battle = battleOf(...entrants)
  battle.started()
  return battle
}
export const ada = person('Ada')
export const bob = person('Bob')
export const cyd = person('Cyd')
