/** Work that waits until the frame now in the making has been painted. */
type AfterPaint = {
  /** Asks for the work; asked for many times before it is done, it is done once. */
  ask(): void
  /** Does waiting work now: the page may be gone after this turn. */
  flush(): void
  cancel(): void
}

/**
 * Keeps storage, the network and everything a child does not wait for out of the frame that answers a key. A hidden
 * page paints no frames; there the work is done at once.
 */
export function afterPaint(work: () => void): AfterPaint {
  let waiting = false
  let frame = 0
  let task: ReturnType<typeof setTimeout> | undefined

  function cancel(): void {
    waiting = false
    cancelAnimationFrame(frame)
    clearTimeout(task)
  }

  function flush(): void {
    if (!waiting) return
    cancel()
    work()
  }

  return {
    flush,
    cancel,
    ask() {
      if (waiting) return
      waiting = true
      if (document.visibilityState === 'hidden') return flush()
      frame = requestAnimationFrame(() => {
        task = setTimeout(flush)
      })
    },
  }
}
