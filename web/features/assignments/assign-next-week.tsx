import { useCallback, useState } from 'react'
import * as assignmentCalls from '../../generated/assignment-calls.ts'
import { newSubmissionId } from '../../lib/random-id.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { bodyOf, nextWeekDraft } from './assign-draft.ts'
import { assignmentMessages } from './assignments.messages.en.ts'

const { nextWeek: words } = assignmentMessages

async function assignNextWeek(classId: string, requestId: string) {
  const known = await sessionCall(assignmentCalls.ofClass, { params: { classId } })
  if (!known.ok) return known
  const body = bodyOf(nextWeekDraft(known.value), requestId)
  return await sessionCall(assignmentCalls.makeForClass, { params: { classId }, body })
}

/** Assigns what each child needs for next week with one press, which can be undone. */
export function AssignNextWeek({ classId, onChanged }: { classId: string; onChanged: () => void }) {
  const [requestId, setRequestId] = useState(newSubmissionId)
  const [made, setMade] = useState<{ readonly id: string; readonly dueDay: string } | null>(null)
  const assign = useAction(useCallback(() => assignNextWeek(classId, requestId), [classId, requestId]))
  const undo = useAction(
    useCallback(
      (assignmentId: string) => sessionCall(assignmentCalls.remove, { params: { assignmentId } }),
      [],
    ),
  )

  async function onAssign(): Promise<void> {
    const assigned = await assign.run()
    if (!assigned) return
    setMade(assigned)
    onChanged()
  }

  async function onUndo(id: string): Promise<void> {
    if ((await undo.run(id)) === null) return
    setMade(null)
    // A deleted assignment does not come back with the id of its request.
    setRequestId(newSubmissionId())
    onChanged()
  }

  return (
    <>
      {made === null && (
        <Button kind="secondary" aria-disabled={assign.isPending} onClick={() => void onAssign()}>
          {words.assign}
        </Button>
      )}
      <output className={made === null ? 'hidden' : 'flex flex-wrap items-center gap-3 max-sm:col-span-full'}>
        {made !== null && (
          <>
            {words.assigned(made.dueDay)}
            <Button kind="quiet" aria-disabled={undo.isPending} onClick={() => void onUndo(made.id)}>
              {assignmentMessages.item.undo}
            </Button>
          </>
        )}
      </output>
      <div className="order-last w-full max-sm:col-span-full">
        <FailureNote failure={assign.failure ?? undo.failure} />
      </div>
    </>
  )
}
