import { useCallback, useId, useState, type ReactNode } from 'react'
import type { HomeCalendar } from '../../../contract/calendar.ts'
import type { Weekday } from '../../../domain/calendar.ts'
import * as calendarCalls from '../../generated/calendar-calls.ts'
import * as classCalls from '../../generated/class-calls.ts'
import type { CallResult } from '../../lib/api.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAnswer } from '../../lib/server-value.ts'
import { useAction } from '../../lib/use-action.ts'
import { useSaving } from '../../lib/use-saving.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { showToast } from '../../ui/toast.tsx'
import { Toggle } from '../../ui/toggle.tsx'
import { calendarMessages as words } from './calendar.messages.en.ts'
import { ChildCalendar } from './child-calendar.tsx'
import { DayRanges } from './day-ranges.tsx'
import { OpenedDetails } from './opened-details.tsx'

const SELECT = 'min-h-target w-full rounded-key border-2 border-edge bg-sheet px-4 text-lg'
const WEEKDAYS: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7]

type Calls = {
  readonly read: (signal: AbortSignal) => Promise<CallResult<HomeCalendar>>
  readonly put: (calendar: HomeCalendar) => Promise<CallResult<HomeCalendar>>
}

type ClassProps = {
  classId: string
  names: readonly { readonly studentId: string; readonly name: string }[]
}

/** The practice days, time zone, holidays and announcements of a class, and the days away of each child. */
export function ClassCalendar({ classId, names }: ClassProps) {
  const read = useCallback(
    (signal: AbortSignal) => sessionCall(calendarCalls.readClass, { params: { classId } }, { signal }),
    [classId],
  )
  const put = useCallback(
    (calendar: HomeCalendar) => sessionCall(calendarCalls.putClass, { params: { classId }, body: calendar }),
    [classId],
  )
  return (
    <>
      <section className="grid gap-3">
        <h2 className="text-2xl">{words.ofClass}</h2>
        <Calendar read={read} put={put}>
          <CopyHolidays classId={classId} />
        </Calendar>
      </section>
      {names.length > 0 && <CalendarOfOne names={names} />}
    </>
  )
}

const readClasses = (signal: AbortSignal) => sessionCall(classCalls.list, {}, { signal })

/** Copies the holidays to the other classes of the teacher, where there are any. */
function CopyHolidays({ classId }: { classId: string }) {
  const { answer } = useAnswer(readClasses)
  const copy = useAction(() => sessionCall(calendarCalls.copyHolidays, { params: { classId } }))
  if (answer.state !== 'value') return null
  if (!answer.value.some(({ id, archived }) => id !== classId && !archived)) return null

  async function press(): Promise<void> {
    const copied = await copy.run()
    if (copied) showToast(words.copiedHolidays(copied.classes))
  }

  return (
    <>
      <Button
        kind="secondary"
        className="justify-self-start"
        aria-disabled={copy.isPending}
        onClick={() => void press()}
      >
        {words.copyHolidays}
      </Button>
      <FailureNote failure={copy.failure} waitSeconds={copy.waitSeconds} own={words.copyFailures} />
    </>
  )
}

/** The days away of the child chosen from a list. */
function CalendarOfOne({ names }: { names: ClassProps['names'] }) {
  const id = useId()
  const [chosen, setChosen] = useState('')
  const child = names.find(({ studentId }) => studentId === chosen)
  return (
    <section aria-labelledby={`${id}heading`} className="grid gap-3">
      <h2 id={`${id}heading`} className="text-2xl">
        {words.ofChild}
      </h2>
      <label htmlFor={id} className="font-bold">
        {words.child}
      </label>
      <select
        id={id}
        className={SELECT}
        value={chosen}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      >
        <option value="">{words.choose}</option>
        {names.map(({ studentId, name }) => (
          <option key={studentId} value={studentId} translate="no">
            {name}
          </option>
        ))}
      </select>
      {child && <ChildCalendar key={child.studentId} {...child} isOwn />}
    </section>
  )
}

const readFamily = (signal: AbortSignal) => sessionCall(calendarCalls.readFamily, {}, { signal })
const putFamily = (calendar: HomeCalendar) => sessionCall(calendarCalls.putFamily, { body: calendar })

/** The same of the parent's own family. */
export function FamilyCalendar() {
  return (
    <OpenedDetails summary={words.ofFamily}>
      <Calendar read={readFamily} put={putFamily} />
    </OpenedDetails>
  )
}

function Calendar({ read, put, children }: Calls & { children?: ReactNode }) {
  const { answer, update } = useAnswer(read)
  const action = useAction(put)
  const save = useSaving(action.run, (shown: HomeCalendar) => update(() => shown))
  if (answer.state === 'loading') return <Spinner />
  if (answer.state === 'failed') return <FailureNote failure={answer.failure} />
  const calendar = answer.value

  const change = (next: Partial<HomeCalendar>): Promise<boolean> => save(calendar, next)

  return (
    <div className="grid max-w-2xl gap-6 rounded-card border-2 border-line bg-sheet p-5 sm:p-6">
      <p className="text-ink-soft">{words.lead}</p>
      <SchoolDays days={calendar.schoolDays} onChange={(schoolDays) => void change({ schoolDays })} />
      <ZoneChoice zone={calendar.zone} onChange={(zone) => void change({ zone })} />
      <DayRanges
        of="holidays"
        ranges={calendar.holidays}
        isPending={action.isPending}
        put={(holidays) => change({ holidays: [...holidays] })}
      />
      {calendar.holidays.length > 0 && children}
      <Toggle
        label={words.announcesHome}
        hint={words.announcesHint}
        checked={calendar.announces}
        onChange={(announces) => void change({ announces })}
      />
      <FailureNote failure={action.failure} waitSeconds={action.waitSeconds} own={words.failures} />
    </div>
  )
}

type SchoolDaysProps = { days: readonly Weekday[]; onChange: (days: Weekday[]) => void }

function SchoolDays({ days, onChange }: SchoolDaysProps) {
  const [isRefused, setRefused] = useState(false)

  function press(day: Weekday): void {
    const next = WEEKDAYS.filter((each) => days.includes(each) !== (each === day))
    setRefused(next.length === 0)
    if (next.length > 0) onChange(next)
  }

  return (
    <fieldset>
      <legend className="mb-2 font-bold">{words.schoolDays}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-x-4">
        {WEEKDAYS.map((day) => (
          <label key={day} className="flex min-h-target items-center gap-3">
            <input
              type="checkbox"
              className="size-6 shrink-0 accent-accent"
              checked={days.includes(day)}
              onChange={() => press(day)}
            />
            {words.weekdays[day - 1]}
          </label>
        ))}
      </div>
      <p role="alert" className="font-bold text-thinking">
        {isRefused && words.oneDay}
      </p>
    </fieldset>
  )
}

function ZoneChoice({ zone, onChange }: { zone: string; onChange: (zone: string) => void }) {
  const id = useId()
  const zones = [...new Set([zone, ...Intl.supportedValuesOf('timeZone')])].toSorted()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-bold">
        {words.zone}
      </label>
      <select
        id={id}
        aria-describedby={`${id}hint`}
        className={SELECT}
        value={zone}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {zones.map((name) => (
          <option key={name} value={name}>
            {name.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
      <p id={`${id}hint`} className="mt-1 text-sm text-ink-soft">
        {words.zoneHint}
      </p>
    </div>
  )
}
