import type { BattleState } from './battle-state.ts'

/** How much sooner than the server's clock a page's own may be over. */
const CLOCKS_DIFFER_MS = 1000
/** Nobody answers problem after problem quicker: 150 of them, the usual number, fill the usual minute. */
const QUICKEST_PACE_MS = 400

/**
 * Whether a battle took the time that battles take: then first place in it is a win (BAT-76). It ran to its clock, or as long as its
 * problems last when there are few, or it was stopped with the server. What its players end before that is no win, whoever
 * was in it: a second tab of one's own would make one every few seconds, whatever it had to answer for that (ADR 0018).
 */
export function tookItsTime({
  setup,
  startedAtMs,
  endedAtMs,
  endedBy,
}: Extract<BattleState, { stage: 'ended' }>): boolean {
  const ranMs = endedAtMs - (startedAtMs ?? endedAtMs)
  const takesMs = Math.min(setup.durationMs, setup.problems.length * QUICKEST_PACE_MS)
  return endedBy === 'stopped' || ranMs >= takesMs - CLOCKS_DIFFER_MS
}
