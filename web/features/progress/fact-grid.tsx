import { useId, useState } from 'react'
import type { StudentProgress } from '../../../contract/student-progress.ts'
import { OPERATIONS, type Operation } from '../../../domain/fact.ts'
import { Card } from '../../ui/card.tsx'
import { FactHistoryDialog } from './fact-history.tsx'
import { FACT_LOOKS } from './fact-look.ts'
import { FactMark } from './fact-mark.tsx'
import { FactTable } from './fact-table.tsx'
import { progressMessages } from './messages.en.ts'
import { OperationChoice } from './operation-choice.tsx'
import type { ReadHistory } from './own-calls.ts'

type Props = {
  progress: StudentProgress
  /** Asks for the attempts at a fact that was pressed; it must stay the same. */
  readHistory: ReadHistory
}

/** The operation that was practised most; addition, which comes first, while there is none. */
function mostTried({ operations }: StudentProgress): Operation {
  let [most, tried]: [Operation, number] = [OPERATIONS[0], 0]
  for (const { operation, facts } of operations) {
    if (facts.length > tried) [most, tried] = [operation, facts.length]
  }
  return most
}

/** Every fact of an operation and how well the child knows it (issue 5); a press shows how it went. */
export function FactGrid({ progress, readHistory }: Props) {
  const id = useId()
  const [operation, setOperation] = useState(() => mostTried(progress))
  const [pressed, setPressed] = useState<string | null>(null)
  const shown = progress.operations.find((one) => one.operation === operation)
  return (
    <Card aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <h2 id={id} className="text-2xl">
        {progressMessages.facts.title}
      </h2>
      <OperationChoice progress={progress} chosen={operation} onChoose={setOperation} />
      <Legend />
      <FactTable key={operation} operation={operation} tried={shown?.facts ?? []} onPress={setPressed} />
      <FactHistoryDialog factId={pressed} readHistory={readHistory} onClose={() => setPressed(null)} />
    </Card>
  )
}

function Legend() {
  return (
    <dl aria-label={progressMessages.facts.legend} className="flex flex-wrap gap-x-6 gap-y-2">
      {FACT_LOOKS.map((look) => (
        <div key={look} className="flex items-center gap-2">
          <dt>
            <FactMark look={look} />
          </dt>
          <dd>{progressMessages.facts.looks[look]}</dd>
        </div>
      ))}
    </dl>
  )
}
