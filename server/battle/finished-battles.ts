import { activeOn, asOf, newGuest, withProfile } from '../../domain/guest-record.ts'
import { practiceDay } from '../../domain/practice-day.ts'
import { DEFAULT_NICKNAME } from '../../domain/guest-record.ts'
import type { ChangeGuest } from '../guest/port.ts'
import type { EndedBattle } from './live-battles.ts'
import type { FinishedBattle, FinishedPlayer } from './port.ts'

export type FinishedNeeds = {
  readonly tokenHash: (token: string) => string
  readonly newPublicId: () => string
  /** The time of day, by the clock that every stored thing goes by. */
  readonly now: () => number
}

/** A battle may be the first thing a guest does, and says the name the guest goes by. */
function changeGuest(nickname: string, playedAtMs: number, { newPublicId, now }: FinishedNeeds): ChangeGuest {
  const day = practiceDay(playedAtMs)
  return (known) => {
    const nowMs = now()
    const guest = activeOn(known ? asOf(known, nowMs) : newGuest(newPublicId(), day, nowMs), day)
    return nickname === DEFAULT_NICKNAME ? guest : withProfile(guest, { nickname }, playedAtMs)
  }
}

/**
 * An ended battle as it is kept (BAT-70), without the people who attempted nothing; null for one that never started or
 * that nobody played, of which nothing is.
 */
export function finishedBattle(battle: EndedBattle, needs: FinishedNeeds): FinishedBattle | null {
  const { setup, startedAtMs, endedAtMs, results } = battle
  if (startedAtMs === null) return null
  const nowMs = needs.now()
  const players = results.flatMap(({ seat, attempted, ...result }): FinishedPlayer[] => {
    const player = setup.players[seat]
    if (!player) return []
    if (player.kind === 'bot') return [{ ...result, kind: 'bot', botId: player.botId }]
    if (attempted === 0) return []
    const change = changeGuest(player.nickname, nowMs, needs)
    return [{ ...result, kind: 'person', tokenHash: needs.tokenHash(player.playerId), change }]
  })
  if (players.every(({ kind }) => kind === 'bot')) return null
  const { battleId, division, preference } = setup
  return {
    battleId,
    division,
    preference,
    startedAtMs: Math.round(nowMs - (endedAtMs - startedAtMs)),
    endedAtMs: nowMs,
    practiceDay: practiceDay(nowMs),
    players,
  }
}
