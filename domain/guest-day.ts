/** A daily allowance of this many seconds or more means "no limit" (decisions §1). */
export const UNLIMITED_SECONDS = 999_999

/** What the browser stores about its guest (specification §3). */
export type GuestSession = {
  /** A secret: 16 characters of `[A-Za-z0-9]`. */
  readonly sessionToken: string
  readonly nickname: string
  readonly location: string
  readonly country: string
  readonly state: string
  /** Seconds. */
  readonly timePlayedToday: number
  /** A practice day. */
  readonly lastActiveDate: string
  /** League id to the ids of the facts shown today, oldest first. */
  readonly factsShownToday: Readonly<Record<string, readonly string[]>>
}

type DayCheck =
  | { readonly kind: 'same_day' }
  | { readonly kind: 'adopt'; readonly session: GuestSession }
  | { readonly kind: 'new_day' }

/**
 * The new-day rule (specification §4, decisions §3). `server` is what the server knows about this guest, null when it knows
 * nothing or could not be reached. If its date differs from the stored one, that date and its time played are adopted.
 */
export function checkPracticeDay(input: {
  readonly session: GuestSession
  readonly today: string
  readonly server: { readonly lastActiveDate: string; readonly timePlayedToday: number } | null
}): DayCheck {
  const { session, today, server } = input
  if (session.lastActiveDate === today) return { kind: 'same_day' }
  if (server === null || server.lastActiveDate === session.lastActiveDate) return { kind: 'new_day' }
  const { lastActiveDate, timePlayedToday } = server
  // The stored facts were shown on the stored day, not on the adopted one.
  return { kind: 'adopt', session: { ...session, lastActiveDate, timePlayedToday, factsShownToday: {} } }
}

/** The guest on a new day: a new token, perhaps a new name, nothing shown and nothing played. The location stays. */
export function newDay(
  session: GuestSession,
  fresh: { readonly today: string; readonly sessionToken: string; readonly nickname: string },
): GuestSession {
  const { today, sessionToken, nickname } = fresh
  return {
    ...session,
    sessionToken,
    nickname,
    lastActiveDate: today,
    timePlayedToday: 0,
    factsShownToday: {},
  }
}
