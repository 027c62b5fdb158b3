/** Ages arrive in whole seconds: what two of them may be wrong by together, with the way of a call. */
const AGE_TOLERANCE_MS = 5000

/** The stretch of time that is a session's own, of which it counts what was practised: no moment is two sessions' of a student. */
export type OwnTime = {
  readonly fromMs: number
  /** Where the time of the next session begins; null for none. */
  readonly untilMs: number | null
}

/** Where a session begins among the others of its student. */
type Beginning = {
  readonly startedAtMs: number
  readonly accountMadeAtMs: number
  /** The session in whose time it begins, with the seconds that this one has counted; null for none. */
  readonly within: { readonly time: OwnTime; readonly seconds: number } | null
  /** Where the first time of another session after it begins; null for none. */
  readonly nextFromMs: number | null
}

/**
 * The time of a session that begins there: as much as nobody has, or what is left of the time it begins in, after what was
 * counted of it. The session that had that keeps what is before. Nothing before the account was made is anybody's.
 */
export function ownTime({ startedAtMs, accountMadeAtMs, within, nextFromMs }: Beginning): OwnTime {
  const countedToMs = within ? within.time.fromMs + within.seconds * 1000 : accountMadeAtMs
  const untilMs = within ? within.time.untilMs : nextFromMs
  const fromMs = Math.max(startedAtMs - AGE_TOLERANCE_MS, accountMadeAtMs, countedToMs)
  return { fromMs: Math.min(fromMs, untilMs ?? fromMs), untilMs }
}

/** The whole seconds of a session's own time until then. */
export function secondsOf({ fromMs, untilMs }: OwnTime, atMs: number): number {
  return Math.max(0, Math.floor((Math.min(atMs, untilMs ?? atMs) - fromMs) / 1000))
}
