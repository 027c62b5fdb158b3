import { Link } from 'wouter'
import { useStore } from 'zustand'
import { BEDS, stageOf, type Bed } from '../../domain/garden.ts'
import { memoryOf, type LearningMemory } from '../../domain/learning/memory.ts'
import { todayMessages } from '../features/today/messages.en.ts'
import { deviceMemory } from '../lib/guest-memory.ts'
import { memoryChanges } from '../lib/learning-key.ts'
import { OPERATION_NAMES, progressIn } from '../ui/bed-picture.messages.en.ts'
import { BedPicture } from '../ui/bed-picture.tsx'

/** How many frames are drawn, so large that a child can see what grows. */
const FRAMES = 3

/** The bed of which most facts were asked on the last day, and its frames that were asked last; addition, from its first frame, before the first one. */
function lastPracticed(memory: LearningMemory): { bed: Bed; frames: Bed['frames'] } {
  const lastIn = (ids: readonly string[]): number =>
    Math.max(...ids.map((id) => memoryOf(memory, id)?.at ?? -1))
  const askedOf = ({ frames }: Bed): number =>
    frames.flat().filter((id) => memoryOf(memory, id)?.last === memory.day).length
  const bed = BEDS.reduce((most, each) => (askedOf(each) > askedOf(most) ? each : most))
  const newest = bed.frames.toSorted((one, other) => lastIn(other) - lastIn(one)).slice(0, FRAMES)
  return { bed, frames: bed.frames.filter((ids) => newest.includes(ids)) }
}

type Props = {
  /** The student's id or `GUEST`. */
  player: string
  href: string
}

/** The frames of the garden practiced last, from the memory on this device, as the link to the garden. */
export function HomeBed({ player, href }: Props) {
  // On a device new to a student, the memory arrives from the server after home is drawn.
  useStore(memoryChanges)
  const memory = deviceMemory(player)
  const { bed, frames } = lastPracticed(memory)
  const stageOfFact = (factId: string) => stageOf(memoryOf(memory, factId))
  return (
    <Link href={href} className="tile grid gap-1.5 rounded-key bg-paper px-3 py-2 hover:bg-sunk">
      <span className="flex flex-wrap justify-between gap-x-3 leading-tight font-bold">
        {todayMessages.myGarden}
        {memory.problems > 0 && (
          <span className="text-sm font-normal text-ink-soft tabular-nums">
            {OPERATION_NAMES[bed.operation]} · {progressIn(bed.frames.flat().map(stageOfFact))}
          </span>
        )}
      </span>
      <BedPicture operation={bed.operation} frames={frames} perRow={FRAMES} stageOfFact={stageOfFact} />
    </Link>
  )
}
