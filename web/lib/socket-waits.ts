/** The longest wait before a connection is opened again; milliseconds. */
export const MAX_RECONNECT_MS = 3000
/** How long an attempt may take during a battle; milliseconds. */
export const URGENT_TIMEOUT_MS = 3000

/** The wait before the next attempt, varied by half, so that a whole class does not reconnect at the same moment. */
export function retryMs(): number {
  return MAX_RECONNECT_MS * (0.5 + Math.random() / 2)
}
