import type { BattleResult, Ended } from './battle-state.ts'
import { QUICKEST_PACE_MS } from './plausible.ts'

/** How far a page's clock may be ahead of the server's. */
const CLOCK_TOLERANCE_MS = 1000

/**
 * Whether a battle lasted long enough for its first place to be a win (BAT-76): until its clock, or for as long as its few
 * problems take, or until the server stopped. A battle that its players end earlier is no win for anybody, or a second tab of
 * one's own would yield one every few seconds (ADR 0018).
 */
export function lastedLongEnough({ setup, startedAtMs, endedAtMs, endedBy }: Ended): boolean {
  const ranMs = endedAtMs - (startedAtMs ?? endedAtMs)
  const takesMs = Math.min(setup.durationMs, setup.problems.length * QUICKEST_PACE_MS)
  return endedBy === 'stopped' || ranMs >= takesMs - CLOCK_TOLERANCE_MS
}

/**
 * Whole seconds a player spent in a battle, from its start until it ended or the player left. The grace period after the clock
 * is not playing time.
 */
export function secondsPlayed(
  { setup, startedAtMs, endedAtMs }: Ended,
  { leftAtMs }: Pick<BattleResult, 'leftAtMs'>,
): number {
  if (startedAtMs === null) return 0
  const playedMs = (leftAtMs ?? endedAtMs) - startedAtMs
  return Math.round(Math.min(setup.durationMs, Math.max(0, playedMs)) / 1000)
}
