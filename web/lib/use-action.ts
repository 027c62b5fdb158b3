import { useCallback, useEffect, useRef, useState } from 'react'
import type { CallResult, Failure } from './api.ts'

export type PendingAction<Input extends readonly unknown[], Value> = {
  /** Runs the action unless it is running or has to wait. Returns its value, or null. */
  readonly run: (...input: Input) => Promise<Value | null>
  readonly isPending: boolean
  /** The failure of the last run; null while another is running. */
  readonly failure: Failure | null
  /** Seconds until the server accepts the next run; 0 for now. */
  readonly waitSeconds: number
  /** Clears the last failure. */
  readonly clearFailure: () => void
}

/** A wait requested by the server, in epoch milliseconds. */
type Wait = { readonly fromMs: number; readonly untilMs: number }

const NO_WAIT: Wait = { fromMs: 0, untilMs: 0 }

/** The remaining seconds of a wait, updated once a second. */
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

/** A user action with one call: never run concurrently, and not before the end of a wait that the server requested. */
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

  const clearFailure = useCallback(() => setFailure(null), [])
  return { run, isPending, failure, waitSeconds, clearFailure }
}
