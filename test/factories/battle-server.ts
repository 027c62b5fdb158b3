import type { BattlesOfApp } from '../../server/battle/bind.ts'
import type { FinishedBattle } from '../../server/battle/port.ts'
import { startApp, type RunningApp, type StartOptions } from './app.ts'
import { battlePlayer, type BattlePlayer } from './battle-player.ts'
import { movableClock, type MovableClock } from './movable-clock.ts'
import type { ServerPayload } from '../../contract/battle-events.ts'

export type RunningArena = RunningApp & {
  /** Every battle that was stored. */
  readonly kept: readonly FinishedBattle[]
  /** The arena's own time. */
  readonly time: MovableClock
}

export type ArenaOptions = {
  readonly battleSeconds?: number
  readonly problemCount?: number
  /** Called before a battle is stored; what it throws is the database's failure. */
  readonly onSave?: (battle: FinishedBattle) => Promise<void>
  /** Bounds and paces other than those of a real server. */
  readonly bounds?: Pick<BattlesOfApp, 'maxConnections' | 'maxOfAddress' | 'pingEveryMs' | 'shared'>
  readonly app?: StartOptions
  /** A clock that stands still between events, if not given. */
  readonly time?: MovableClock
}

/** A whole server with a clock of battles that can be put forward; it stores battles in a list. Their countdown is 1 s. */
export async function startArena(options: ArenaOptions = {}): Promise<RunningArena> {
  const { battleSeconds = 60, problemCount = 150, onSave, bounds, app, time = movableClock() } = options
  const kept: FinishedBattle[] = []
  const running = await startApp({
    ...app,
    battles: {
      ...bounds,
      clock: time,
      length: { durationMs: battleSeconds * 1000, countdownSeconds: 1, problemCount },
      store: {
        save: async (battle) => {
          await onSave?.(battle)
          kept.push(battle)
        },
      },
    },
  })
  return { ...running, kept, time }
}

export type StartedBattle = {
  readonly one: BattlePlayer
  readonly two: BattlePlayer
  readonly start: ServerPayload<'battle-start'>
}

/** Two players at the first problem of their battle. */
export async function startBattle({ url, time }: RunningArena): Promise<StartedBattle> {
  const one = await battlePlayer(url)
  const two = await battlePlayer(url)
  one.join({ nickname: 'BraveOwl7' })
  await one.next('queue-joined')
  two.join({ nickname: 'CalmBear5' })
  await two.next('battle-countdown')
  await one.next('battle-countdown')
  time.forward(1000)
  const start = await one.next('battle-start')
  await two.next('battle-start')
  return { one, two, start }
}

/** A right answer to a problem, after so long. */
export function answerRight(
  player: BattlePlayer,
  { battleId, problems }: ServerPayload<'battle-start'>,
  problemIndex: number,
  responseTime = 1000,
): void {
  const answer = problems[problemIndex]?.answer
  player.send('battle-answer', { battleId, problemIndex, answer, responseTime })
}
