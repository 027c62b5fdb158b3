import type { ReactNode } from 'react'
import type { BadgeColor } from '../../domain/badge.ts'
import type { GardenFact } from '../../domain/garden.ts'
import { animalOf } from '../../domain/nickname.ts'
import { GardenSummary } from '../features/garden/garden-summary.tsx'
import { AnimalBadge } from '../ui/animal-badge.tsx'

type Props = {
  nickname: string
  color?: BadgeColor | null
  tried: readonly GardenFact[]
  /** The one next step. */
  children: ReactNode
}

/** The top of a child's own garden: the animal, what has grown, and the way to practice. */
export function GardenTop({ nickname, color, tried, children }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <div className="flex min-w-0 flex-1 basis-80 items-center gap-4">
        <AnimalBadge animal={animalOf(nickname)} color={color} size={80} />
        <div className="min-w-0">
          <GardenSummary tried={tried} reader="child" />
        </div>
      </div>
      {children}
    </div>
  )
}
