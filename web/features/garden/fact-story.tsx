import { useState } from 'react'
import { findFact } from '../../../domain/fact.ts'
import { STAGES, type GardenFact } from '../../../domain/garden.ts'
import { FLUENCY_STATES } from '../../../domain/learning/states.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { OPERATION_TONES } from '../../ui/operation-tone.ts'
import { Drop, Plant } from '../../ui/plant.tsx'
import type { GardenFacts } from './bed-view.tsx'
import { FactAnswers } from './fact-answers.tsx'
import { lookOf } from './fact-look.ts'
import { FactMark } from './fact-mark.tsx'
import { gardenMessages, type Reader } from './messages.en.ts'
import type { ReadHistory } from './own-calls.ts'

const { story: words, table, answers } = gardenMessages

type Props = {
  /** The fact that was pressed; null for none. */
  factId: string | null
  facts: GardenFacts
  reader: Reader
  /** Null where no answers are stored, as for a guest. */
  readHistory: ReadHistory | null
  onClose: () => void
}

/** The story of a plant: how it has grown, how often it was tried and when it comes next. */
export function FactStory({ factId, facts, reader, readHistory, onClose }: Props) {
  const fact = findFact(factId ?? '')
  const gardenFact = fact && facts.get(fact.id)
  const stage = gardenFact?.stage ?? 'soil'
  return (
    <Dialog
      open={fact !== undefined}
      title={fact ? gardenMessages.solved(fact) : ''}
      describedByContent={false}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      {fact && (
        <div key={fact.id} className="grid gap-4">
          <div className="flex items-end gap-4">
            <Plant
              stage={stage}
              operation={fact.operation}
              size={112}
              className={OPERATION_TONES[fact.operation].text}
            />
            {reader === 'child' && <p className="pb-2 text-xl font-bold">{words.about[stage]}</p>}
            {reader === 'adult' && <State gardenFact={gardenFact} />}
          </div>
          {gardenFact && <FactRecord gardenFact={gardenFact} reader={reader} />}
          {gardenFact && readHistory && (
            <Answers isOpen={reader === 'adult'} factId={fact.id} readHistory={readHistory} />
          )}
        </div>
      )}
    </Dialog>
  )
}

function State({ gardenFact }: { gardenFact: GardenFact | undefined }) {
  const look = gardenFact ? lookOf(gardenFact) : 'unknown'
  return (
    <div className="flex items-center gap-3 pb-2">
      <FactMark look={look} size={40} />
      <div>
        <p className="font-bold">{table.looks[look]}</p>
        <p className="text-ink-soft">{table.lookHints[look]}</p>
      </div>
    </div>
  )
}

function FactRecord({ gardenFact, reader }: { gardenFact: GardenFact; reader: Reader }) {
  const { stage, state, seen, right, dueIn, ready } = gardenFact
  if (seen === 0) return <p>{words.brought[reader]}</p>
  if (reader === 'adult') {
    return (
      <div>
        <p>{words.adult(right, seen)}</p>
        <p>{words.adultNext(dueIn)}</p>
      </div>
    )
  }
  const hasFallen = FLUENCY_STATES.indexOf(state) < STAGES.indexOf(stage) && state === 'learning'
  return (
    <div className="grid gap-1 text-lg">
      <p>{words.tries(seen, right)}</p>
      <p className="flex items-center gap-2">
        {ready && <Drop size={24} />}
        {hasFallen ? words.comeBack : words.next(dueIn)}
      </p>
    </div>
  )
}

type AnswersProps = { isOpen: boolean; factId: string; readHistory: ReadHistory }

/** The answers, which a child asks for and an adult sees at once. */
function Answers({ isOpen, ...rest }: AnswersProps) {
  const [wasOpened, setOpened] = useState(isOpen)
  return (
    <details open={isOpen} onToggle={() => setOpened(true)}>
      <summary className="flex min-h-target w-fit items-center text-link">{answers.title}</summary>
      {wasOpened && <FactAnswers {...rest} />}
    </details>
  )
}
