import type { BattleResult, Ended } from './battle-state.ts'
import { QUICKEST_PACE_MS } from './plausible.ts'

/** How much sooner than the server's clock a page's own may be over. */
const CLOCKS_DIFFER_MS = 1000

/**
 * Whether a battle took the time that battles take: then first place in it is a win (BAT-76). It ran to its clock, or as long as its
 * problems last when there are few, or it was stopped with the server. What its players end before that is no win, whoever
 * was in it: a second tab of one's own would make one every few seconds, whatever it had to answer for that (ADR 0018).
 */
export function tookItsTime({ setup, startedAtMs, endedAtMs, endedBy }: Ended): boolean {
  const ranMs = endedAtMs - (startedAtMs ?? endedAtMs)
  const takesMs = Math.min(setup.durationMs, setup.problems.length * QUICKEST_PACE_MS)
  return endedBy === 'stopped' || ranMs >= takesMs - CLOCKS_DIFFER_MS
}

/**
 * Whole seconds that a player spent in a battle, from its start until its end or until the player left it. Never more than its
 * clock: the grace in which the last answers arrive is nobody's playing time.
 */
export function secondsPlayed(
  { setup, startedAtMs, endedAtMs }: Ended,
  { leftAtMs }: Pick<BattleResult, 'leftAtMs'>,
): number {
  if (startedAtMs === null) return 0
  const playedMs = (leftAtMs ?? endedAtMs) - startedAtMs
  return Math.round(Math.min(setup.durationMs, Math.max(0, playedMs)) / 1000)
}
