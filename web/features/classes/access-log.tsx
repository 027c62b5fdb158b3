import { useCallback } from 'react'
import type { Access } from '../../../contract/child-data.ts'
import * as childDataCalls from '../../generated/child-data-calls.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAnswer } from '../../lib/server-value.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { accessMessages as words } from './access.messages.en.ts'
import { OpenedDetails } from './opened-details.tsx'

/** More are in the download. */
const MAX_LINES = 30

type Line = { readonly text: string; readonly at: number; readonly times: number }

/** The same act of the same adult on one day is one line, in the order of the newest of each. */
export function linesOf(accesses: readonly Access[]): readonly Line[] {
  const lines = new Map<string, Line>()
  for (const access of accesses) {
    const text = words.did(access)
    const key = `${words.dayOf(access.at)} ${text}`
    const known = lines.get(key)
    lines.set(key, known ? { ...known, times: known.times + 1 } : { text, at: access.at, times: 1 })
  }
  return [...lines.values()]
}

/** The access log of a child, for the owner of the child's home. */
export function AccessLog({ studentId }: { studentId: string }) {
  return (
    <OpenedDetails summary={words.heading}>
      <p className="text-ink-soft">{words.lead}</p>
      <Accesses studentId={studentId} />
    </OpenedDetails>
  )
}

function Accesses({ studentId }: { studentId: string }) {
  const { answer } = useAnswer(
    useCallback(
      (signal: AbortSignal) => sessionCall(childDataCalls.accesses, { params: { studentId } }, { signal }),
      [studentId],
    ),
  )
  if (answer.state === 'loading') return <p>{words.loading}</p>
  if (answer.state === 'failed') return <FailureNote failure={answer.failure} />
  return (
    <ul className="grid gap-2">
      {linesOf(answer.value)
        .slice(0, MAX_LINES)
        .map(({ text, at, times }) => (
          <li key={`${at} ${text}`}>
            <span className="block wrap-anywhere">{text}</span>
            <span className="block text-ink-soft">{words.when(at, times)}</span>
          </li>
        ))}
    </ul>
  )
}
