import { useState } from 'react'
import { practicedDays, practiceSentences } from '../../../domain/school/dashboard.en.ts'
import type { Dashboard, DashboardChild } from '../../../domain/school/dashboard.ts'
import { Toggle } from '../../ui/toggle.tsx'
import { withNames } from '../../ui/with-names.tsx'
import { ChildName, type ChildHref } from './child-name.tsx'
import { dashboardMessages } from './dashboard.messages.en.ts'
import { SaveTable } from './save-table.tsx'
import { useFirstRows } from './use-after-paint.ts'

const { practiced: words } = dashboardMessages

const WEEK = 7

/** If both weeks do not fit, this one comes first. */
function showLastDays(box: HTMLElement | null): void {
  if (box) box.scrollLeft = box.scrollWidth
}

/** How many practiced, and who did not. */
const practicedWords = (dashboard: Dashboard) =>
  withNames(
    (...names) =>
      practiceSentences({
        ...dashboard,
        children: dashboard.children.map((child, at) => ({ ...child, name: names[at] ?? '' })),
      }).join(' '),
    ...dashboard.children.map(({ name }) => name),
  )

/** Two weeks of days for each child. No averages: they would hide those who did not practice. */
export function WhoPracticed({ dashboard, hrefOf }: { dashboard: Dashboard; hrefOf: ChildHref }) {
  const [isFewestFirst, setFewestFirst] = useState(false)
  const [showsMinutes, setShowsMinutes] = useState(false)
  const { children, days } = dashboard
  const rows = isFewestFirst
    ? children.toSorted((one, other) => practicedDays(one) - practicedDays(other))
    : children
  const shown = useFirstRows(rows)
  return (
    <section aria-labelledby="who-practiced" className="dashboard-practiced grid content-start gap-3">
      <h2 id="who-practiced" className="text-2xl">
        {words.title}
      </h2>
      <p className="text-lg">{practicedWords(dashboard)}</p>
      <div className="flex max-w-xl flex-wrap gap-x-8 print:hidden">
        <div className="min-w-56 flex-1">
          <Toggle label={words.fewestFirst} checked={isFewestFirst} onChange={setFewestFirst} />
        </div>
        <div className="min-w-56 flex-1">
          <Toggle label={words.minutes} checked={showsMinutes} onChange={setShowsMinutes} />
        </div>
      </div>
      <div ref={showLastDays} className="relative overflow-x-auto rounded-card border-2 border-line bg-sheet">
        <table aria-labelledby="who-practiced" className="dashboard-table w-full border-collapse text-start">
          <Head days={days} />
          <tbody>
            {shown.map((child) => (
              <tr key={child.studentId} className="border-t border-line">
                <ChildName child={child} href={hrefOf(child.studentId)} />
                {days.map((day, place) => (
                  <Day key={day} child={child} place={place} showsMinutes={showsMinutes} />
                ))}
                <td className="px-3 text-end font-bold tabular-nums">{practicedDays(child)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <p className="text-sm text-ink-soft">{words.key}</p>
        <SaveTable
          name={words.file}
          columns={[words.name, ...days, words.days]}
          rows={() => rows.map((child) => [child.name, ...child.minutes, practicedDays(child)])}
        />
      </div>
    </section>
  )
}

function Head({ days }: Pick<Dashboard, 'days'>) {
  return (
    <thead>
      <tr className="text-sm">
        <th rowSpan={2} scope="col" className="sticky start-0 z-[1] bg-sheet px-3 font-normal text-ink-soft">
          {words.name}
        </th>
        {words.weeks.map((week) => (
          <th
            key={week}
            colSpan={WEEK}
            scope="colgroup"
            className="border-s-2 border-line px-2 py-1 font-normal"
          >
            {week}
          </th>
        ))}
        <th
          rowSpan={2}
          scope="col"
          className="border-s-2 border-line px-3 text-end font-normal text-ink-soft"
        >
          {words.days}
        </th>
      </tr>
      <tr className="text-sm text-ink-soft">
        {days.map((day, place) => (
          <th
            key={day}
            scope="col"
            className={`py-1 text-center font-normal ${place % WEEK === 0 ? 'border-s-2 border-line' : ''}`}
          >
            <span aria-hidden="true">{words.initial(day)}</span>
            <span className="sr-only">{words.date(day)}</span>
          </th>
        ))}
      </tr>
    </thead>
  )
}

type DayProps = { child: DashboardChild; place: number; showsMinutes: boolean }

type Ring = keyof typeof words.ring

function Day({ child: { rings, minutes }, place, showsMinutes }: DayProps) {
  const ring = (rings[place] ?? 'f') as Ring
  return (
    <td className={`px-0.5 text-center ${place % WEEK === 0 ? 'border-s-2 border-line' : ''}`}>
      {showsMinutes ? (
        <span className="tabular-nums">{words.minuteCount(minutes[place] ?? 0)}</span>
      ) : (
        <>
          <svg viewBox="0 0 20 20" className="dashboard-ring mx-auto size-5" aria-hidden="true">
            {ring === 'p' && <circle cx="10" cy="10" r="8.5" className="fill-success" />}
            {ring === 'o' && (
              <circle cx="10" cy="10" r="7.5" className="fill-none stroke-edge" strokeWidth="1.5" />
            )}
            {ring === 's' && <circle cx="10" cy="10" r="2" className="fill-edge" />}
          </svg>
          <span className="sr-only">{words.ring[ring]}</span>
        </>
      )}
    </td>
  )
}
