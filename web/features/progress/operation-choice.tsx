import { useId } from 'react'
import type { StudentProgress } from '../../../contract/student-progress.ts'
import type { Operation } from '../../../domain/fact.ts'
import { OperationMark } from '../../ui/operation-mark.tsx'
import { progressMessages } from './messages.en.ts'

const { facts: words } = progressMessages

type Props = { progress: StudentProgress; chosen: Operation; onChoose: (operation: Operation) => void }

/** The four operations, each with how many of its facts are known; native radio buttons, unseen. */
export function OperationChoice({ progress, chosen, onChoose }: Props) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-3 font-bold">{words.choose}</legend>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {progress.operations.map(({ operation, total, known, fluent }) => (
          <label
            key={operation}
            className="relative flex min-h-16 items-center gap-3 rounded-key max-sm:flex-col max-sm:items-start max-sm:gap-1 border-2 border-edge bg-sheet px-3 py-2 hover:bg-sunk has-checked:border-ink has-checked:bg-sunk has-checked:outline-2 has-checked:outline-ink has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              className="absolute inset-0 appearance-none rounded-key outline-none"
              checked={operation === chosen}
              onChange={() => onChoose(operation)}
            />
            <OperationMark operation={operation} size={36} />
            <span className="pointer-events-none min-w-0">
              <span className="block leading-tight font-bold break-words">{words.operations[operation]}</span>
              <span className="block text-sm text-ink-soft tabular-nums">
                {words.knownOf(known + fluent, total)}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
