import { useCallback, useId, useMemo, useState } from 'react'
import { OPERATIONS, type Operation } from '../../../domain/fact.ts'
import { BEDS, STAGES, type GardenFact, type Stage } from '../../../domain/garden.ts'
import { Button } from '../../ui/button.tsx'
import { NeedsHelpMark } from '../../ui/needs-help-mark.tsx'
import { OPERATION_TONES } from '../../ui/operation-tone.ts'
import { Drop, Plant } from '../../ui/plant.tsx'
import { BedChoice } from './bed-choice.tsx'
import { BedView, type GardenFacts } from './bed-view.tsx'
import { FACT_LOOKS } from './fact-look.ts'
import { FactMark } from './fact-mark.tsx'
import { FactStory } from './fact-story.tsx'
import { FactTable } from './fact-table.tsx'
import { gardenMessages, type Reader } from './messages.en.ts'
import type { ReadHistory } from './own-calls.ts'

type Props = {
  /** The facts that were tried. */
  tried: readonly GardenFact[]
  reader: Reader
  /** Asks for the answers to a fact; null where none are stored. It must stay the same. */
  readHistory: ReadHistory | null
  /** Facts whose plants are seen growing. */
  grown?: ReadonlySet<string>
}

const operationOf = (factId: string): string => factId.slice(0, factId.indexOf('-'))

/** The operation that was practiced most; addition, which comes first, while there is none. */
function mostTried(tried: readonly GardenFact[]): Operation {
  const triedOf = (operation: Operation): number =>
    tried.filter(({ factId }) => operationOf(factId) === operation).length
  return OPERATIONS.reduce((most, operation) => (triedOf(operation) > triedOf(most) ? operation : most))
}

/** The garden: four beds at a glance, one of them open, as plants or as a table. Pressing a fact shows its history. */
export function GardenView({ tried, reader, readHistory, grown }: Props) {
  const id = useId()
  const facts: GardenFacts = useMemo(() => new Map(tried.map((fact) => [fact.factId, fact])), [tried])
  const [operation, setOperation] = useState(() => mostTried(tried))
  const [isTable, setTable] = useState(false)
  const [pressed, setPressed] = useState<string | null>(null)
  const close = useCallback(() => setPressed(null), [])
  const stageOfFact = useCallback((factId: string): Stage => facts.get(factId)?.stage ?? 'soil', [facts])
  const bed = BEDS.find((each) => each.operation === operation)
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 print:block print:space-y-4"
    >
      <h2 id={id} className="sr-only">
        {gardenMessages.title}
      </h2>
      <BedChoice stageOfFact={stageOfFact} chosen={operation} onChoose={setOperation} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {isTable ? <TableLegend /> : <Legend operation={operation} reader={reader} tried={tried} />}
        <Button
          kind="quiet"
          className="-mx-2 px-2! text-link print:hidden"
          onClick={() => setTable(!isTable)}
        >
          {isTable ? gardenMessages.asGarden : gardenMessages.asTable}
        </Button>
      </div>
      {isTable && (
        <FactTable
          key={operation}
          operation={operation}
          tried={tried.filter(({ factId }) => operationOf(factId) === operation)}
          onPress={setPressed}
        />
      )}
      {!isTable && bed && (
        <BedView key={operation} bed={bed} facts={facts} reader={reader} grown={grown} onPress={setPressed} />
      )}
      <FactStory factId={pressed} facts={facts} reader={reader} readHistory={readHistory} onClose={close} />
    </section>
  )
}

type LegendProps = Pick<Props, 'tried' | 'reader'> & { operation: Operation }

/** The legend of the plants: of what this garden has so far. */
function Legend({ operation, reader, tried }: LegendProps) {
  const stages = STAGES.filter((stage) => stage === 'soil' || tried.some((fact) => fact.stage === stage))
  return (
    <dl aria-label={gardenMessages.legend} className="flex flex-wrap gap-x-5 gap-y-2">
      {stages.map((stage) => (
        <div key={stage} className="flex items-end gap-1.5 leading-tight">
          <dt>
            <Plant
              stage={stage}
              operation={operation}
              size={30}
              className={OPERATION_TONES[operation].text}
            />
          </dt>
          <dd>{gardenMessages.meanings[reader][stage]}</dd>
        </div>
      ))}
      {tried.some(({ ready }) => ready) && (
        <div className="flex items-center gap-1.5 leading-tight">
          <dt>
            <Drop size={22} />
          </dt>
          <dd>{gardenMessages.ready}</dd>
        </div>
      )}
      {reader === 'adult' && tried.some(({ needsHelp }) => needsHelp) && (
        <div className="flex items-center gap-1.5 leading-tight">
          <dt>
            <NeedsHelpMark size={20} />
          </dt>
          <dd>{gardenMessages.needsHelp}</dd>
        </div>
      )}
    </dl>
  )
}

function TableLegend() {
  return (
    <dl aria-label={gardenMessages.table.legend} className="flex flex-wrap gap-x-5 gap-y-2">
      {FACT_LOOKS.map((look) => (
        <div key={look} className="flex items-center gap-1.5 leading-tight">
          <dt>
            <FactMark look={look} />
          </dt>
          <dd>{gardenMessages.table.looks[look]}</dd>
        </div>
      ))}
    </dl>
  )
}
