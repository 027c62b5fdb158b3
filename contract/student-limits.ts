/** The type of a session that a student has played as a guest: it counts for what the student knows, and gives no points. */
export const GUEST_SESSION = 'guest'
/** Longest a session may be meant to take, in seconds: an hour, the longest that the practice page offers. */
export const MAX_TARGET_SECONDS = 3600
/** Attempts of one call at most: that many fill the largest body that is read. */
export const MAX_ATTEMPTS_IN_CALL = 50
/** Places in the log of a session: 50 problems with 3 attempts each. */
export const MAX_LOG_PLACES = 150
/** Longest an answer to one problem may claim to have taken, in milliseconds: an hour. */
export const MAX_RESPONSE_MS = 3_600_000
/** Slowest a child may be at reading and typing a known answer, in milliseconds; beyond it the measuring went wrong. */
export const MAX_ENTRY_MS = 20_000
/** Largest number that can be typed as an answer; nothing near it is right. */
export const MAX_ANSWER = 1_000_000_000
/** All facts of all operations are fewer. */
export const MAX_FACTS = 500
/** Practice days that progress tells of one by one, today included. */
export const PROGRESS_DAYS = 30
/** Attempts of a fact's history, the newest. */
export const MAX_FACT_ATTEMPTS = 50
