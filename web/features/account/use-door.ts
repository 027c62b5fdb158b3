import { useCallback } from 'react'
import { call } from '../../lib/api.ts'
import { useAnswer } from '../../lib/use-answer.ts'
import { adultCalls, type Door } from './adult-calls.ts'

/** Whether this installation sends mails; null while that is not known. */
export function useDoor(): Door | null {
  const ask = useCallback((signal: AbortSignal) => call(adultCalls.readDoor, {}, { signal }), [])
  const { answer } = useAnswer(ask)
  return answer.state === 'value' ? answer.value : null
}
