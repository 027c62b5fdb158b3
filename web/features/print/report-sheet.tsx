import type { Report } from '../../../contract/reports.ts'
import { findFact } from '../../../domain/fact.ts'
import { FLUENCY_STATES } from '../../../domain/learning/states.ts'
import { MIN_REPORT_DAYS } from '../../../domain/school/report-period.ts'
import { withNames } from '../../ui/with-names.tsx'
import { FactGrids, StateShape, type GridRoom } from './fact-shapes.tsx'
import { PaperHead } from './paper-head.tsx'
import { DayRings, GrowthChart, RingMark } from './practice-charts.tsx'
import { reportMessages as words } from './report.messages.en.ts'
import './print.css'

const RINGS = ['practiced', 'missed', 'free'] as const
/** Where there is little else on the page, the grids are larger; where there is a note, smaller. */
function roomFor(isSparse: boolean, note: string): GridRoom {
  if (isSparse) return { heightMm: 150, cellMm: 8 }
  return { heightMm: note.trim() === '' ? 64 : 38, cellMm: 4.6 }
}

/** Sets that are named. */
const MAX_SETS = 6

type Props = {
  report: Report
  /** What the adult wrote; it is only printed. */
  note: string
  noteTitle: string
  /** The sentence of an achievement. */
  sentenceOf: (achievement: Report['achievements'][number]) => string
}

/** One page about a child: facts known, facts being learned and facts that come next; practice; and a table of all facts. */
export function ReportSheet({ report, note, noteTitle, sentenceOf }: Props) {
  const { name, className, from, today, practicedDays, achievements } = report
  const isSparse = practicedDays < MIN_REPORT_DAYS
  return (
    <article className="paper" aria-label={`${words.title}: ${name}`}>
      <PaperHead translate="no" name={name} title={words.title} date={words.printed(today)}>
        {withNames((shown) => words.period(shown, from, today), className)}
      </PaperHead>
      {isSparse ? (
        <p className="text-lg">{withNames((shown) => words.tooFew(shown, practicedDays), name)}</p>
      ) : (
        <Rich report={report} />
      )}
      <section className="paper-part grid grid-cols-[minmax(0,1fr)] gap-2">
        <FactGrids states={report.states} room={roomFor(isSparse, note)} />
        <ul className="report-legend">
          {FLUENCY_STATES.map((state) => (
            <li key={state}>
              <StateShape state={state} />
              {words.states[state]}
            </li>
          ))}
        </ul>
      </section>
      {!isSparse && achievements.length > 0 && (
        <p>
          <strong>{withNames(words.achieved, name)}</strong>{' '}
          {achievements.map((achievement) => words.quoted(sentenceOf(achievement))).join(' ')}
        </p>
      )}
      {note.trim() !== '' && (
        <p className="paper-box wrap-anywhere">
          <strong>{noteTitle}</strong> {note.trim()}
        </p>
      )}
      <footer className="paper-foot">
        {words.meanings.map((meaning) => (
          <p key={meaning}>{meaning}</p>
        ))}
      </footer>
    </article>
  )
}

/** What needs some days of practice. */
function Rich({ report }: { report: Report }) {
  const { practicedDays, minutes, weeks } = report
  return (
    <>
      <div className="report-boxes">
        <Knows report={report} />
        <section className="paper-box">
          <h3>{words.learning}</h3>
          {report.learning.length === 0 ? <p>{words.nothingLearning}</p> : <Facts ids={report.learning} />}
        </section>
        <Next next={report.next} />
      </div>
      <div className="report-practice">
        <section className="paper-part">
          <h3>{words.practice}</h3>
          <DayRings weeks={weeks} />
          <ul className="report-legend mt-1">
            {RINGS.map((day) => (
              <li key={day}>
                <svg viewBox="0 0 20 20" width="3.4mm" height="3.4mm" aria-hidden="true">
                  <RingMark day={day} x={10} y={10} />
                </svg>
                {words.rings[day]}
              </li>
            ))}
          </ul>
          <p className="mt-1">{words.practiced(practicedDays, minutes)}</p>
        </section>
        <section className="paper-part min-w-0">
          <h3>{words.growth}</h3>
          <GrowthChart weeks={weeks} />
        </section>
      </div>
    </>
  )
}

function Facts({ ids }: { ids: readonly string[] }) {
  return (
    <ul className="paper-facts">
      {ids.map((id) => {
        const fact = findFact(id)
        return fact && <li key={id}>{words.written(fact)}</li>
      })}
    </ul>
  )
}

function Knows({ report: { setsKnown, newest } }: { report: Report }) {
  return (
    <section className="paper-box">
      <h3>{words.knows}</h3>
      {newest.length === 0 && <p>{words.nothingKnown}</p>}
      {setsKnown.length > 0 && <p className="mb-2 font-bold">{words.sets(setsKnown, MAX_SETS)}</p>}
      {newest.length > 0 && (
        <>
          <p className="mb-1">{words.newest}</p>
          <Facts ids={newest} />
        </>
      )}
    </section>
  )
}

function Next({ next }: Pick<Report, 'next'>) {
  if (next === null) {
    return (
      <section className="paper-box">
        <h3>{words.next}</h3>
        <p>{words.allKnown}</p>
      </section>
    )
  }
  const game = words.game(next.game)
  return (
    <section className="paper-box">
      <h3>
        {words.next}: {words.set(next.set)}
      </h3>
      <p>
        {words.playIt} <strong>{game.title}</strong>
      </p>
      <p>
        <strong>{words.needs}</strong> {game.needs}
      </p>
      <p>{game.play}</p>
    </section>
  )
}
