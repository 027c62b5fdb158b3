/** Ages are sent in whole seconds: what two of them may be wrong by, plus the time of a request. */
const AGE_TOLERANCE_MS = 5000

/**
 * The time that belongs to one session; what was practiced in it counts. Two sessions of a student never share any, so that no
 * moment counts twice (ADR 0025).
 */
export type OwnTime = {
  readonly fromMs: number
  /** When the time of the next session begins; null for none. */
  readonly untilMs: number | null
}

/** When a session begins, among the others of its student. */
type Beginning = {
  readonly startedAtMs: number
  readonly accountMadeAtMs: number
  /** The session in whose time it begins, and how much of that time it has used; null for none. */
  readonly within: { readonly time: OwnTime; readonly usedMs: number } | null
  /** When the next session's time begins; null for none. */
  readonly nextFromMs: number | null
}

/**
 * The time of a new session: the free time from its start, or the rest of the time of the session it begins in, after what
 * that session has used, to the millisecond. That session keeps what is before. Time before the account was made belongs to
 * nobody.
 */
export function ownTime({ startedAtMs, accountMadeAtMs, within, nextFromMs }: Beginning): OwnTime {
  const usedUntilMs = within ? within.time.fromMs + within.usedMs : accountMadeAtMs
  const untilMs = within ? within.time.untilMs : nextFromMs
  const fromMs = Math.max(startedAtMs - AGE_TOLERANCE_MS, accountMadeAtMs, usedUntilMs)
  return { fromMs: Math.min(fromMs, untilMs ?? fromMs), untilMs }
}

/** How much of a session's own time has passed at `atMs`; negative before it begins. */
export function ownMs({ fromMs, untilMs }: OwnTime, atMs: number): number {
  return Math.min(atMs, untilMs ?? atMs) - fromMs
}

/** The whole seconds of a session's own time up to `atMs`. */
export function secondsOf(time: OwnTime, atMs: number): number {
  return Math.max(0, Math.floor(ownMs(time, atMs) / 1000))
}
