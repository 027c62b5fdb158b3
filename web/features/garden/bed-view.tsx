import { memo, useCallback, useState } from 'react'
import { findFact } from '../../../domain/fact.ts'
import { FRAME_SIZE, type Bed, type GardenFact } from '../../../domain/garden.ts'
import { Button } from '../../ui/button.tsx'
import { GRID_CELL, useGridKeys } from '../../ui/grid-keys.ts'
import { NeedsHelpMark } from '../../ui/needs-help-mark.tsx'
import { OPERATION_TONES } from '../../ui/operation-tone.ts'
import { Butterfly, Drop, Plant } from '../../ui/plant.tsx'
import { gardenMessages, type Reader } from './messages.en.ts'

export type GardenFacts = ReadonlyMap<string, GardenFact>

type Props = {
  bed: Bed
  /** Facts that were tried; all others are soil. */
  facts: GardenFacts
  reader: Reader
  /** Facts whose plants are seen growing. */
  grown?: ReadonlySet<string> | undefined
  /** It must stay the same. */
  onPress: (factId: string) => void
}

/** The frames in which something grows; the first one if nothing does. */
function grownFrames({ frames }: Bed, facts: GardenFacts): Bed['frames'] {
  const grown = frames.filter((ids) => ids.some((id) => facts.has(id)))
  return grown.length > 0 ? grown : frames.slice(0, 1)
}

/**
 * A bed: its frames of ten, each cell a button. One stop for Tab; the arrows go on from there. Frames of bare soil are folded
 * away until a button unfolds them.
 */
export function BedView({ bed, facts, reader, grown, onPress }: Props) {
  const grid = useGridKeys<HTMLFieldSetElement>()
  const [isWhole, setWhole] = useState(false)
  const [focused, setFocused] = useState('')
  const noteFocus = useCallback((factId: string) => setFocused(factId), [])
  const planted = grownFrames(bed, facts)
  const shown = isWhole ? bed.frames : planted
  const current = shown.some((ids) => ids.includes(focused)) ? focused : shown[0]?.[0]
  return (
    <>
      <fieldset
        ref={grid}
        aria-label={gardenMessages.bed(bed.operation)}
        className={`grid min-w-0 grid-cols-[repeat(auto-fill,minmax(min(18rem,100%),1fr))] gap-x-4 gap-y-6 ${OPERATION_TONES[bed.operation].text}`}
      >
        {shown.map((ids) => (
          <FrameView
            key={ids[0]}
            number={bed.frames.indexOf(ids) + 1}
            ids={ids}
            facts={facts}
            reader={reader}
            grown={grown}
            stop={current !== undefined && ids.includes(current) ? current : null}
            onFocus={noteFocus}
            onPress={onPress}
          />
        ))}
      </fieldset>
      {planted.length < bed.frames.length && (
        <Button
          kind="secondary"
          className="justify-self-start print:hidden"
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? gardenMessages.onlyGrown : gardenMessages.allFrames(bed.frames.length)}
        </Button>
      )}
    </>
  )
}

type FrameProps = Omit<Props, 'bed'> & {
  number: number
  ids: readonly string[]
  /** The cell in this frame that Tab stops at; null if it is in another one. */
  stop: string | null
  onFocus: (factId: string) => void
}

const FrameView = memo(function FrameView({ number, ids, ...rest }: FrameProps) {
  const isKeepsake = ids.every((id) => rest.facts.get(id)?.stage === 'flower')
  return (
    <fieldset
      aria-label={gardenMessages.frame(number, isKeepsake)}
      className={`relative grid min-w-0 grid-cols-5 gap-px self-start rounded-md border-2 ${isKeepsake ? 'border-accent-edge bg-accent ring-4 ring-accent' : 'border-ink bg-line'}`}
    >
      {ids.map((id) => (
        <Cell key={id} factId={id} {...rest} />
      ))}
      {Array.from({ length: FRAME_SIZE - ids.length }, (_, place) => (
        <span key={`no fact ${place}`} className="min-h-16 rounded-[4px] bg-sunk" />
      ))}
      {isKeepsake && <Butterfly className="pointer-events-none absolute -top-5 -start-3 -rotate-12" />}
    </fieldset>
  )
})

const UNTRIED = { stage: 'soil', ready: false, needsHelp: false } as const

function Cell({
  factId,
  facts,
  reader,
  grown,
  stop,
  onFocus,
  onPress,
}: Omit<FrameProps, 'number' | 'ids'> & { factId: string }) {
  const fact = findFact(factId)
  if (!fact) return null
  const { stage, ready, needsHelp } = facts.get(factId) ?? UNTRIED
  const showsHelp = needsHelp && reader === 'adult'
  return (
    <button
      type="button"
      {...GRID_CELL}
      aria-label={gardenMessages.cell(fact, { stage, ready, needsHelp: showsHelp }, reader)}
      aria-haspopup="dialog"
      tabIndex={stop === factId ? 0 : -1}
      onFocus={() => onFocus(factId)}
      onClick={() => onPress(factId)}
      className="relative grid min-h-16 justify-items-center rounded-[4px] bg-sheet pt-1 hover:bg-sunk focus-visible:z-10 focus-visible:outline-offset-0"
    >
      <Plant
        stage={stage}
        operation={fact.operation}
        className={`origin-bottom ${grown?.has(factId) ? 'animate-grow' : ''}`}
      />
      <span className="pb-0.5 text-sm leading-none whitespace-nowrap text-ink tabular-nums">
        {gardenMessages.short(fact)}
      </span>
      {showsHelp && (
        <span className="absolute top-0.5 start-0.5">
          <NeedsHelpMark size={18} />
        </span>
      )}
      {ready && <Drop className="absolute top-0.5 end-0.5" />}
    </button>
  )
}
