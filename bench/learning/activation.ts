import type { Random } from '../../domain/fact-selection.ts'
import { logistic, logisticNoise } from './chance.ts'
import type { FactSet } from './fact-set.ts'
import { MemoryClock, type Counting, type Learner, type MemoryModel, type Recall } from './memory-model.ts'

/**
 * Model A: ACT-R with activation-dependent decay (Pavlik & Anderson 2005, Cognitive Science 29).
 *   m = ln sum of w_i (t - t_i)^(-d_i),  d_i = c e^(m at t_i) + alpha,  recall if m + noise > tau,  seconds = F e^(-m).
 * c, alpha, tau, the noise and the slower time between sessions (h) follow the paper's fit to adults.
 */
const C = 0.217
const ALPHA = 0.177
const TAU = -0.704
const NOISE = 0.255
const BETWEEN_SESSIONS = 0.025
/** Latency factor, as ACT-R's default. */
const F = 1
/** Commutative problems are one element of memory (Rickard 2005); the rest of the family shares some of its representation. */
const PARTNER_SHARE = 1
const FAMILY_SHARE = 0.25
/** Wrong answers leave traces that compete (Siegler 1988); not every wrong answer is the same one. */
const MISTAKE_WEIGHT = 0.5
/** No trace is younger than this, so that an activation stays finite. */
const YOUNGEST_S = 1
/** What an encounter of a child weighs against one of the paper's adults; set so that random drill teaches plausibly. */
const ENCOUNTER = 0.55

/** Traces of one answer to one fact. */
class Traces {
  readonly times: number[]
  readonly decays: number[]
  readonly weights: number[]

  constructor(from?: Traces) {
    this.times = from ? from.times.slice() : []
    this.decays = from ? from.decays.slice() : []
    this.weights = from ? from.weights.slice() : []
  }

  /** The sum of the traces' strengths; its logarithm is the activation. */
  strength(at: number): number {
    let sum = 0
    for (let i = 0; i < this.times.length; i++) {
      const age = Math.max(YOUNGEST_S, at - (this.times[i] as number))
      sum += (this.weights[i] as number) * Math.exp(-(this.decays[i] as number) * Math.log(age))
    }
    return sum
  }

  add(at: number, weight: number): void {
    const decay = C * this.strength(at) + ALPHA
    this.times.push(at)
    this.decays.push(decay)
    this.weights.push(weight)
  }
}

export class ActivationMemory implements MemoryModel {
  private readonly set: FactSet
  private readonly learner: Learner
  private readonly right: Traces[]
  private readonly wrong: Traces[]
  private readonly clock: MemoryClock

  constructor(set: FactSet, learner: Learner, from?: ActivationMemory) {
    this.set = set
    this.learner = learner
    this.right = set.ids.map((_, place) => new Traces(from?.right[place]))
    this.wrong = set.ids.map((_, place) => new Traces(from?.wrong[place]))
    this.clock = new MemoryClock(BETWEEN_SESSIONS * learner.forgetting, from?.clock)
  }

  copy(): ActivationMemory {
    return new ActivationMemory(this.set, this.learner, this)
  }

  recall(place: number, nowS: number, _countS: number, random: Random): Recall {
    const at = this.clock.at(nowS)
    const strength = (this.right[place] as Traces).strength(at)
    const wrong = (this.wrong[place] as Traces).strength(at)
    const isWrong = random() > rightShare(strength, wrong)
    const activation = Math.log(isWrong ? wrong : strength) + NOISE * logisticNoise(random)
    if (!(activation > TAU)) return { kind: 'none', seconds: F * Math.exp(-TAU) }
    return { kind: isWrong ? 'wrong' : 'right', seconds: F * Math.exp(-activation) }
  }

  study(place: number, nowS: number, weight: number): void {
    const at = this.clock.reach(nowS)
    const { learning, transfer } = this.learner
    const w = ENCOUNTER * weight * learning
    ;(this.right[place] as Traces).add(at, w)
    if (transfer === 0) return
    const partner = this.set.partner[place] as number
    if (partner >= 0) (this.right[partner] as Traces).add(at, w * PARTNER_SHARE * transfer)
    for (const other of this.set.family[place] as readonly number[]) {
      ;(this.right[other] as Traces).add(at, w * FAMILY_SHARE * transfer)
    }
  }

  mistake(place: number, nowS: number): void {
    ;(this.wrong[place] as Traces).add(this.clock.reach(nowS), MISTAKE_WEIGHT)
  }

  chanceInTime(place: number, nowS: number, limitS: number, counting: Counting): number {
    const at = this.clock.at(nowS)
    const strength = (this.right[place] as Traces).strength(at)
    const share = rightShare(strength, (this.wrong[place] as Traces).strength(at))
    const activation = Math.log(strength)
    const needed = Math.max(TAU, limitS > 0 ? Math.log(F / limitS) : Number.POSITIVE_INFINITY)
    const recalled = share * logistic((activation - needed) / NOISE)
    const counted = F * Math.exp(-TAU) + counting.seconds <= limitS ? counting.chanceRight : 0
    return recalled + counted * (1 - logistic((activation - TAU) / NOISE))
  }
}

/** Which of two answers comes to mind (the Boltzmann choice of ACT-R, on activations). */
function rightShare(right: number, wrong: number): number {
  if (wrong <= 0 || right <= 0) return 1
  return logistic((Math.log(right) - Math.log(wrong)) / NOISE)
}
