import type { Fact } from '../../../domain/fact.ts'
import { missedIn, MAX_MISSED } from '../../../domain/missed-facts.ts'
import type { PracticeSession } from '../../../domain/practice-state.ts'
import { OperationMark } from '../../ui/operation-mark.tsx'
import { operationSymbol } from '../../ui/operation-tone.ts'
import { messages } from './messages.en.ts'

/** The missed facts with their answers. */
export function LookAgain({ facts }: { facts: readonly Fact[] }) {
  if (facts.length === 0) return null
  return (
    <div>
      <h2 className="mb-3 text-xl">{messages.results.lookAgain(facts.length)}</h2>
      <ul className="flex flex-wrap gap-3">
        {facts.map((fact) => (
          <li
            key={fact.id}
            className="flex items-center gap-2 rounded-key bg-sunk px-4 py-2 text-xl font-bold tabular-nums"
          >
            <OperationMark operation={fact.operation} size={24} />
            {`${fact.operand1} ${operationSymbol(fact.operation)} ${fact.operand2} = ${fact.answer}`}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The facts missed in a session, those never solved first, at most `MAX_MISSED`. */
export function factsToLookAt({ facts, answered }: PracticeSession): Fact[] {
  return missedIn(answered)
    .flatMap((id) => facts.find((fact) => fact.id === id) ?? [])
    .slice(0, MAX_MISSED)
}
