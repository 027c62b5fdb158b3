import type { Random } from '../../domain/fact-selection.ts'
import { logistic, logisticNoise } from './chance.ts'
import type { FactSet } from './fact-set.ts'
import type { Counting, Learner, MemoryModel, Recall } from './memory-model.ts'

/**
 * Model C: Predictive Performance Equation (Walsh, Gluck, Gunzelmann, Jastrzembski & Krusmark 2018, Cognitive Science 42).
 *   M = n^c T^(-d),  T = sum of w_i t_i with w_i proportional to t_i^(-x),  d = b + m mean(1 / ln(lag + e)),
 *   chance of recall = 1 / (1 + e^((tau - M) / s)).
 * c and x are fixed by the paper; b, m, tau and s lie in the ranges it fits.
 */
const C = 0.1
const X = 0.6
const B = 0.04
const M = 0.08
const TAU = 0.63
const S = 0.06
/** Weighted encounters with the swapped fact and the family. */
const PARTNER_SHARE = 0.6
const FAMILY_SHARE = 0.25
/**
 * Choice by a criterion (Siegler & Shrager 1984): a recalled answer is given if its strength, here the chance of recall,
 * exceeds a criterion that varies from problem to problem; otherwise the child counts.
 */
const CRITERION_LOW = 0.2
const CRITERION_HIGH = 0.7
/** Seconds of a recall at certainty, what is added at none, and of a search in vain. */
const RECALL_S = 0.6
const SEARCH_S = 1.6
const VAIN_S = 0.9
/** Share of recalls that bring another answer, at no strength (Siegler & Shrager 1984: the flat distribution). */
const WRONG_SHARE = 0.25
const YOUNGEST_S = 1

/** All that has been met of one fact. An encounter with a related fact counts by its share everywhere. */
class Encounters {
  readonly times: number[]
  readonly weights: number[]
  count: number
  private lagSum: number
  private lagWeight: number

  constructor(from?: Encounters) {
    this.times = from ? from.times.slice() : []
    this.weights = from ? from.weights.slice() : []
    this.count = from ? from.count : 0
    this.lagSum = from ? from.lagSum : 0
    this.lagWeight = from ? from.lagWeight : 0
  }

  add(nowS: number, weight: number): void {
    const last = this.times.at(-1)
    if (last !== undefined) {
      this.lagSum += weight / Math.log(Math.max(0, nowS - last) + Math.E)
      this.lagWeight += weight
    }
    this.times.push(nowS)
    this.weights.push(weight)
    this.count += weight
  }

  /** The mean of 1 / ln(lag + e); that of practice without spacing at first. */
  meanLag(): number {
    return this.lagWeight > 0 ? this.lagSum / this.lagWeight : 0.5
  }

  /** T: seconds since the encounters, the recent ones weighing more. */
  elapsed(nowS: number): number {
    let weights = 0
    let weighted = 0
    for (let i = 0; i < this.times.length; i++) {
      const age = Math.max(YOUNGEST_S, nowS - (this.times[i] as number))
      const weight = (this.weights[i] as number) * Math.exp(-X * Math.log(age))
      weights += weight
      weighted += weight * age
    }
    return weighted / weights
  }
}

export class PerformanceMemory implements MemoryModel {
  private readonly set: FactSet
  private readonly learner: Learner
  private readonly facts: Encounters[]

  constructor(set: FactSet, learner: Learner, from?: PerformanceMemory) {
    this.set = set
    this.learner = learner
    this.facts = set.ids.map((_, place) => new Encounters(from?.facts[place]))
  }

  copy(): PerformanceMemory {
    return new PerformanceMemory(this.set, this.learner, this)
  }

  /** The chance of recall, 0 where nothing was ever met. */
  private chance(place: number, nowS: number): number {
    const met = this.facts[place] as Encounters
    if (met.times.length === 0) return 0
    const decay = B + M * met.meanLag()
    const elapsed = met.elapsed(nowS) * this.learner.forgetting
    return logistic((met.count ** C * elapsed ** -decay - TAU) / S)
  }

  recall(place: number, nowS: number, _countS: number, random: Random): Recall {
    const chance = this.chance(place, nowS)
    const criterion = CRITERION_LOW + (CRITERION_HIGH - CRITERION_LOW) * random()
    const isWrong = random() < WRONG_SHARE * (1 - chance)
    const noise = Math.exp(0.15 * logisticNoise(random))
    if (chance < criterion || random() > chance) return { kind: 'none', seconds: VAIN_S }
    return { kind: isWrong ? 'wrong' : 'right', seconds: (RECALL_S + SEARCH_S * (1 - chance)) * noise }
  }

  study(place: number, nowS: number, weight: number): void {
    const { learning, transfer } = this.learner
    const w = weight * learning
    this.add(place, nowS, w)
    if (transfer === 0) return
    const partner = this.set.partner[place] as number
    if (partner >= 0) this.add(partner, nowS, w * PARTNER_SHARE * transfer)
    for (const other of this.set.family[place] as readonly number[]) {
      this.add(other, nowS, w * FAMILY_SHARE * transfer)
    }
  }

  private add(place: number, nowS: number, weight: number): void {
    ;(this.facts[place] as Encounters).add(nowS, weight)
  }

  /** The equation has no place for wrong answers. */
  mistake(): void {}

  chanceInTime(place: number, nowS: number, limitS: number, counting: Counting): number {
    const chance = this.chance(place, nowS)
    const passes = Math.min(1, Math.max(0, (chance - CRITERION_LOW) / (CRITERION_HIGH - CRITERION_LOW)))
    const given = passes * chance
    const middle = Math.log(RECALL_S + SEARCH_S * (1 - chance))
    const inTime = limitS > 0 ? logistic((Math.log(limitS) - middle) / 0.15) : 0
    const counted = VAIN_S + counting.seconds <= limitS ? counting.chanceRight : 0
    return given * inTime * (1 - WRONG_SHARE * (1 - chance)) + (1 - given) * counted
  }
}
