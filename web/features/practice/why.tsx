import type { Fact } from '../../../domain/fact.ts'
import { REASONS } from '../../../domain/learning/choose.ts'
import { memoryOf } from '../../../domain/learning/memory.ts'
import { whyAsked } from '../../../domain/learning/why.ts'
import type { PracticeSession } from '../../../domain/practice-state.ts'
import { writtenProblem } from '../../ui/written-problem.ts'
import { messages } from './messages.en.ts'
import { currentFact } from './practice-view.ts'
import { usePracticeRun, useView } from './use-run.ts'

/** Why the current problem is asked: a sentence for the child and one for adults. */
export function WhyThis() {
  const run = usePracticeRun()
  const fact = useView(({ state }) => currentFact(state))
  const reason = useView(({ state }) => ('index' in state ? state.session.reasons[state.index] : undefined))
  const memory = run.memory()
  if (fact === null || reason === undefined || memory === null) return null
  const why = whyAsked(reason, memoryOf(memory, fact.id))
  return (
    <>
      <p className="text-xl font-bold">{messages.why.forChild(reason)}</p>
      <p className="mt-3 text-ink-soft">
        <strong>{messages.why.grownUps}:</strong> {messages.why.forAdult(why)}
      </p>
    </>
  )
}

/** Why each problem of a finished session was asked; collapsed at first. */
export function WhyThese({ session: { facts, reasons, answered } }: { session: PracticeSession }) {
  if (answered.length === 0) return null
  const asked = facts.slice(0, answered.length)
  return (
    <details>
      <summary className="min-h-12 cursor-pointer content-center rounded-key px-2 text-lg font-bold">
        {messages.why.ofSession}
      </summary>
      <dl className="mt-2 flex flex-col gap-4 px-2">
        {REASONS.map((reason) => {
          const ofReason = asked.filter((_, place) => reasons[place] === reason)
          if (ofReason.length === 0) return null
          return (
            <div key={reason}>
              <dt className="font-bold">{messages.why.forChild(reason)}</dt>
              <dd className="mt-1 tabular-nums">{ofReason.map(problem).join(', ')}</dd>
              <dd className="mt-1 text-sm text-ink-soft">
                <strong>{messages.why.grownUps}:</strong>{' '}
                {messages.why.forAdult({ reason, day: null, days: null })}
              </dd>
            </div>
          )
        })}
      </dl>
    </details>
  )
}

/** A problem without its equals sign. */
function problem(fact: Fact): string {
  return writtenProblem(fact).replace(' =', '')
}
