import type { Report } from '../../../contract/reports.ts'
import { weekOf } from '../../../domain/calendar.ts'
import { GAME_TEXTS } from '../../../domain/games.en.ts'
import { factAt } from '../../../domain/learning/memory.ts'
import { FLUENCY_STATES } from '../../../domain/learning/states.ts'
import { factsOfSet, type FactSetId } from '../../../domain/school/fact-sets.ts'
import { gameOfWeek } from '../../../domain/school/game-of-week.ts'
import { PaperHead } from './paper-head.tsx'
import { Equation, FactPicture } from './practice-sheets.tsx'
import { sheetMessages } from './sheets.messages.en.ts'
import { enumerated } from '../../../domain/words.en.ts'
import './print.css'

const { group: words } = sheetMessages

const MAX_FACTS = 12
const KNOWN = FLUENCY_STATES.indexOf('known')

/** The set that most of these children need next. */
export function commonSet(reports: readonly Report[]): FactSetId {
  const counts = new Map<FactSetId, number>()
  for (const { next } of reports) if (next) counts.set(next.set, (counts.get(next.set) ?? 0) + 1)
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one)
  return most?.[0] ?? 'add_count_on'
}

/** Twelve facts of the set: those that fewest of the children know, and of these first what most of them are learning. */
function factsFor(reports: readonly Report[], set: FactSetId) {
  const known = (number: number): number =>
    reports.filter(({ states }) => Number(states[number]) >= KNOWN).length
  const learning = (number: number): number =>
    reports.filter((report) => report.learning.includes(factAt(number)?.id ?? '')).length
  return factsOfSet(set)
    .toSorted((one, other) => known(one) - known(other) || learning(other) - learning(one))
    .slice(0, MAX_FACTS)
    .flatMap((number) => factAt(number) ?? [])
}

/** A page for ten minutes of teaching a few children: their names, a picture, twelve facts and a game. */
export function GroupSheet({ reports, set }: { reports: readonly Report[]; set: FactSetId }) {
  const facts = factsFor(reports, set)
  const [first] = facts
  if (!first) return null
  const today = reports[0]?.today ?? ''
  const game = GAME_TEXTS[gameOfWeek(set, weekOf(today))]
  return (
    <article className="paper" aria-label={`${words.title}: ${sheetMessages.set(set)}`}>
      <PaperHead name={sheetMessages.set(set)} title={words.title} date={sheetMessages.on(today)}>
        {words.teacher}
      </PaperHead>
      <p className="text-lg font-bold wrap-anywhere">{enumerated(reports.map(({ name }) => name))}</p>
      <div className="group-picture">
        <FactPicture fact={first} />
      </div>
      <p>{words.lead}</p>
      <ol className="group-facts">
        {facts.map((fact) => (
          <li key={fact.id}>
            <Equation fact={fact} />
          </li>
        ))}
      </ol>
      <section className="paper-box mt-auto">
        <h3>
          {words.game} {game.title}
        </h3>
        <p>
          <strong>{words.needs}</strong> {game.needs}
        </p>
        <p>{game.play}</p>
      </section>
    </article>
  )
}
