/** If the next second of a countdown does not arrive, the countdown ends this long after its expected end. */
const COUNTDOWN_SLACK_MS = 500
/** How long 'Match found!' is shown at the beginning of a countdown, unless that has only one second left. */
const MATCH_FOUND_MS = 700
/** The arena shows 'Get Ready for Battle!' this long after the countdown's last second began. */
const LAST_SECOND_SHOWN_MS = 250

/**
 * The seconds before a battle. `found`: the match is announced. `counting`: the seconds are shown. `ready`: the arena waits for its
 * problems. `nextPhaseAtMs` is the beginning of the next phase, or null if no time is set for it.
 */
export type CountdownStep = {
  readonly seconds: number
  readonly endsAtMs: number
  readonly phase: 'found' | 'counting' | 'ready'
  readonly nextPhaseAtMs: number | null
}

/** The countdown at this time; the same object if its phase has not changed. */
export function countdownAt(countdown: CountdownStep, nowMs: number): CountdownStep {
  const { phase, nextPhaseAtMs } = countdown
  if (nextPhaseAtMs === null || nowMs < nextPhaseAtMs) return countdown
  return { ...countdown, phase: phase === 'found' ? 'counting' : 'ready', nextPhaseAtMs: null }
}

/** The countdown after a second of it has arrived: in the queue, or during the countdown `before`. */
export function countdownAfter(
  before: CountdownStep | 'in-queue' | null,
  seconds: number,
  nowMs: number,
): CountdownStep {
  const endsAtMs = nowMs + seconds * 1000 + COUNTDOWN_SLACK_MS
  if (before === 'in-queue') {
    return seconds > 1
      ? { seconds, endsAtMs, phase: 'found', nextPhaseAtMs: nowMs + MATCH_FOUND_MS }
      : { seconds, endsAtMs, phase: 'counting', nextPhaseAtMs: null }
  }
  if (before?.phase === 'found' && before.nextPhaseAtMs !== null) return { ...before, seconds, endsAtMs }
  const isLast = seconds === 1 && before !== null
  return {
    seconds,
    endsAtMs,
    phase: 'counting',
    nextPhaseAtMs: isLast ? nowMs + LAST_SECOND_SHOWN_MS : null,
  }
}
