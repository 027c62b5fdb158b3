/** The delay in browsers without `requestIdleCallback`. */
const FALLBACK_MS = 2000

/** Runs the action when the page is idle. Returns a function that cancels it. */
export function whenIdle(action: () => void): () => void {
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(action, FALLBACK_MS)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(action)
  return () => window.cancelIdleCallback(handle)
}
