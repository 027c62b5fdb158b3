import type { BattleType } from '../../../domain/division.ts'
import { OperationMark } from '../../ui/operation-mark.tsx'
import { messages } from './messages.en.ts'
import { operationsOf } from './battle-operations.ts'

/** The operations and the name of a battle type. */
export function TypeBadge({ type }: { type: BattleType }) {
  return (
    <span className="inline-flex items-center gap-2 rounded-full border-2 border-edge bg-sheet py-1 pe-4 ps-1.5 font-bold">
      {operationsOf(type).map((operation) => (
        <OperationMark key={operation} operation={operation} size={28} />
      ))}
      {messages.typeName(type)}
    </span>
  )
}
