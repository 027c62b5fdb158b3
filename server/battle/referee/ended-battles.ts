import type { BattleState, Seat } from '../../../domain/battle-state.ts'
import type { ArenaClock } from './clock.ts'
import { RESULT_KEPT_MS, MAX_RESULTS_KEPT } from '../socket/overload.ts'

export type EndedBattle = Extract<BattleState, { stage: 'ended' }>

/** The player's seat, or -1. */
export function seatOf({ setup }: BattleState, playerId: string): Seat {
  return setup.players.findIndex((player) => player.kind === 'person' && player.playerId === playerId)
}

/** The player's seat in an ended battle; -1 for a player who was not in it or left it, who gets no result. */
export function seatAtEnd(battle: EndedBattle, playerId: string): Seat {
  const seat = seatOf(battle, playerId)
  return battle.results.some((result) => result.seat === seat && result.left) ? -1 : seat
}

/** Recently ended battles, for players who reconnect after the end. */
export function endedBattles(clock: ArenaClock) {
  const ended = new Map<string, EndedBattle>()
  const forget = (): void => {
    const oldestMs = clock.nowMs() - RESULT_KEPT_MS
    for (const [battleId, { endedAtMs }] of ended) {
      if (endedAtMs >= oldestMs && ended.size <= MAX_RESULTS_KEPT) return
      ended.delete(battleId)
    }
  }
  return {
    add: (battle: EndedBattle): void => {
      ended.set(battle.setup.battleId, battle)
      forget()
    },
    /** Null if the battle is unknown, or the player was not in it or left it. */
    find: (playerId: string, battleId: string): { battle: EndedBattle; seat: Seat } | null => {
      forget()
      const battle = ended.get(battleId)
      const seat = battle ? seatAtEnd(battle, playerId) : -1
      return battle && seat >= 0 ? { battle, seat } : null
    },
  }
}

/** The result of a battle and its end in wall-clock milliseconds: enough to store it and to send it again. */
type EndRecord = { readonly battle: EndedBattle; readonly endedAtDateMs: number }

/** Serializes a result, without the problems, which are no longer needed. */
export function endRecord({ battle, endedAtDateMs }: EndRecord): string {
  return JSON.stringify({ battle: { ...battle, setup: { ...battle.setup, problems: [] } }, endedAtDateMs })
}

/** Parses the output of `endRecord`. */
export function readEndRecord(text: string): EndRecord {
  return JSON.parse(text) as EndRecord
}
