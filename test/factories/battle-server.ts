import { startApp, type RunningApp } from './app.ts'
import type { FinishedBattle } from '../../server/battle/port.ts'

export type RunningArena = RunningApp & {
  /** Every battle that was stored. */
  readonly kept: readonly FinishedBattle[]
}

export type ArenaOptions = {
  readonly battleSeconds?: number
  readonly countdownSeconds?: number
  readonly problemCount?: number
  /** Called before a battle is stored; what it throws is the database's failure. */
  readonly onSave?: (battle: FinishedBattle) => Promise<void>
}

/** A whole server with battles of a second, which stores them in a list. */
export async function startArena(options: ArenaOptions = {}): Promise<RunningArena> {
  const { battleSeconds = 1, countdownSeconds = 1, problemCount = 150, onSave } = options
  const kept: FinishedBattle[] = []
  const app = await startApp({
    battles: {
      length: { durationMs: battleSeconds * 1000, countdownSeconds, problemCount },
      store: {
        save: async (battle) => {
          await onSave?.(battle)
          kept.push(battle)
        },
      },
    },
  })
  return { ...app, kept }
}
