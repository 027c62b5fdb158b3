import { memo } from 'react'
import { BEDS, STAGES, type Stage } from '../../domain/garden.ts'
import type { Operation } from '../../domain/fact.ts'
import { OPERATION_TONES } from './operation-tone.ts'

const CELL = 7
const GAP = 5
const FRAMES_PER_ROW = 7
const WIDTH = FRAMES_PER_ROW * (5 * CELL + GAP) - GAP
/** As high as the largest bed, so that all pictures have one size. */
const ROWS = 3
const HEIGHT = ROWS * (2 * CELL + GAP) - GAP

/** A mark of each stage, around the center of its cell; they differ in shape and grow. */
const MARKS: Record<Stage, string> = {
  soil: 'v.01',
  sprout: 'm-1.8 1.6h3.6l-1.8-3.4Z',
  leaf: 'm0-2.6 2.6 2.6-2.6 2.6-2.6-2.6Z',
  flower: 'm-3.2 0a3.2 3.2 0 1 1 6.4 0a3.2 3.2 0 1 1-6.4 0Zm2 0a1.2 1.2 0 1 0 2.4 0a1.2 1.2 0 1 0-2.4 0Z',
}

const LOOKS: Record<Stage, string> = {
  soil: 'fill-none stroke-soil',
  sprout: 'fill-success',
  leaf: 'fill-success',
  flower: 'fill-current',
}

function frameCorner(frame: number): { x: number; y: number } {
  return {
    x: (frame % FRAMES_PER_ROW) * (5 * CELL + GAP),
    y: Math.floor(frame / FRAMES_PER_ROW) * (2 * CELL + GAP),
  }
}

/** A bed at a glance, in one path for each stage. Decoration; words stand beside it. */
export const BedPicture = memo(function BedPicture({
  operation,
  stageOfFact,
}: {
  operation: Operation
  stageOfFact: (factId: string) => Stage
}) {
  const frames = BEDS.find((bed) => bed.operation === operation)?.frames ?? []
  const paths: Record<Stage, string> = { soil: '', sprout: '', leaf: '', flower: '' }
  frames.forEach((ids, frame) => {
    const corner = frameCorner(frame)
    ids.forEach((id, cell) => {
      const stage = stageOfFact(id)
      const x = corner.x + ((cell % 5) + 0.5) * CELL
      const y = corner.y + (Math.floor(cell / 5) + 0.5) * CELL
      paths[stage] += `M${x} ${y}${MARKS[stage]}`
    })
  })
  const outlines = frames.map((_, frame) => {
    const { x, y } = frameCorner(frame)
    return `M${x} ${y}h${5 * CELL}v${2 * CELL}h-${5 * CELL}Z`
  })
  return (
    <svg
      viewBox={`-1 -1 ${WIDTH + 2} ${HEIGHT + 2}`}
      className={`w-full ${OPERATION_TONES[operation].text}`}
      aria-hidden="true"
    >
      <path d={outlines.join('')} className="fill-sheet stroke-edge" strokeLinejoin="round" />
      {STAGES.map((stage) => (
        <path
          key={stage}
          d={paths[stage]}
          className={LOOKS[stage]}
          strokeWidth="2.2"
          strokeLinecap="round"
          fillRule="evenodd"
        />
      ))}
    </svg>
  )
})
