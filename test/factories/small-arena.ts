import type { BattleErrorCode } from '../../contract/battle-events.ts'
import { battleArena, type Arena, type ArenaNeeds } from '../../server/battle/referee/arena.ts'
import type { GatewayLine } from '../../server/battle/gateway.ts'
import type { FinishedBattle } from '../../server/battle/port.ts'
import { wishOf } from './battle-player.ts'
import { newToken } from './guest-calls.ts'
import { movableClock, type MovableClock } from './movable-clock.ts'

export type Small = {
  readonly arena: Arena
  readonly time: MovableClock
  readonly refusals: BattleErrorCode[]
  readonly kept: FinishedBattle[]
}

/** An arena without a server, with a clock that can be put forward; it stores battles in a list by default. */
export function smallArena(changes: Partial<ArenaNeeds> = {}, countdownSeconds = 0): Small {
  const time = movableClock()
  const refusals: BattleErrorCode[] = []
  const kept: FinishedBattle[] = []
  let ids = 0
  const arena = battleArena({
    clock: time,
    length: { durationMs: 60_000, countdownSeconds, problemCount: 20 },
    store: { save: async (battle) => void kept.push(battle) },
    newBattleId: () => `battle-${(ids += 1)}`,
    newSeed: () => ids,
    newPublicId: () => 'public',
    tokenHash: (token) => token,
    isDeleted: () => false,
    now: () => 0,
    allowedNickname: (text) => text,
    counts: {
      refused: (code) => refusals.push(code),
      answered: () => undefined,
      flooded: () => undefined,
      waited: () => undefined,
      lost: () => undefined,
      failed: (_name, error) => {
        throw error
      },
    },
    ...changes,
  })
  return { arena, time, refusals, kept }
}

/** A page without a browser, with the events it received, in order. */
export type Guest = {
  readonly playerId: string
  readonly line: GatewayLine
  readonly received: [string, unknown][]
}

/** A new player's line into the arena; `ask` is called where it is asked for a sign of life, null where it cannot be. */
export function enter(
  { arena }: Small,
  address: string | null = null,
  ask: (() => void) | null = null,
): Guest {
  const received: [string, unknown][] = []
  const send = (packet: string): void => {
    received.push(JSON.parse(packet.slice(1)) as [string, unknown])
  }
  const line = arena.gateway.connect({ send, close: () => undefined, ping: ask }, address)
  return { playerId: newToken(), line, received }
}

/** Joins a queue, by default the usual one. */
export function join(guest: Guest, changes: Readonly<Record<string, unknown>> = {}): void {
  guest.line.receive('join-battle-queue', wishOf(guest.playerId, changes))
}

/** Against a bot. */
export function meetBot({ line, playerId }: Guest): void {
  line.receive('start-computer-battle', { ...wishOf(playerId), botId: 'bot-2' })
}
