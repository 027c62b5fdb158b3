import { Link } from 'wouter'
import { useStore } from 'zustand'
import { BEDS, stageOf, type Bed } from '../../domain/garden.ts'
import { memoryOf, type LearningMemory } from '../../domain/learning/memory.ts'
import { todayMessages } from '../features/today/messages.en.ts'
import { deviceMemory } from '../lib/guest-memory.ts'
import { memoryChanges } from '../lib/learning-key.ts'
import { OPERATION_NAMES, progressIn } from '../ui/bed-picture.messages.en.ts'
import { BedPicture } from '../ui/bed-picture.tsx'

/** The bed whose fact was asked last; that of addition before the first one. */
function lastBed(memory: LearningMemory): Bed {
  const lastIn = ({ frames }: Bed): number =>
    Math.max(...frames.flat().map((id) => memoryOf(memory, id)?.at ?? -1))
  return BEDS.reduce((last, bed) => (lastIn(bed) > lastIn(last) ? bed : last))
}

type Props = {
  /** The student's id or `GUEST`. */
  player: string
  href: string
}

/** The bed of the garden that grew last, from the memory on this device, as the link to the garden. */
export function HomeBed({ player, href }: Props) {
  // On a device new to a student, the memory arrives from the server after home is drawn.
  useStore(memoryChanges)
  const memory = deviceMemory(player)
  const { operation, frames } = lastBed(memory)
  const stageOfFact = (factId: string) => stageOf(memoryOf(memory, factId))
  return (
    <Link href={href} className="tile grid gap-1.5 rounded-key bg-paper px-3 py-2 hover:bg-sunk">
      <span className="flex flex-wrap justify-between gap-x-3 leading-tight font-bold">
        {todayMessages.myGarden}
        <span className="text-sm font-normal text-ink-soft tabular-nums">
          {OPERATION_NAMES[operation]} · {progressIn(frames.flat().map(stageOfFact))}
        </span>
      </span>
      <BedPicture operation={operation} stageOfFact={stageOfFact} />
    </Link>
  )
}
