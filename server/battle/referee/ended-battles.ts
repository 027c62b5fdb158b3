import type { BattleState, Seat } from '../../../domain/battle-state.ts'
import type { ArenaClock } from './clock.ts'
import { ENDED_TOLD_MS, MAX_ENDED_TOLD } from '../socket/overload.ts'

export type EndedBattle = Extract<BattleState, { stage: 'ended' }>

/** The seat of a person, or -1. */
export function seatOf({ setup }: BattleState, playerId: string): Seat {
  return setup.players.findIndex((player) => player.kind === 'person' && player.playerId === playerId)
}

/** The player's seat in an ended battle, or -1 where it is another's or was left: then nothing is told of it any more. */
export function seatAtEnd(battle: EndedBattle, playerId: string): Seat {
  const seat = seatOf(battle, playerId)
  return battle.results.some((result) => result.seat === seat && result.left) ? -1 : seat
}

/** Ended battles, remembered for a while for who comes back too late. */
export function endedBattles(clock: ArenaClock) {
  const ended = new Map<string, EndedBattle>()
  const forget = (): void => {
    const oldestMs = clock.nowMs() - ENDED_TOLD_MS
    for (const [battleId, { endedAtMs }] of ended) {
      if (endedAtMs >= oldestMs && ended.size <= MAX_ENDED_TOLD) return
      ended.delete(battleId)
    }
  }
  return {
    add: (battle: EndedBattle): void => {
      ended.set(battle.setup.battleId, battle)
      forget()
    },
    /** The player's place in that battle, unless it is unknown, another's, or was left. */
    find: (playerId: string, battleId: string): { battle: EndedBattle; seat: Seat } | null => {
      forget()
      const battle = ended.get(battleId)
      const seat = battle ? seatAtEnd(battle, playerId) : -1
      return battle && seat >= 0 ? { battle, seat } : null
    },
  }
}

/** How a battle ended and, in epoch milliseconds, when by the time of day: what is needed to store it and to tell it again. */
export type EndRecord = { readonly battle: EndedBattle; readonly endedAtDateMs: number }

/** The problems are told to nobody any more. */
export function endRecord({ battle, endedAtDateMs }: EndRecord): string {
  return JSON.stringify({ battle: { ...battle, setup: { ...battle.setup, problems: [] } }, endedAtDateMs })
}

/** Reads what `endRecord` wrote. */
export function readEndRecord(text: string): EndRecord {
  return JSON.parse(text) as EndRecord
}
