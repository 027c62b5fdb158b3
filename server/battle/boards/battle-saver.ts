import { StorageUnavailable } from '../../http/errors.ts'
import type { BattleStore } from '../../storage/sql/battles/battle-store.ts'
import type { ArenaClock } from '../referee/clock.ts'
import {
  FIRST_RETRY_MS,
  LAST_RETRY_MS,
  MAX_SAVE_TRIES,
  MAX_UNSAVED,
  SAVES_AT_ONCE,
} from '../socket/overload.ts'
import { withoutPlayers, type FinishedBattle } from '../port.ts'

/** Stores finished battles, retrying while the database is unreachable. */
type BattleSaver = {
  add(battle: FinishedBattle): void
  /** Removes a deleted player from unsaved battles; resolves once no save in flight contains the player. */
  removePlayer(tokenHash: string): Promise<void>
  /** The number of unsaved battles. */
  unsavedCount(): number
  /** Retries without backoff, before the process stops; resolves once all are stored, or after this time. */
  flush(withinMs: number): Promise<void>
}

type BattleSaverNeeds = {
  readonly clock: ArenaClock
  readonly save: BattleStore['save']
  /** A battle is lost: the queue was full, or the database kept rejecting it. */
  readonly onLost: (error: unknown) => void
}

type Unsaved = { battle: FinishedBattle; tries: number; isDropped: boolean }

function isIn({ players }: FinishedBattle, tokenHash: string): boolean {
  return players.some((player) => player.kind === 'person' && player.tokenHash === tokenHash)
}

/**
 * Stores battles in the order in which they end, several concurrently. While the database is unreachable, it retries one
 * battle at a time, with exponential backoff.
 */
export function battleSaver({ clock, save, onLost }: BattleSaverNeeds): BattleSaver {
  const unsaved: Unsaved[] = []
  const flushCallbacks = new Set<() => void>()
  const beingSaved = new Map<Unsaved, Promise<void>>()
  let inFlight = 0
  let pauseMs = 0
  let isPaused = false

  const failed = (item: Unsaved, error: unknown): void => {
    if (!(error instanceof StorageUnavailable)) item.tries += 1
    if (item.tries >= MAX_SAVE_TRIES) onLost(error)
    else unsaved.push(item)
    if (isPaused) return
    isPaused = true
    pauseMs = Math.min(LAST_RETRY_MS, Math.max(FIRST_RETRY_MS, 2 * pauseMs))
    clock.later(pauseMs, () => {
      isPaused = false
      pump()
    })
  }

  const store = async (item: Unsaved): Promise<void> => {
    try {
      await save(item.battle)
      pauseMs = 0
    } catch (error) {
      failed(item, error)
    }
    inFlight -= 1
    beingSaved.delete(item)
    pump()
  }

  const pump = (): void => {
    const most = isPaused ? 0 : pauseMs > 0 ? 1 : SAVES_AT_ONCE
    while (inFlight < most) {
      const item = unsaved.shift()
      if (!item) break
      if (item.isDropped) continue
      inFlight += 1
      beingSaved.set(item, store(item))
    }
    if (inFlight > 0 || unsaved.length > 0) return
    for (const resolve of flushCallbacks) resolve()
    flushCallbacks.clear()
  }

  return {
    add: (battle) => {
      if (unsaved.length >= MAX_UNSAVED) return onLost(new Error('too many unsaved battles'))
      unsaved.push({ battle, tries: 0, isDropped: false })
      pump()
    },
    removePlayer: async (tokenHash) => {
      const saving = [...beingSaved.values()]
      for (const item of [...unsaved, ...beingSaved.keys()]) {
        if (!isIn(item.battle, tokenHash)) continue
        const rest = withoutPlayers(item.battle, new Set([tokenHash]))
        if (rest) item.battle = rest
        else item.isDropped = true
      }
      await Promise.all(saving)
    },
    unsavedCount: () => unsaved.length + inFlight,
    flush: (withinMs) =>
      new Promise((resolve) => {
        if (inFlight === 0 && unsaved.length === 0) return resolve()
        flushCallbacks.add(resolve)
        clock.later(withinMs, resolve)
        pauseMs = 0
        isPaused = false
        pump()
      }),
  }
}
