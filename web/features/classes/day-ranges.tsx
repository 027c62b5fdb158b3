import { useState, type FormEvent } from 'react'
import { rangeProblem, type DayRange } from '../../../domain/calendar.ts'
import { MAX_RANGES } from '../../generated/constants.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { calendarMessages as words } from './calendar.messages.en.ts'

type Problem = keyof typeof words.problems

type Props = {
  of: 'holidays' | 'away'
  ranges: readonly DayRange[]
  isPending: boolean
  /** Stores the list; false if that failed. */
  put: (ranges: readonly DayRange[]) => Promise<boolean>
}

/** Holidays, or times away: the list, and a form for one more. */
export function DayRanges({ of, ranges, isPending, put }: Props) {
  const text = words[of]
  return (
    <section className="grid gap-3">
      <h3 className="text-lg">{text.heading}</h3>
      {ranges.length === 0 && <p className="text-ink-soft">{text.none}</p>}
      <ul className="grid gap-1">
        {ranges.map(({ from, to }) => (
          <li key={from} className="flex flex-wrap items-center justify-between gap-x-4">
            <span>{words.range(from, to)}</span>
            <Button
              kind="quiet"
              aria-label={words.removeOf(from, to)}
              aria-disabled={isPending}
              onClick={() => void put(ranges.filter((range) => range.from !== from))}
            >
              {words.remove}
            </Button>
          </li>
        ))}
      </ul>
      <AddRange label={text.add} ranges={ranges} isPending={isPending} put={put} />
    </section>
  )
}

function AddRange({ label, ranges, isPending, put }: Omit<Props, 'of'> & { label: string }) {
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [problem, setProblem] = useState<Problem | null>(null)

  async function add(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    // A date that is typed and does not exist reads as an empty one.
    const isMistyped = [...event.currentTarget.elements].some(
      (element) => element instanceof HTMLInputElement && element.validity.badInput,
    )
    const range = { from, to: to === '' ? from : to }
    const found = isMistyped
      ? 'no_day'
      : (rangeProblem(range) ?? (ranges.length >= MAX_RANGES ? 'full' : null))
    setProblem(found)
    if (found || !(await put([...ranges, range]))) return
    setFrom('')
    setTo('')
  }

  return (
    <form noValidate onSubmit={(event) => void add(event)} className="grid gap-3">
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <Field
          label={words.from}
          type="date"
          value={from}
          problem={problem ? words.problems[problem] : undefined}
          onChange={({ currentTarget }) => {
            setFrom(currentTarget.value)
            setProblem(null)
          }}
        />
        <Field
          label={words.to}
          type="date"
          hint={words.toHint}
          value={to}
          onChange={({ currentTarget }) => {
            setTo(currentTarget.value)
            setProblem(null)
          }}
        />
      </div>
      <Button kind="secondary" type="submit" aria-disabled={isPending} className="justify-self-start">
        {label}
      </Button>
    </form>
  )
}
