import { useId } from 'react'
import { OPERATIONS, type Operation } from '../../../domain/fact.ts'
import { BEDS, type Stage } from '../../../domain/garden.ts'
import { progressIn } from '../../ui/bed-picture.messages.en.ts'
import { BedPicture } from '../../ui/bed-picture.tsx'
import { OperationMark } from '../../ui/operation-mark.tsx'
import { gardenMessages } from './messages.en.ts'

type Props = {
  stageOfFact: (factId: string) => Stage
  chosen: Operation
  onChoose: (operation: Operation) => void
}

/** The four beds at a glance, one of them open; native radio buttons, unseen. */
export function BedChoice({ stageOfFact, chosen, onChoose }: Props) {
  const name = useId()
  return (
    <fieldset className="print:hidden">
      <legend className="sr-only">{gardenMessages.choose}</legend>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {OPERATIONS.map((operation) => {
          const frames = BEDS.find((bed) => bed.operation === operation)?.frames ?? []
          const stages = frames.flat().map(stageOfFact)
          return (
            <label
              key={operation}
              className="relative grid content-start gap-2 rounded-key border-2 border-line bg-sheet p-3 max-[22.5rem]:p-2 hover:bg-sunk has-checked:border-ink has-checked:outline-2 has-checked:outline-ink has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name={name}
                className="absolute inset-0 appearance-none rounded-key outline-none"
                checked={operation === chosen}
                onChange={() => onChoose(operation)}
              />
              <span className="pointer-events-none flex min-w-0 items-center gap-2 max-[22.5rem]:gap-1 max-[22.5rem]:[&>svg]:size-6">
                <OperationMark operation={operation} size={32} />
                <span className="min-w-0">
                  <span className="block leading-tight font-bold break-words max-sm:text-sm max-[22.5rem]:text-xs">
                    {gardenMessages.operations[operation]}
                  </span>
                  <span className="block text-sm leading-tight text-ink-soft max-sm:text-xs tabular-nums">
                    {progressIn(stages)}
                  </span>
                </span>
              </span>
              {stages.some((stage) => stage !== 'soil') && (
                <span className="pointer-events-none max-sm:hidden">
                  <BedPicture operation={operation} frames={frames} perRow={7} stageOfFact={stageOfFact} />
                </span>
              )}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
