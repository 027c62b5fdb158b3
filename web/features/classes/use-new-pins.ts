import { useCallback, useRef, useState } from 'react'
import type { Failure } from '../../lib/api.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { childCalls, type Child, type ChildWithPin } from './class-calls.ts'

export type NewPins = {
  /** Makes a new PIN for each child, one after another; what was made until a call failed. */
  readonly run: (children: readonly Child[]) => Promise<readonly ChildWithPin[]>
  /** How many are made; null while nothing is being made. */
  readonly made: number | null
  readonly failure: Failure | null
}

const sleep = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))
/** Waits longer than this are left to the person. */
const LONGEST_WAIT_SECONDS = 60

/** New PINs for a whole class, at the pace the server takes. Each child keeps its kind of PIN. */
export function useNewPins(): NewPins {
  const [made, setMade] = useState<number | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const busy = useRef(false)

  const run = useCallback(async (children: readonly Child[]) => {
    if (busy.current) return []
    busy.current = true
    setFailure(null)
    const done: ChildWithPin[] = []
    for (const { id, pinKind } of children) {
      setMade(done.length)
      const renew = () => sessionCall(childCalls.resetPin, { params: { studentId: id }, body: { pinKind } })
      let result = await renew()
      if (!result.ok && result.status === 429 && (result.retryAfterSeconds ?? 0) <= LONGEST_WAIT_SECONDS) {
        await sleep(result.retryAfterSeconds ?? 1)
        result = await renew()
      }
      if (!result.ok) {
        setFailure(result)
        break
      }
      done.push(result.value)
    }
    busy.current = false
    setMade(null)
    return done
  }, [])

  return { run, made, failure }
}
