/**
 * Tells whoever has the browser's console open that something went wrong and play went on.
 * The specification (§8) has several failures "logged only"; this is where they go. Never pass a session token.
 */
export function warn(message: string, cause?: unknown): void {
  if (cause === undefined) console.warn(message)
  else console.warn(message, cause)
}
