import type { Fact } from '../../../domain/fact.ts'
import type { PracticeSession } from '../../../domain/practice.ts'
import { OperationMark } from '../../ui/operation-mark.tsx'
import { operationSymbol } from '../../ui/operation-tone.ts'
import { messages } from './messages.en.ts'

/** More than a handful helps nobody. */
const MOST_FACTS = 8

/** The facts that were not right at the first try, missed ones first, each once, as they read when they are true. */
export function LookAgain({ session }: { session: PracticeSession }) {
  const facts = factsToLookAt(session).slice(0, MOST_FACTS)
  if (facts.length === 0) return null
  return (
    <div>
      <h2 className="mb-3 text-xl">{messages.results.lookAgain}</h2>
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

function factsToLookAt({ facts, answered }: PracticeSession): Fact[] {
  const slow = answered.filter(({ correct, attempts }) => !correct || attempts > 1)
  const ids = new Set([...slow.filter(({ correct }) => !correct), ...slow].map(({ factId }) => factId))
  return [...ids].flatMap((id) => facts.find((fact) => fact.id === id) ?? [])
}
