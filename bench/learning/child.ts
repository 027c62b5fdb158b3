import type { Random } from '../../domain/fact-selection.ts'
import { ActivationMemory } from './activation.ts'
import { normal, randomFor } from './chance.ts'
import { shuffledPlaces, type FactSet } from './fact-set.ts'
import { DAY_S, type Counting, type Learner, type MemoryModel } from './memory-model.ts'
import { MultiscaleMemory } from './multiscale.ts'
import { GRADES, type Grade, type Parameters, type Range } from './parameters.ts'
import { PerformanceMemory } from './performance.ts'

export const MODELS = ['A', 'B', 'C'] as const
export type ModelName = (typeof MODELS)[number]

/** What a generator is for. Each child has one per purpose, so that all schedulers meet the same child. */
const PURPOSE = { traits: 1, prior: 2, answers: 3 }

/** A child on its first day, before any scheduler. */
export type Newcomer = {
  readonly seed: number
  readonly grade: Grade
  readonly traits: Traits
  readonly memory: MemoryModel
}

type Traits = {
  readonly readingS: number
  readonly keyS: number
  readonly countingS: number
  readonly stepError: number
  /** What the device measured with ten numbers to copy. */
  readonly measuredReadingS: number
  readonly measuredKeyS: number
}

/** How long a first attempt took, whether it was right, and when the child is ready for the next problem. */
export type Answer = { readonly correct: boolean; readonly responseS: number; readonly totalS: number }

/** A fact of a child's own difficulty has been met this often before; ability beyond difficulty multiplies it. */
const MET_AT_EDGE = 8
const MET_GROWTH = 5
const MAX_MET = 80
/** Encounters of the past come in at most this many lots. */
const MAX_LOTS = 10
const FIRST_MET_DAYS = 220
const LAST_MET_DAYS = 6

const GOAL_S = 3
const MIN_GOAL_S = 0.8
const AFTER_RIGHT_S = 0.5
const AFTER_WRONG_S = 2
const ATTEMPTS = 3
const WARM_UPS = 10
const CARELESS_PROBLEMS = 3

function drawn({ median, spread }: Range, random: Random): number {
  return median * Math.exp(spread * normal(random))
}

function gradeOf(parameters: Parameters, random: Random): Grade {
  let left = random()
  for (const grade of GRADES) {
    left -= parameters.shares[grade]
    if (left < 0) return grade
  }
  return 'advanced'
}

function middleOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number
}

function traitsOf(parameters: Parameters, random: Random): Traits {
  const readingS = drawn(parameters.readingS, random)
  const keyS = drawn(parameters.keyS, random)
  const measured = (seconds: number): number =>
    middleOf(
      Array.from({ length: WARM_UPS }, () => seconds * Math.exp(parameters.timeNoise * normal(random))),
    )
  return {
    readingS,
    keyS,
    countingS: drawn(parameters.countingS, random),
    stepError: drawn(parameters.stepError, random),
    measuredReadingS: measured(readingS),
    measuredKeyS: measured(keyS),
  }
}

function modelOf(name: ModelName, set: FactSet, learner: Learner): MemoryModel {
  if (name === 'A') return new ActivationMemory(set, learner)
  return name === 'B' ? new MultiscaleMemory(set, learner) : new PerformanceMemory(set, learner)
}

/** What school and home have left: encounters over the months before, more with facts that are easy for this child. */
function remember(
  memory: MemoryModel,
  difficulty: Float64Array,
  ability: number,
  noise: number,
  random: Random,
): void {
  const past: { place: number; atS: number; weight: number }[] = []
  for (let place = 0; place < difficulty.length; place++) {
    const z = ability - (difficulty[place] as number) + noise * normal(random)
    const met = Math.min(MAX_MET, MET_AT_EDGE * Math.exp(MET_GROWTH * z))
    const whole = Math.floor(met + random())
    const lots = Math.min(MAX_LOTS, whole)
    for (let lot = 0; lot < lots; lot++) {
      const days = LAST_MET_DAYS + (FIRST_MET_DAYS - LAST_MET_DAYS) * random()
      past.push({ place, atS: -days * DAY_S, weight: whole / lots })
    }
  }
  past.sort((a, b) => a.atS - b.atS)
  for (const { place, atS, weight } of past) memory.study(place, atS, weight, true)
}

/** The child with this seed, as every scheduler meets it. */
export function newcomer(
  model: ModelName,
  set: FactSet,
  parameters: Parameters,
  seed: number,
  only?: Grade,
): Newcomer {
  const random = randomFor(seed, PURPOSE.traits)
  const drawnGrade = gradeOf(parameters, random)
  const grade = only ?? drawnGrade
  const ability = parameters.ability[grade] + parameters.abilitySpread * normal(random)
  const traits = traitsOf(parameters, random)
  const learner: Learner = {
    learning: drawn(parameters.learning, random),
    forgetting: parameters.forgetting,
    transfer: parameters.transfer,
  }
  const prior = randomFor(seed, PURPOSE.prior)
  const order = shuffledPlaces(set.ids.length, prior)
  const difficulty =
    parameters.scrambled === 0
      ? set.difficulty
      : set.difficulty.map((_, place) => set.difficulty[order[place] as number] as number)
  const memory = modelOf(model, set, learner)
  remember(memory, difficulty, ability, parameters.priorNoise, prior)
  return { seed, grade, traits, memory }
}

/** A child at practice. */
export class Child {
  readonly memory: MemoryModel
  private readonly set: FactSet
  private readonly parameters: Parameters
  private readonly traits: Traits
  private readonly random: Random
  private carelessFor = 0

  constructor(from: Newcomer, set: FactSet, parameters: Parameters) {
    this.memory = from.memory.copy()
    this.set = set
    this.parameters = parameters
    this.traits = from.traits
    this.random = randomFor(from.seed, PURPOSE.answers)
  }

  /** Milliseconds to read a problem and type its answer, as the device estimates them from numbers to copy. */
  entryMs(place: number): number {
    const { measuredReadingS, measuredKeyS } = this.traits
    return Math.round(1000 * (measuredReadingS + measuredKeyS * (this.set.digits[place] as number)))
  }

  /** Answers the problem, up to three times, sees the answer if it has to, and learns from all of it. */
  answer(place: number, nowS: number): Answer {
    const { memory, parameters, random } = this
    const noise = (): number => Math.exp(parameters.timeNoise * normal(random))
    const entryS =
      this.traits.readingS * noise() + this.traits.keyS * (this.set.digits[place] as number) * noise()
    const counting = this.counting(place)
    const recall = memory.recall(place, nowS, counting.seconds, random)
    const counted = recall.kind === 'none' ? this.count(counting, noise()) : null
    let responseS = entryS + recall.seconds + (counted?.seconds ?? 0)
    const isLapse = random() < parameters.lapse
    if (isLapse) responseS -= parameters.lapseS * Math.log(1 - random())
    const slips = random() < this.slipChance(isLapse)
    const isMeant = counted ? counted.right : recall.kind === 'right'
    const correct = isMeant && !slips

    if (correct) {
      memory.study(place, nowS + responseS, counted ? parameters.countingTeaches : 1, !counted)
      this.carelessFor--
      return { correct, responseS, totalS: responseS + AFTER_RIGHT_S }
    }
    this.carelessFor = CARELESS_PROBLEMS
    if (!isMeant) memory.mistake(place, nowS + responseS)
    return { correct, responseS, totalS: this.tryAgain(place, nowS, responseS, isMeant) }
  }

  private slipChance(isLapse: boolean): number {
    const { typo, lapseError, carelessAfterMiss } = this.parameters
    return typo + (isLapse ? lapseError : 0) + (this.carelessFor > 0 ? carelessAfterMiss : 0)
  }

  /** After a wrong answer: two more attempts, by counting unless it was a slip; then the answer is shown. */
  private tryAgain(place: number, nowS: number, responseS: number, wasSlip: boolean): number {
    const { memory, parameters, random, traits } = this
    const keysS = traits.keyS * (this.set.digits[place] as number)
    let totalS = responseS + AFTER_WRONG_S
    for (let attempt = 1; attempt < ATTEMPTS; attempt++) {
      const counted = this.count(this.counting(place), Math.exp(parameters.timeNoise * normal(random)))
      const right = wasSlip ? random() >= parameters.typo : counted.right
      totalS += keysS + (wasSlip ? 0 : counted.seconds)
      if (right) {
        memory.study(place, nowS + totalS, wasSlip ? 1 : parameters.countingTeaches, false)
        return totalS + AFTER_RIGHT_S
      }
      totalS += AFTER_WRONG_S
    }
    memory.study(place, nowS + totalS, 1, false)
    return totalS
  }

  private counting(place: number): Counting {
    const steps = this.set.steps[place] as number
    return { seconds: steps * this.traits.countingS, chanceRight: (1 - this.traits.stepError) ** steps }
  }

  /** Counts, or gives up and guesses when patience ends. */
  private count({ seconds, chanceRight }: Counting, noise: number): { right: boolean; seconds: number } {
    const { patienceS } = this.parameters
    const right = this.random() < chanceRight
    return seconds * noise > patienceS
      ? { right: false, seconds: patienceS }
      : { right, seconds: seconds * noise }
  }

  /** Chance of a right answer within the child's own limit: 3 s, or 0.8 s after entry if that is more. Typos left out. */
  chanceFluent(place: number, atS: number): number {
    const entryS = this.traits.readingS + this.traits.keyS * (this.set.digits[place] as number)
    const limitS = Math.max(GOAL_S, entryS + MIN_GOAL_S)
    return this.memory.chanceInTime(place, atS, limitS - entryS, this.counting(place))
  }
}
