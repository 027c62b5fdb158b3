import { useCallback } from 'react'
import type { SetAside as Days } from '../../../contract/child-data.ts'
import * as childDataCalls from '../../generated/child-data-calls.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAction } from '../../lib/use-action.ts'
import { useAnswer } from '../../lib/server-value.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { showToast } from '../../ui/toast.tsx'
import { setAsideMessages as words } from './set-aside.messages.en.ts'

type Props = {
  studentId: string
  /** Called when set-aside answers were accepted, which changes the child's numbers. */
  onAccepted: () => void
}

/** Answers that came faster than a child can read and type, for the adults of the child alone; nothing where there are none. */
export function SetAside({ studentId, onAccepted }: Props) {
  const read = useCallback(
    (signal: AbortSignal) => sessionCall(childDataCalls.setAside, { params: { studentId } }, { signal }),
    [studentId],
  )
  const { answer, update } = useAnswer(read)
  const accept = useAction((practiceDay: string) =>
    sessionCall(childDataCalls.acceptSetAside, { params: { studentId, practiceDay } }),
  )

  async function doIt(practiceDay: string): Promise<void> {
    const left = await accept.run(practiceDay)
    if (left === null) return
    showToast(words.accepted)
    update(() => left)
    onAccepted()
  }

  if (answer.state !== 'value' || answer.value.days.length === 0) return null
  const { days, mayAccept } = answer.value
  return (
    <Card className="grid gap-3">
      <h2 className="text-xl">{words.title}</h2>
      <p>{words.why}</p>
      <ul className="grid gap-3">
        {days.map((day) => (
          <SetAsideDay
            key={day.practiceDay}
            day={day}
            isOff={accept.isPending || accept.waitSeconds > 0}
            onAccept={mayAccept ? () => void doIt(day.practiceDay) : null}
          />
        ))}
      </ul>
      <FailureNote failure={accept.failure} waitSeconds={accept.waitSeconds} />
    </Card>
  )
}

type DayProps = { day: Days['days'][number]; isOff: boolean; onAccept: (() => void) | null }

function SetAsideDay({ day, isOff, onAccept }: DayProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3">
      <span className="tabular-nums">{words.day(day)}</span>
      {onAccept && (
        <Button
          kind="secondary"
          aria-disabled={isOff}
          aria-label={words.acceptOf(day.practiceDay)}
          onClick={onAccept}
        >
          {words.accept}
        </Button>
      )}
    </li>
  )
}
