import { memo } from 'react'
import { STAGES, type Bed, type Stage } from '../../domain/garden.ts'
import type { Operation } from '../../domain/fact.ts'
import { OPERATION_TONES } from './operation-tone.ts'

const CELL = 7
const GAP = 5

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

/** The width or height of as many frames beside or above each other. */
const span = (frames: number, cells: number): number => frames * (cells * CELL + GAP) - GAP

type Props = {
  operation: Operation
  frames: Bed['frames']
  perRow: number
  stageOfFact: (factId: string) => Stage
}

/** Frames of a bed at a glance, in one path for each stage. Decoration; words stand beside it. */
export const BedPicture = memo(function BedPicture({ operation, frames, perRow, stageOfFact }: Props) {
  const frameCorner = (frame: number): { x: number; y: number } => ({
    x: (frame % perRow) * (5 * CELL + GAP),
    y: Math.floor(frame / perRow) * (2 * CELL + GAP),
  })
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
      viewBox={`-1 -1 ${span(perRow, 5) + 2} ${span(Math.ceil(frames.length / perRow), 2) + 2}`}
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
