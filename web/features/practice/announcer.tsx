import { scoreProblem } from '../../../domain/scoring.ts'
import { currentFact } from './current-fact.ts'
import { messages } from './messages.en.ts'
import { useSettledView } from './use-run.ts'

/** What a screen reader hears of its own accord: the verdict and the next problem; and the time left when asked. */
export function Announcer({ spokenTime }: { spokenTime: string }) {
  const fact = useSettledView(({ state }) => currentFact(state))
  const answered = useSettledView(({ state }) => ('session' in state ? state.session.answered : null))
  const last = answered?.at(-1)
  const verdict = last?.correct ? `${messages.problem.heardCorrect(scoreProblem(last).finalScore)} ` : ''
  return (
    <>
      <output className="sr-only">
        {fact === null ? '' : `${verdict}${messages.problem.spokenQuestion(fact)}`}
      </output>
      <output className="sr-only">{spokenTime}</output>
    </>
  )
}
