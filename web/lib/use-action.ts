import { useCallback, useEffect, useRef, useState } from 'react'
import type { CallResult, Failure } from './api.ts'

export type PendingAction<Input extends readonly unknown[], Value> = {
  /** Does it, unless it is being done or has to wait. The answer, or null where there is none. */
  readonly run: (...input: Input) => Promise<Value | null>
  readonly isPending: boolean
  /** Why the last try failed; null once another has begun. */
  readonly failure: Failure | null
  /** How long the server asks to wait before the next try, in seconds; 0 for not at all. */
  readonly waitSeconds: number
  /** Forgets the last failure. */
  readonly forget: () => void
}

/** A wait that the server has asked for; epoch milliseconds. */
type Wait = { readonly fromMs: number; readonly untilMs: number }

const NO_WAIT: Wait = { fromMs: 0, untilMs: 0 }

/** Seconds that are left of a wait, counting down once a second. */
function useSecondsLeft({ fromMs, untilMs }: Wait): number {
  const [seenMs, setSeenMs] = useState(0)
  useEffect(() => {
    if (untilMs <= fromMs) return
    const timer = setInterval(() => {
      setSeenMs(Date.now())
      if (Date.now() >= untilMs) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [fromMs, untilMs])
  return Math.max(0, Math.ceil((untilMs - Math.max(fromMs, seenMs)) / 1000))
}

/** Something that a person does with one call: never twice at once, and not before the server is ready for it again. */
export function useAction<Input extends readonly unknown[], Value>(
  act: (...input: Input) => Promise<CallResult<Value>>,
): PendingAction<Input, Value> {
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [wait, setWait] = useState(NO_WAIT)
  const busy = useRef(false)
  const waitSeconds = useSecondsLeft(wait)

  const run = useCallback(
    async (...input: Input): Promise<Value | null> => {
      if (busy.current || Date.now() < wait.untilMs) return null
      busy.current = true
      setPending(true)
      setFailure(null)
      const result = await act(...input)
      busy.current = false
      setPending(false)
      if (result.ok) return result.value
      setFailure(result)
      const fromMs = Date.now()
      setWait({
        fromMs,
        untilMs: fromMs + (result.status === 429 ? (result.retryAfterSeconds ?? 1) * 1000 : 0),
      })
      return null
    },
    [act, wait],
  )

  const forget = useCallback(() => setFailure(null), [])
  return { run, isPending, failure, waitSeconds, forget }
}
