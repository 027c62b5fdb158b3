import { useCallback } from 'react'
import { readRetention } from '../../lib/retention.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAnswer } from '../../lib/server-value.ts'
import { childDataCalls } from './child-data-calls.ts'
import { dataMessages as words } from './data.messages.en.ts'

/** Until when a child is kept, and its answers. */
export function KeptUntil({ studentId }: { studentId: string }) {
  const { answer } = useAnswer(
    useCallback(
      (signal: AbortSignal) => sessionCall(childDataCalls.keptUntil, { params: { studentId } }, { signal }),
      [studentId],
    ),
  )
  if (answer.state !== 'value') return null
  return (
    <p className="text-ink-soft">{words.keptUntil(answer.value.keptUntil, readRetention().answerDays)}</p>
  )
}
