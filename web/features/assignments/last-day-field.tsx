import { daysBefore } from '../../../domain/practice-day.ts'
import { RETENTION } from '../../../domain/retention.ts'
import { schoolYearEnd } from '../../../domain/school-year.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { isWithin, type AssignDraft, type DaysToChoose } from './assign-draft.ts'
import { assignmentMessages } from './assignments.messages.en.ts'

const { form: words } = assignmentMessages

/** The last day of the school year that contains this day. */
function lastSchoolDay(day: string): string {
  const end = schoolYearEnd(Date.parse(day), RETENTION.schoolYearEndMonth)
  return daysBefore(new Date(end).toISOString().slice(0, 'YYYY-MM-DD'.length), 1)
}

type Props = {
  draft: Pick<AssignDraft, 'dueDay' | 'lastDay'>
  days: DaysToChoose['last']
  change: (next: Pick<AssignDraft, 'lastDay'>) => void
}

/** Until when an assignment repeats, with a shortcut to the end of the school year. */
export function LastDayField({ draft: { dueDay, lastDay }, days, change }: Props) {
  const end = lastSchoolDay(dueDay)
  return (
    <div className="grid gap-2 sm:max-w-80">
      <Field
        label={words.lastDay}
        type="date"
        {...days}
        value={lastDay ?? ''}
        onChange={({ currentTarget: { value } }) => value !== '' && change({ lastDay: value })}
      />
      {lastDay !== end && isWithin(end, days) && (
        <Button kind="quiet" className="justify-self-start" onClick={() => change({ lastDay: end })}>
          {words.untilYearEnds}
        </Button>
      )}
    </div>
  )
}
