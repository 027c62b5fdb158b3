import { useCallback } from 'react'
import type { ChildCalendar as Stored } from '../../../contract/calendar.ts'
import type { DayRange } from '../../../domain/calendar.ts'
import * as calendarCalls from '../../generated/calendar-calls.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAnswer } from '../../lib/server-value.ts'
import { useAction } from '../../lib/use-action.ts'
import { useSaving } from '../../lib/use-saving.ts'
import { Card } from '../../ui/card.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Toggle } from '../../ui/toggle.tsx'
import { withNames } from '../../ui/with-names.tsx'
import { calendarMessages as words } from './calendar.messages.en.ts'
import { DayRanges } from './day-ranges.tsx'

type Props = {
  studentId: string
  name: string
  /** Whether the child is at home with the caller, who then marks its days away. */
  isOwn: boolean
}

/** The days away of a child, and whether achievements are announced to it, with a heading. */
export function ChildCalendarCard(props: Props) {
  return (
    <Card className="grid gap-5 print:hidden">
      <h2 className="text-2xl">{props.isOwn ? words.ofChild : words.ofLinkedChild}</h2>
      <ChildCalendar {...props} />
    </Card>
  )
}

/** The same without a heading. */
export function ChildCalendar({ studentId, name, isOwn }: Props) {
  const { answer, update } = useAnswer(
    useCallback(
      (signal: AbortSignal) => sessionCall(calendarCalls.readChild, { params: { studentId } }, { signal }),
      [studentId],
    ),
  )
  const putAway = useAction(
    useCallback(
      (away: readonly DayRange[]) =>
        sessionCall(calendarCalls.putAway, { params: { studentId }, body: { away: [...away] } }),
      [studentId],
    ),
  )
  const putAnnounces = useAction(
    useCallback(
      (announces: boolean) =>
        sessionCall(calendarCalls.putAnnounces, { params: { studentId }, body: { announces } }),
      [studentId],
    ),
  )

  const saveAnnounces = useSaving(
    ({ announces }: Stored) => putAnnounces.run(announces),
    (shown) => update(() => shown),
  )

  async function changeAway(away: readonly DayRange[]): Promise<boolean> {
    const stored = await putAway.run(away)
    if (stored) update(() => stored)
    return stored !== null
  }

  return (
    <>
      {answer.state === 'loading' && <Spinner />}
      {answer.state === 'failed' && <FailureNote failure={answer.failure} />}
      {answer.state === 'value' && (
        <>
          <Toggle
            label={withNames(words.announcesChild, name)}
            hint={words.announcesHint}
            checked={answer.value.announces}
            onChange={(announces) => void saveAnnounces(answer.value, { announces })}
          />
          {isOwn && (
            <>
              <p className="text-ink-soft">{withNames(words.awayLead, name)}</p>
              <DayRanges
                of="away"
                ranges={answer.value.away}
                isPending={putAway.isPending}
                put={changeAway}
              />
            </>
          )}
          <FailureNote
            failure={putAway.failure ?? putAnnounces.failure}
            waitSeconds={Math.max(putAway.waitSeconds, putAnnounces.waitSeconds)}
            own={words.failures}
          />
        </>
      )}
    </>
  )
}
