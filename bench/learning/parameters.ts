/**
 * What the simulated children are drawn from. Where a source gives a value, the range lies around it. The rest was set so that a
 * child at random drill is right in 85 to 94 % and gains 5 to 17 facts of multiplication in four weeks of two minutes a day, and
 * so that the ratios of the schedulers, a draft of the engine among them, lie near those of an earlier prototype's children.
 */

/** Log-normal: half of the children are below `median`; `spread` is the standard deviation of the logarithm. */
export type Range = { readonly median: number; readonly spread: number }

export const GRADES = ['novice', 'middle', 'advanced'] as const
export type Grade = (typeof GRADES)[number]

export type Parameters = {
  /** Shares of the grades; their sum is 1. */
  readonly shares: Readonly<Record<Grade, number>>
  /** Mean ability, on the scale of a fact's difficulty (0 to 1), and its standard deviation within a grade. */
  readonly ability: Readonly<Record<Grade, number>>
  readonly abilitySpread: number
  /** Standard deviation of what a child knows of a fact beyond ability and difficulty. */
  readonly priorNoise: number
  /** 1: each fact has the difficulty of another one, drawn anew for each child; 0: its own. */
  readonly scrambled: number

  /** Seconds to read the problem and begin to answer (Ashcraft 1992: encoding and starting 0.6 to 0.8 s). */
  readonly readingS: Range
  /** Seconds per key. */
  readonly keyS: Range
  /** Standard deviation of the logarithm of an answer's time around the child's own. */
  readonly timeNoise: number
  /** Seconds per counting step (Groen & Parkman 1972: 0.4 s in the silent counting of small sums; more with fingers). */
  readonly countingS: Range
  /** Chance of a mistake per counting step (Siegler & Shrager 1984). */
  readonly stepError: Range
  readonly patienceS: number
  /** Chance of looking away, seconds lost then on average, chance of a careless answer then. */
  readonly lapse: number
  readonly lapseS: number
  readonly lapseError: number
  readonly typo: number
  /** Added chance of an error in each of the three problems after a miss. */
  readonly carelessAfterMiss: number

  /** What an encounter adds, by child. */
  readonly learning: Range
  /** What a counted answer adds, as a share of a recalled or shown one. */
  readonly countingTeaches: number
  /** Factor on the time that passes between sessions, as memory counts it. */
  readonly forgetting: number
  /** Factor on what an encounter with a fact adds to its commutative partner and to its family; 0 is no transfer. */
  readonly transfer: number
}

const TYPICAL: Parameters = {
  shares: { novice: 0.4, middle: 0.4, advanced: 0.2 },
  ability: { novice: 0.15, middle: 0.45, advanced: 0.75 },
  abilitySpread: 0.1,
  priorNoise: 0.28,
  scrambled: 0,
  readingS: { median: 0.72, spread: 0.2 },
  keyS: { median: 0.31, spread: 0.25 },
  timeNoise: 0.2,
  countingS: { median: 0.62, spread: 0.2 },
  stepError: { median: 0.02, spread: 0.3 },
  patienceS: 14,
  lapse: 0.02,
  lapseS: 4,
  lapseError: 0.3,
  typo: 0.012,
  carelessAfterMiss: 0,
  learning: { median: 1, spread: 0.25 },
  countingTeaches: 0.7,
  forgetting: 1,
  transfer: 1,
}

/** The changed children of docs/learning.md; each differs from the typical one in a single respect. */
export const CHILDREN: Readonly<Record<string, Parameters>> = {
  typical: TYPICAL,
  'counting-teaches-little': { ...TYPICAL, countingTeaches: 0.2 },
  'forgets-faster': { ...TYPICAL, forgetting: 2.5 },
  'learns-slower': { ...TYPICAL, learning: { median: 0.6, spread: 0.25 } },
  'no-transfer': { ...TYPICAL, transfer: 0 },
  'slow-typists': { ...TYPICAL, readingS: { median: 1.1, spread: 0.2 }, keyS: { median: 0.9, spread: 0.25 } },
  noisy: { ...TYPICAL, timeNoise: 0.45, lapse: 0.08 },
  beginners: {
    ...TYPICAL,
    shares: { novice: 1, middle: 0, advanced: 0 },
    ability: { ...TYPICAL.ability, novice: 0 },
  },
  'careless-after-misses': { ...TYPICAL, carelessAfterMiss: 0.15 },
  'scrambled-difficulty': { ...TYPICAL, scrambled: 1 },
}
