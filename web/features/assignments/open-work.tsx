import { useCallback } from 'react'
import { assignedName } from '../../../domain/school/assigned-names.en.ts'
import * as assignmentCalls from '../../generated/assignment-calls.ts'
import { useAnswer } from '../../lib/server-value.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { ShareBar } from './card-list.tsx'
import { cardMessages as words } from './cards.messages.en.ts'

/** A child's open assignments, for the adults who see its progress; nothing if there are none. */
export function OpenWork({ studentId, title }: { studentId: string; title: string }) {
  const { answer } = useAnswer(
    useCallback(
      (signal: AbortSignal) => sessionCall(assignmentCalls.ofChild, { params: { studentId } }, { signal }),
      [studentId],
    ),
  )
  if (answer.state === 'loading') return null
  if (answer.state === 'failed') return <FailureNote failure={answer.failure} />
  const { cards, today } = answer.value
  if (cards.length === 0) return null
  return (
    <section aria-labelledby="assigned" className="grid gap-3">
      <h2 id="assigned" className="text-2xl">
        {title}
      </h2>
      <ul className="grid gap-3 lg:grid-cols-3">
        {cards.map(({ id, round, assigned, amountKind, amount, count, dueDay, isDone, isStillOpen }) => (
          <li key={`${id} ${round}`} className="rounded-card border-2 border-line bg-sheet p-4">
            <h3 className="text-lg leading-snug wrap-anywhere">{assignedName(assigned)}</h3>
            <p className="text-ink-soft">
              {isDone
                ? words.done
                : `${words.amount(amountKind, count, amount)} · ${isStillOpen ? words.stillOpen : words.due(dueDay, today)}`}
            </p>
            <ShareBar share={count / amount} />
          </li>
        ))}
      </ul>
    </section>
  )
}
