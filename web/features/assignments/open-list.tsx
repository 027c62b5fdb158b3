import { useCallback } from 'react'
import { Link } from 'wouter'
import { assignedName } from '../../../domain/school/assigned-names.en.ts'
import * as assignmentCalls from '../../generated/assignment-calls.ts'
import { useAnswer } from '../../lib/server-value.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { assignmentMessages } from './assignments.messages.en.ts'

const { item: words } = assignmentMessages

/** The open assignments of a class with how many children are done; nothing if there are none. */
export function OpenAssignments({ classId }: { classId: string }) {
  const { answer } = useAnswer(
    useCallback(
      (signal: AbortSignal) => sessionCall(assignmentCalls.ofClass, { params: { classId } }, { signal }),
      [classId],
    ),
  )
  if (answer.state !== 'value') return null
  const open = answer.value.assignments.filter(({ endedDay, round }) => endedDay === null && round?.isOpen)
  if (open.length === 0) return null
  return (
    <section aria-labelledby="open-assignments" className="grid gap-3 print:hidden">
      <h2 id="open-assignments" className="text-2xl">
        {assignmentMessages.openNow}
      </h2>
      <ul className="grid gap-2">
        {open.map(({ id, assigned, done, children, round }) => (
          <li key={id}>
            <Link
              href={`/assignments/${classId}`}
              className="flex min-h-target flex-wrap items-center gap-x-4 rounded-key border-2 border-line bg-sheet px-4 py-2 hover:bg-sunk"
            >
              <span className="font-bold">{assignedName(assigned)}</span>
              <span>{words.done(done, children)}</span>
              <span className="text-ink-soft">{words.due(round?.dueDay ?? '')}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
