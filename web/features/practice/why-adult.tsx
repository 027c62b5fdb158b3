import type { Fact } from '../../../domain/fact.ts'
import { REASONS, type Reason } from '../../../domain/learning/choose.ts'
import type { FactMemory } from '../../../domain/learning/memory.ts'
import { whyAsked } from '../../../domain/learning/why.ts'
import type { PracticeSession } from '../../../domain/practice-state.ts'
import { writtenProblem } from '../../ui/written-problem.ts'
import { messages } from './messages.en.ts'
import { whyMessages } from './why-adult.messages.en.ts'
import { enumerated } from '../../../domain/words.en.ts'
import { math } from '../../../domain/math-text.en.ts'

type Props = { reason: Reason; fact: FactMemory | null }

/** Why a problem is asked, in a sentence for adults. */
export function AdultWhy({ reason, fact }: Props) {
  return (
    <>
      <strong>{whyMessages.grownUps}:</strong> {whyMessages.forAdult(whyAsked(reason, fact))}
    </>
  )
}

/** Why each problem of a finished session was asked. */
export function ReasonList({ session: { facts, reasons, answered } }: { session: PracticeSession }) {
  const asked = facts.slice(0, answered.length)
  return (
    <dl className="mt-2 flex flex-col gap-4 px-2">
      {REASONS.map((reason) => {
        const ofReason = asked.filter((_, place) => reasons[place] === reason)
        if (ofReason.length === 0) return null
        return (
          <div key={reason}>
            <dt className="font-bold">{messages.why.forChild(reason)}</dt>
            <dd className="mt-1 tabular-nums">{enumerated(ofReason.map(problem))}</dd>
            <dd className="mt-1 text-sm text-ink-soft">
              <AdultWhy reason={reason} fact={null} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** A problem without its equals sign. */
function problem(fact: Fact): string {
  return math(writtenProblem(fact).replace(' =', ''))
}
