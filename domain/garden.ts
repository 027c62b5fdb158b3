import { OPERATIONS, type Operation } from './fact.ts'
import { DIFFICULTIES } from './learning/difficulty.ts'
import {
  FACTS,
  factAt,
  memoryOf,
  numberOf,
  type DayNumber,
  type FactMemory,
  type LearningMemory,
} from './learning/memory.ts'
import { FLUENCY_STATES, fluencyOf, needsHelp, type FluencyState } from './learning/states.ts'
import { isDue } from './learning/update.ts'

/** What a fact looks like in the garden: the best of `FLUENCY_STATES` so far. */
export const STAGES = ['soil', 'sprout', 'leaf', 'flower'] as const

export type Stage = (typeof STAGES)[number]

/** The facts of an operation, in teaching order. Each frame has ten; the last one may have fewer. */
export type Bed = { readonly operation: Operation; readonly frames: readonly (readonly string[])[] }

/** Facts in a frame. */
export const FRAME_SIZE = 10

function bedOf(operation: Operation): Bed {
  const ids = FACTS.map((fact, number) => ({ ...fact, taught: DIFFICULTIES[number] ?? 0 }))
    .filter((fact) => fact.operation === operation)
    .toSorted((one, other) => one.taught - other.taught)
    .map(({ id }) => id)
  const frames = Array.from({ length: Math.ceil(ids.length / FRAME_SIZE) }, (_, frame) =>
    ids.slice(frame * FRAME_SIZE, (frame + 1) * FRAME_SIZE),
  )
  return { operation, frames }
}

/** The four beds of a garden. */
export const BEDS: readonly Bed[] = OPERATIONS.map(bedOf)

/** The best stage that a fact has reached. */
export function stageOf(fact: FactMemory | null): Stage {
  return STAGES[fact?.best ?? 0] ?? 'soil'
}

/** Whether a leaf or a flower is due for review. */
export function isReady(fact: FactMemory | null, day: DayNumber): boolean {
  return fact !== null && fact.seen > 0 && fact.best >= FLUENCY_STATES.indexOf('known') && isDue(fact, day)
}

/** What a garden shows of a fact that has grown. */
export type GardenFact = {
  readonly factId: string
  readonly stage: Stage
  /** How well it is known at present. */
  readonly state: FluencyState
  readonly needsHelp: boolean
  readonly ready: boolean
  /** Days until it is due; 0 if it is. */
  readonly dueIn: number
  /** First attempts, and the right ones among them. None of a plant that a guest brought along. */
  readonly seen: number
  readonly right: number
}

/** What a garden shows of a fact on a day. */
export function gardenFact(factId: string, fact: FactMemory, day: DayNumber): GardenFact {
  return {
    factId,
    stage: stageOf(fact),
    state: fluencyOf(fact),
    needsHelp: needsHelp(fact),
    ready: isReady(fact, day),
    dueIn: isDue(fact, day) ? 0 : fact.due - day,
    seen: fact.seen,
    right: fact.right,
  }
}

/** What a garden shows of every fact that has grown. */
export function gardenFacts(memory: LearningMemory, day: DayNumber): GardenFact[] {
  return memory.facts.flatMap((fact, number) =>
    fact && fact.best > 0 ? [gardenFact(factAt(number)?.id ?? '', fact, day)] : [],
  )
}

/** How many facts of the garden are ready on a day. */
export function readyOn(memory: LearningMemory, day: DayNumber): number {
  return memory.facts.slice(0, FACTS.length).filter((fact) => isReady(fact, day)).length
}

/** A frame whose facts are all flowers. `frame` is its index in the bed. */
type Keepsake = { readonly operation: Operation; readonly frame: number }

/** Ids of facts that reached a higher stage, by that stage, and the frames that became all flowers. */
export type Growth = {
  readonly sprouts: readonly string[]
  readonly leaves: readonly string[]
  readonly flowers: readonly string[]
  /** What the least grown of these flowers was before: in time on two days, a sprout becomes a flower at once. */
  readonly flowersFrom: Stage
  readonly keepsakes: readonly Keepsake[]
}

/** The frames of a garden whose facts are all flowers. */
export function keepsakesOf(stageOfFact: (factId: string) => Stage): Keepsake[] {
  return BEDS.flatMap(({ operation, frames }) =>
    frames.flatMap((ids, frame) =>
      ids.every((id) => stageOfFact(id) === 'flower') ? [{ operation, frame }] : [],
    ),
  )
}

/** The facts of the beds in their order. */
const GROWING = BEDS.flatMap(({ frames }) => frames.flat())

/** What grew from one memory of a child to a later one. */
export function growthBetween(before: LearningMemory, after: LearningMemory): Growth {
  const grown = (stage: Stage): string[] =>
    GROWING.filter((id) => {
      const place = STAGES.indexOf(stage)
      return stageOf(memoryOf(after, id)) === stage && (before.facts[numberOf(id)]?.best ?? 0) < place
    })
  const flowers = grown('flower')
  const [kept, now] = [before, after].map((memory) => keepsakesOf((id) => stageOf(memoryOf(memory, id))))
  const isNew = ({ operation, frame }: Keepsake): boolean =>
    !(kept ?? []).some((one) => one.operation === operation && one.frame === frame)
  return {
    sprouts: grown('sprout'),
    leaves: grown('leaf'),
    flowers,
    flowersFrom: flowers.every((id) => stageOf(memoryOf(before, id)) === 'leaf') ? 'leaf' : 'sprout',
    keepsakes: (now ?? []).filter(isNew),
  }
}
