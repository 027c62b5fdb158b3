import { useCallback, useEffect, useRef, useState } from 'react'
import type { CallResult, Failure } from './api.ts'

/** What a screen has asked the server for. A `failure` beside a value is that of the last try to refresh it. */
export type Answer<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly failure: Failure }
  | { readonly state: 'value'; readonly value: Value; readonly failure: Failure | null }

export type Asked<Value> = {
  readonly answer: Answer<Value>
  /** Asks again; what is known stays on the screen meanwhile. */
  readonly askAgain: () => void
  /** Takes what a change was answered with, so that nobody has to ask again. */
  readonly put: (change: (known: Value) => Value) => void
}

const LOADING = { state: 'loading' } as const
const RETRY_MS = { first: 3000, longest: 60_000 }

/** Whether asking again may help without anybody doing anything: nothing came back, or the server is in trouble. */
function mayPass({ status, code }: Failure): boolean {
  return status === 0 || status >= 500 || code === 'not_ours'
}

function settled<Value>(known: Answer<Value>, result: CallResult<Value>): Answer<Value> {
  if (result.ok) return { state: 'value', value: result.value, failure: null }
  // Who is signed out, or may not see it any more, is not shown it any longer.
  const isGone = [401, 403, 404].includes(result.status)
  return known.state === 'value' && !isGone
    ? { ...known, failure: result }
    : { state: 'failed', failure: result }
}

/**
 * Asks the server once, again while it cannot be reached (after 3 s, doubling up to a minute) and when the page is come back
 * to, and keeps nothing longer than the screen lives: the next person at this device sees nothing of it. `ask` is a new function when the question is
 * another one.
 */
export function useAnswer<Value>(ask: (signal: AbortSignal) => Promise<CallResult<Value>>): Asked<Value> {
  const [told, setTold] = useState<{ ask: typeof ask; answer: Answer<Value> }>({ ask, answer: LOADING })
  const asking = useRef<AbortController | null>(null)
  const retries = useRef(0)

  const askAgain = useCallback(() => {
    asking.current?.abort()
    const mine = new AbortController()
    asking.current = mine
    const take = (result: CallResult<Value>): void => {
      if (mine.signal.aborted) return
      asking.current = null
      setTold((last) => ({ ask, answer: settled(last.ask === ask ? last.answer : LOADING, result) }))
    }
    void ask(mine.signal).then(take)
  }, [ask])

  const put = useCallback((change: (known: Value) => Value) => {
    // An answer under way may be older than the change.
    asking.current?.abort()
    asking.current = null
    setTold((last) =>
      last.answer.state === 'value'
        ? { ...last, answer: { state: 'value', value: change(last.answer.value), failure: null } }
        : last,
    )
  }, [])

  useEffect(() => {
    const wake = (): void => {
      if (!document.hidden && asking.current === null) askAgain()
    }
    askAgain()
    document.addEventListener('visibilitychange', wake)
    window.addEventListener('online', wake)
    return () => {
      document.removeEventListener('visibilitychange', wake)
      window.removeEventListener('online', wake)
      asking.current?.abort()
    }
  }, [askAgain])

  const answer = told.ask === ask ? told.answer : LOADING
  const failure = answer.state === 'loading' ? null : answer.failure
  useEffect(() => {
    if (failure === null || !mayPass(failure)) {
      retries.current = 0
      return
    }
    const waitMs = Math.min(RETRY_MS.longest, RETRY_MS.first * 2 ** Math.min(retries.current, 10))
    const timer = setTimeout(() => {
      if (document.hidden || asking.current !== null) return
      retries.current += 1
      askAgain()
    }, waitMs)
    return () => clearTimeout(timer)
  }, [failure, askAgain])

  return { answer, askAgain, put }
}
