import * as childDataCalls from '../../generated/child-data-calls.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAnswer } from '../../lib/server-value.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { accessMessages as words } from './access.messages.en.ts'
import { OpenedDetails } from './opened-details.tsx'

const readDeletions = (signal: AbortSignal) => sessionCall(childDataCalls.deletions, {}, { signal })

/** The accounts that were deleted from a class, and by whom; null for those of the family. */
export function DeletedChildren({ classId }: { classId: string | null }) {
  return (
    <OpenedDetails summary={words.deleted}>
      <p className="text-ink-soft">{words.deletedLead}</p>
      <Deletions classId={classId} />
    </OpenedDetails>
  )
}

function Deletions({ classId }: { classId: string | null }) {
  const { answer } = useAnswer(readDeletions)
  if (answer.state === 'loading') return <p>{words.loading}</p>
  if (answer.state === 'failed') return <FailureNote failure={answer.failure} />
  const here = answer.value.filter((each) => classId === null || each.classId === classId)
  if (here.length === 0) return <p>{words.nothingDeleted}</p>
  return (
    <ul className="grid gap-2">
      {here.map(({ studentId, at, who }) => (
        <li key={studentId}>
          <span className="block">{words.did({ who, name: null, kind: 'deletion' })}</span>
          <span className="block wrap-anywhere text-ink-soft">
            {words.when(at, 1)} · {words.accountNumber(studentId)}
          </span>
        </li>
      ))}
    </ul>
  )
}
