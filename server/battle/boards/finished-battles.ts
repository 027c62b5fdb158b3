import { asOf, newGuest, withProfile, withTime, DEFAULT_NICKNAME } from '../../../domain/guest-record.ts'
import { practiceDay } from '../../../domain/practice-day.ts'
import { secondsPlayed, tookItsTime } from '../../../domain/battle-win.ts'
import type { ChangeGuest } from '../../guest/port.ts'
import type { EndedBattle } from '../referee/ended-battles.ts'
import type { FinishedBattle, FinishedPlayer } from '../port.ts'

export type FinishedNeeds = {
  readonly newPublicId: () => string
  /** Whether the player of this hash of a token has just been deleted. */
  readonly isDeleted: (tokenHash: string) => boolean
  /** The time of day, by the clock that every stored thing goes by. */
  readonly now: () => number
}

type Played = { readonly nickname: string; readonly seconds: number; readonly endedAtMs: number }

/**
 * A battle may be the first thing a guest does, and says the name the guest goes by. Its seconds count toward the guest's day
 * in the transaction that stores the battle, so once however often that is tried.
 */
function changeGuest(
  { nickname, seconds, endedAtMs }: Played,
  { newPublicId, now }: FinishedNeeds,
): ChangeGuest {
  const day = practiceDay(endedAtMs)
  return (known) => {
    const nowMs = now()
    const guest = withTime(known ? asOf(known, nowMs) : newGuest(newPublicId(), day, nowMs), day, seconds)
    return nickname === DEFAULT_NICKNAME ? guest : withProfile(guest, { nickname }, endedAtMs)
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
    return player?.kind !== 'person' || !needs.isDeleted(player.playerId)
  })
  const hasPlayed = results.some(
    ({ seat, attempted }) => setup.players[seat]?.kind === 'person' && attempted > 0,
  )
  if (startedAtMs === null || !hasPlayed) return null
  const players = results.flatMap(
    ({ seat, attempted: _attempted, leftAtMs, setAside, ...result }): FinishedPlayer[] => {
      const player = setup.players[seat]
      if (!player) return []
      if (player.kind === 'bot') return [{ ...result, kind: 'bot', botId: player.botId }]
      const isWinner = result.isWinner && tookItsTime(battle)
      const seconds = secondsPlayed(battle, { leftAtMs })
      const change = changeGuest({ nickname: player.nickname, seconds, endedAtMs: nowMs }, needs)
      const mark = setAside ? ({ setAside: true } as const) : {}
      return [{ ...result, ...mark, isWinner, kind: 'person', tokenHash: player.playerId, change }]
    },
  )
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
