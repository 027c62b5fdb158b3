import { useState } from 'react'
import { daysBefore } from '../../../domain/practice-day.ts'
import { MAX_REPORT_DAYS } from '../../../domain/school/report-period.ts'
import { Field } from '../../ui/field.tsx'
import { printMessages as words } from './print.messages.en.ts'

type Props = {
  /** The first day of the reports shown, and today on the child's calendar. */
  from: string
  today: string
  onChange: (since: string) => void
}

/** The first day of the reports. */
export function PeriodField({ from, today, onChange }: Props) {
  const [typed, setTyped] = useState(from)
  const first = daysBefore(today, MAX_REPORT_DAYS - 1)
  const isRight = (day: string): boolean => day >= first && day <= today
  return (
    <div className="max-w-80 min-w-48 flex-1">
      <Field
        type="date"
        label={words.from}
        value={typed}
        min={first}
        max={today}
        problem={isRight(typed) ? undefined : words.badDay(first)}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          if (isRight(value)) onChange(value)
        }}
      />
    </div>
  )
}
