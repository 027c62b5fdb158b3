/** Where a browser cannot say when it is idle, this long after is taken for it; milliseconds. */
const FALLBACK_MS = 2000

/** Does something once the page has nothing else to do; returns what calls it off. */
export function whenIdle(action: () => void): () => void {
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(action, FALLBACK_MS)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(action)
  return () => window.cancelIdleCallback(handle)
}
