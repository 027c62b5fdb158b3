import { asOf, newGuest, withProfile, withTime, DEFAULT_NICKNAME } from '../../../domain/guest-record.ts'
import { practiceDay } from '../../../domain/practice-day.ts'
import { secondsPlayed, lastedLongEnough } from '../../../domain/battle-win.ts'
import type { ChangeGuest } from '../../guest/port.ts'
import type { EndedBattle } from '../referee/ended-battles.ts'
import type { FinishedBattle, FinishedPlayer } from '../port.ts'

export type FinishedNeeds = {
  readonly newPublicId: () => string
  /** Whether the player with this token hash was deleted a short while ago. */
  readonly isDeleted: (tokenHash: string) => boolean
  /** Wall-clock time, as in all stored data. */
  readonly now: () => number
}

type Played = { readonly nickname: string; readonly seconds: number; readonly endedAtMs: number }

/**
 * A battle may be the first thing a guest does, and it carries the guest's current nickname. Its seconds are added to the
 * guest's day in the transaction that stores the battle, so retries count them once.
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
 * An ended battle as it is stored (BAT-70), with everybody in it, including players who left or attempted nothing, but not
 * players deleted meanwhile. Null if it never started or no person attempted anything; such battles are not stored.
 * `nowMs` is the wall-clock time of the end.
 */
export function finishedBattle(
  battle: EndedBattle,
  needs: FinishedNeeds,
  nowMs: number,
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
      const isWinner = result.isWinner && lastedLongEnough(battle)
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
