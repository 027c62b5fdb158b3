import type { Report } from '../../../contract/reports.ts'
import { picture } from '../../ui/picture.ts'
import { reportMessages as words } from './report.messages.en.ts'

type Weeks = Report['weeks']
type Day = Weeks[number]['days'][number]

const STEP = 22
const HEAD = 20
/** The rings of a longer period are drawn smaller, so that they leave room for the growth beside them. */
const MM = { step: 4.5, widest: 90 }

const isPracticed = (day: Day): boolean => day === 'practiced'

/** A ring a day: full for practice, open for none, a dot for free or away. */
export function RingMark({ day, x, y }: { day: Day; x: number; y: number }) {
  switch (day) {
    case 'practiced':
      return <circle cx={x} cy={y} r="8.5" className="fill-ink" />
    case 'missed':
      return <circle cx={x} cy={y} r="7.25" className="fill-none stroke-edge" strokeWidth="2.5" />
    case 'free':
      return <circle cx={x} cy={y} r="2.5" className="fill-edge" />
    case 'none':
      return null
  }
}

/** The days of practice: a column for each week, from Monday to Sunday. */
export function DayRings({ weeks }: { weeks: Weeks }) {
  const width = HEAD + weeks.length * STEP
  const stepMm = Math.min(MM.step, MM.widest / (weeks.length + 1))
  const counted = weeks.map(({ monday, days }) => ({ monday, practiced: days.filter(isPracticed).length }))
  return (
    <svg
      viewBox={`0 0 ${width} ${7 * STEP}`}
      style={{ width: `${(width / STEP) * stepMm}mm`, maxWidth: '100%' }}
      {...picture(words.ringsLabel(counted))}
    >
      {words.weekdays.map((letter, row) => (
        // Two weekdays have the same letter.
        <text
          key={`${letter} ${middleOf(row)}`}
          x="2"
          y={middleOf(row) + 4}
          fontSize="12"
          className="fill-ink-soft"
        >
          {letter}
        </text>
      ))}
      {weeks.map(({ monday, days }, column) =>
        days.map((day, row) => (
          <RingMark
            key={`${monday} ${middleOf(row)}`}
            day={day}
            x={HEAD + middleOf(column)}
            y={middleOf(row)}
          />
        )),
      )}
    </svg>
  )
}

const middleOf = (index: number): number => (index + 0.5) * STEP

/** At the right and above the lines there is room for their labels. */
const CHART = { width: 300, height: 120, left: 26, right: 104, top: 14, bottom: 20 }
const MIN_TOP = 10

type Line = 'known' | 'fluent'

/** With more points, only the last one is marked. */
const MAX_MARKS = 12

const marked = <Point,>(points: readonly Point[]): readonly Point[] =>
  points.length > MAX_MARKS ? points.slice(-1) : points

/** Facts known, and known from memory, at the end of each week. Weeks without data are left out. */
export function GrowthChart({ weeks }: { weeks: Weeks }) {
  const most = Math.max(MIN_TOP, ...weeks.map(({ known }) => known ?? 0))
  const xOf = (index: number): number =>
    CHART.left + (index / Math.max(1, weeks.length - 1)) * (CHART.width - CHART.left - CHART.right)
  const yOf = (value: number): number =>
    CHART.height - CHART.bottom - (value / most) * (CHART.height - CHART.top - CHART.bottom)
  const pointsOf = (line: Line) =>
    weeks.flatMap((week, index) => {
      const value = week[line]
      return value === null ? [] : [{ monday: week.monday, x: xOf(index), y: yOf(value), value }]
    })
  const [known, fluent] = [pointsOf('known'), pointsOf('fluent')]
  const [lastKnown, lastFluent] = [known.at(-1), fluent.at(-1)]
  const labels = apart(lastKnown?.y ?? 0, lastFluent?.y ?? 0)
  return (
    <>
      <svg viewBox={`0 0 ${CHART.width} ${CHART.height}`} className="w-full" aria-hidden="true">
        <path
          d={`M${CHART.left} ${yOf(most)}H${xOf(weeks.length - 1)}M${CHART.left} ${yOf(0)}H${xOf(weeks.length - 1)}`}
          className="stroke-line"
        />
        <g fontSize="10" className="fill-ink-soft tabular-nums" textAnchor="end">
          <text x={CHART.left - 6} y={yOf(most) + 4}>
            {most}
          </text>
          <text x={CHART.left - 6} y={yOf(0) + 4}>
            0
          </text>
        </g>
        <polyline
          points={known.map(({ x, y }) => `${x},${y}`).join(' ')}
          className="fill-none stroke-ink"
          strokeWidth="2"
        />
        <polyline
          points={fluent.map(({ x, y }) => `${x},${y}`).join(' ')}
          className="fill-none stroke-ink"
          strokeWidth="2"
          strokeDasharray="5 3"
        />
        {marked(known).map(({ monday, x, y }) => (
          <circle key={monday} cx={x} cy={y} r="3.2" className="fill-ink" />
        ))}
        {marked(fluent).map(({ monday, x, y }) => (
          <rect
            key={monday}
            x={x - 3}
            y={y - 3}
            width="6"
            height="6"
            className="fill-sheet stroke-ink"
            strokeWidth="1.6"
          />
        ))}
        <g fontSize="10" className="fill-ink">
          {lastKnown && (
            <text x={lastKnown.x + 8} y={labels.upper + 3.5}>
              {words.knownFacts(lastKnown.value)}
            </text>
          )}
          {lastFluent && (
            <text x={lastFluent.x + 8} y={labels.lower + 3.5}>
              {words.fluentFacts(lastFluent.value)}
            </text>
          )}
        </g>
        <WeekAxis weeks={weeks} lastX={xOf(weeks.length - 1)} />
      </svg>
      <GrowthTable weeks={weeks} />
    </>
  )
}

/** The first and the last week, under the lines. */
function WeekAxis({ weeks, lastX }: { weeks: Weeks; lastX: number }) {
  const [first, last] = [weeks[0]?.monday, weeks.at(-1)?.monday]
  return (
    <g fontSize="9" className="fill-ink-soft">
      <text x={CHART.left} y={CHART.height - 4}>
        {first && words.weekOf(first)}
      </text>
      {last !== first && (
        <text x={lastX} y={CHART.height - 4} textAnchor="middle">
          {last && words.weekOf(last)}
        </text>
      )}
    </g>
  )
}

const LABEL_HEIGHT = 12

/** Two labels beside their lines, moved apart where they would meet. */
function apart(upper: number, lower: number): { upper: number; lower: number } {
  const missing = Math.max(0, LABEL_HEIGHT - (lower - upper))
  const isAtBottom = lower + missing / 2 > CHART.height - CHART.bottom
  return isAtBottom
    ? { upper: lower - LABEL_HEIGHT, lower }
    : { upper: upper - missing / 2, lower: lower + missing / 2 }
}

/** The same in words, for screen readers. */
function GrowthTable({ weeks }: { weeks: Weeks }) {
  return (
    <table className="sr-only print:hidden">
      <caption>{words.growthTable}</caption>
      <thead>
        <tr>
          <th scope="col">{words.week}</th>
          <th scope="col">{words.states.known}</th>
          <th scope="col">{words.states.fluent}</th>
        </tr>
      </thead>
      <tbody>
        {weeks.map(({ monday, known, fluent }) => (
          <tr key={monday}>
            <th scope="row">{words.weekOf(monday)}</th>
            <td>{known}</td>
            <td>{fluent}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
