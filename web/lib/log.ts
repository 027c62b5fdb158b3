/**
 * Logs a failure after which play continues ("logged only" in specification §8). Never pass a session token.
 */
export function warn(message: string, cause?: unknown): void {
  if (cause === undefined) console.warn(message)
  else console.warn(message, cause)
}
