import type { Random } from '../../domain/fact-selection.ts'
import { normal, normalShare } from './chance.ts'
import type { FactSet } from './fact-set.ts'
import { DAY_S, type Counting, type Learner, type MemoryModel, type Recall } from './memory-model.ts'

/**
 * Model B: multiscale context model (Mozer, Pashler, Cepeda, Lindsey & Vul 2009, NIPS 22; cascaded stores after Staddon,
 * Chelaru & Higa 2002). Store i decays with time constant tau_i and has weight gamma_i; with
 *   s_i = (sum over j <= i of gamma_j x_j) / (sum over j <= i of gamma_j),
 * an encounter adds epsilon (1 - s_i) to x_i, more after a successful recall; the last s is the strength of the memory.
 * Retrieval races counting (Logan 1988): what is ready first is answered.
 */
const STORES = 8
const FASTEST_S = 30
const SLOWEST_S = 300 * DAY_S
const RATIO = (SLOWEST_S / FASTEST_S) ** (1 / (STORES - 1))
/** Weights fall with the time constant: gamma_i proportional to xi^i. The paper's xi is 0.9 for many narrow steps. */
const XI = 0.8
/** What an encounter adds. In the paper, 1 to 9 for word pairs learned in a few encounters; facts of arithmetic take dozens. */
const EPSILON_SHOWN = 0.18
const EPSILON_RECALLED = 0.29
/** Encounters with the swapped fact and the family strengthen less: their cues differ. */
const PARTNER_SHARE = 0.6
const FAMILY_SHARE = 0.25
/** Seconds of retrieval at full strength, and its growth as strength falls: a power law (Logan 1988). */
const RETRIEVAL_S = 0.55
const RETRIEVAL_POWER = 0.8
const RETRIEVAL_NOISE = 0.5
/** Share of retrievals that bring a neighbor at no strength, and how fast it falls with strength (Campbell & Graham 1985). */
const NEIGHBOR = 0.5
const NEIGHBOR_FALL = 0.16
const MIN_STRENGTH = 1e-4
const LONG_AGO_S = -1e9

const TAUS = Float64Array.from({ length: STORES }, (_, store) => FASTEST_S * RATIO ** store)
const GAMMAS = Float64Array.from({ length: STORES }, (_, store) => XI ** store)

export class MultiscaleMemory implements MemoryModel {
  private readonly set: FactSet
  private readonly learner: Learner
  private readonly stores: Float64Array
  private readonly lastS: Float64Array

  constructor(set: FactSet, learner: Learner, from?: MultiscaleMemory) {
    this.set = set
    this.learner = learner
    this.stores = from ? from.stores.slice() : new Float64Array(STORES * set.ids.length)
    this.lastS = from ? from.lastS.slice() : new Float64Array(set.ids.length).fill(LONG_AGO_S)
  }

  copy(): MultiscaleMemory {
    return new MultiscaleMemory(this.set, this.learner, this)
  }

  private strength(place: number, nowS: number): number {
    const gap = nowS - (this.lastS[place] as number)
    let sum = 0
    let weights = 0
    for (let store = 0; store < STORES; store++) {
      const gamma = GAMMAS[store] as number
      const x = this.stores[place * STORES + store] as number
      if (x > 0) sum += gamma * x * Math.exp((-gap * this.learner.forgetting) / (TAUS[store] as number))
      weights += gamma
    }
    return Math.min(1, Math.max(MIN_STRENGTH, sum / weights))
  }

  private add(place: number, nowS: number, epsilon: number): void {
    const gap = nowS - (this.lastS[place] as number)
    let sum = 0
    let weights = 0
    for (let store = 0; store < STORES; store++) {
      const gamma = GAMMAS[store] as number
      const decayed =
        (this.stores[place * STORES + store] as number) *
        Math.exp((-gap * this.learner.forgetting) / (TAUS[store] as number))
      sum += gamma * decayed
      weights += gamma
      this.stores[place * STORES + store] = decayed + epsilon * Math.max(0, 1 - sum / weights)
    }
    this.lastS[place] = nowS
  }

  private static medianSeconds(strength: number): number {
    return RETRIEVAL_S * strength ** -RETRIEVAL_POWER
  }

  recall(place: number, nowS: number, countS: number, random: Random): Recall {
    const strength = this.strength(place, nowS)
    const seconds = MultiscaleMemory.medianSeconds(strength) * Math.exp(RETRIEVAL_NOISE * normal(random))
    const isWrong = random() < wrongShare(strength)
    if (seconds > countS) return { kind: 'none', seconds: 0 }
    return { kind: isWrong ? 'wrong' : 'right', seconds }
  }

  study(place: number, nowS: number, weight: number, wasRecalled: boolean): void {
    const { learning, transfer } = this.learner
    const epsilon = weight * learning * (wasRecalled ? EPSILON_RECALLED : EPSILON_SHOWN)
    this.add(place, nowS, epsilon)
    if (transfer === 0) return
    const partner = this.set.partner[place] as number
    if (partner >= 0) this.add(partner, nowS, epsilon * PARTNER_SHARE * transfer)
    for (const other of this.set.family[place] as readonly number[]) {
      this.add(other, nowS, epsilon * FAMILY_SHARE * transfer)
    }
  }

  /** The model has no traces of wrong answers. */
  mistake(): void {}

  chanceInTime(place: number, nowS: number, limitS: number, counting: Counting): number {
    const strength = this.strength(place, nowS)
    const middle = Math.log(MultiscaleMemory.medianSeconds(strength))
    const readyBefore = (seconds: number): number =>
      seconds <= 0 ? 0 : normalShare((Math.log(seconds) - middle) / RETRIEVAL_NOISE)
    const recalled = readyBefore(Math.min(limitS, counting.seconds)) * (1 - wrongShare(strength))
    const counted =
      counting.seconds <= limitS ? counting.chanceRight * (1 - readyBefore(counting.seconds)) : 0
    return recalled + counted
  }
}

function wrongShare(strength: number): number {
  return NEIGHBOR * Math.exp(-strength / NEIGHBOR_FALL)
}
