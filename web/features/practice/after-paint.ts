/** Work that is deferred until the current frame has been painted. */
type AfterPaint = {
  /** Schedules the work. Calls before it has run have no further effect. */
  ask(): void
  /** Runs scheduled work now, because the page may be gone after the current task. */
  flush(): void
  cancel(): void
}

/**
 * Defers work such as storage and network access until the frame that responds to a key has been painted. A hidden page paints
 * no frames; there the work runs at once.
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
