import { activeOn, asOf, newGuest, withProfile } from '../../domain/guest-record.ts'
import { practiceDay } from '../../domain/practice-day.ts'
import { DEFAULT_NICKNAME } from '../../domain/guest-record.ts'
import { tookItsTime } from '../../domain/battle-win.ts'
import type { ChangeGuest } from '../guest/port.ts'
import type { EndedBattle } from './ended-battles.ts'
import type { FinishedBattle, FinishedPlayer } from './port.ts'

export type FinishedNeeds = {
  readonly tokenHash: (token: string) => string
  readonly newPublicId: () => string
  /** Whether the player of this token has just been deleted. */
  readonly isForgotten: (tokenHash: string) => boolean
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
 * An ended battle as it is kept (BAT-70), for everybody in it, who left or attempted nothing as well, but not for who has been
 * deleted meanwhile; null for one that never started or in which no person attempted anything, of which nothing is. In
 * milliseconds, dated by the time of day.
 */
export function finishedBattle(
  battle: EndedBattle,
  needs: FinishedNeeds,
  nowMs: number = needs.now(),
): FinishedBattle | null {
  const { setup, startedAtMs, endedAtMs } = battle
  const results = battle.results.filter(({ seat }) => {
    const player = setup.players[seat]
    return player?.kind !== 'person' || !needs.isForgotten(needs.tokenHash(player.playerId))
  })
  const hasPlayed = results.some(
    ({ seat, attempted }) => setup.players[seat]?.kind === 'person' && attempted > 0,
  )
  if (startedAtMs === null || !hasPlayed) return null
  const players = results.flatMap(({ seat, attempted: _attempted, ...result }): FinishedPlayer[] => {
    const player = setup.players[seat]
    if (!player) return []
    if (player.kind === 'bot') return [{ ...result, kind: 'bot', botId: player.botId }]
    const isWinner = result.isWinner && tookItsTime(battle)
    const change = changeGuest(player.nickname, nowMs, needs)
    return [{ ...result, isWinner, kind: 'person', tokenHash: needs.tokenHash(player.playerId), change }]
  })
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
