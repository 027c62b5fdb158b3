import type { Report } from '../../../contract/reports.ts'
import { weekOf } from '../../../domain/calendar.ts'
import { GAME_TEXTS } from '../../../domain/games.en.ts'
import { factAt } from '../../../domain/learning/memory.ts'
import { FLUENCY_STATES } from '../../../domain/learning/states.ts'
import { factsOfSet, type FactSetId } from '../../../domain/school/fact-sets.ts'
import { gameOfWeek } from '../../../domain/school/game-of-week.ts'
import { withNames } from '../../ui/with-names.tsx'
import { PaperHead } from './paper-head.tsx'
import { Answers, FactsToSolve } from './practice-sheets.tsx'
import { sheetMessages } from './sheets.messages.en.ts'
import { enumerated } from '../../../domain/words.en.ts'
import './print.css'

const { group: words, practice } = sheetMessages

const MAX_FACTS = 20
const KNOWN = FLUENCY_STATES.indexOf('known')

/** The set that most of these children need next. */
export function commonSet(reports: readonly Report[]): FactSetId {
  const counts = new Map<FactSetId, number>()
  for (const { next } of reports) if (next) counts.set(next.set, (counts.get(next.set) ?? 0) + 1)
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one)
  return most?.[0] ?? 'add_count_on'
}

/** Twenty facts of the set: those that fewest of the children know, and of these first what most of them are learning. */
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

/** For ten minutes of teaching a few children: a page with twenty facts, and one for the teacher with the answers and a game. */
export function GroupSheet({ reports, set }: { reports: readonly Report[]; set: FactSetId }) {
  const facts = factsFor(reports, set)
  const today = reports[0]?.today ?? ''
  const game = GAME_TEXTS[gameOfWeek(set, weekOf(today))]
  const names = withNames((...all) => enumerated(all), ...reports.map(({ name }) => name))
  return (
    <>
      <article className="paper" aria-label={`${words.title}: ${sheetMessages.set(set)}`}>
        <PaperHead name={sheetMessages.set(set)} title={words.title} date={sheetMessages.on(today)}>
          {words.together}
        </PaperHead>
        <p className="text-lg font-bold wrap-anywhere">{names}</p>
        <p>{words.lead}</p>
        <FactsToSolve facts={facts} />
      </article>
      <article className="paper" aria-label={`${practice.key}: ${sheetMessages.set(set)}`}>
        <PaperHead name={practice.key} title={words.title} date={sheetMessages.on(today)}>
          {practice.keyLead}
        </PaperHead>
        <section>
          <h3 className="font-bold wrap-anywhere">
            {sheetMessages.set(set)}: {names}
          </h3>
          <Answers facts={facts} />
        </section>
        <section className="paper-box">
          <h3>
            {words.game} {game.title}
          </h3>
          <p>
            <strong>{words.needs}</strong> {game.needs}
          </p>
          <p>{game.play}</p>
        </section>
      </article>
    </>
  )
}
