import type { Random } from '../../domain/fact-selection.ts'
import { seededRandom } from '../../domain/seeded-random.ts'

/** A number from several, for the seed of a generator: one per child and purpose (FNV-1a over 32-bit words). */
function mixed(parts: readonly number[]): number {
  let hash = 0x811c9dc5
  for (const part of parts) {
    for (let shift = 0; shift < 32; shift += 8) hash = Math.imul(hash ^ ((part >>> shift) & 255), 0x01000193)
  }
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
}

/** A generator that depends on all `parts` and nothing else. */
export function randomFor(...parts: readonly number[]): Random {
  return seededRandom(mixed(parts))
}

/** Mean 0, standard deviation 1 (Box and Muller 1958). */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** The logistic function, from which ACT-R takes its noise. */
export function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x))
}

/** Logistic noise of scale 1, the inverse of `logistic`. */
export function logisticNoise(random: Random): number {
  const p = Math.min(1 - 1e-9, Math.max(1e-9, random()))
  return Math.log(p / (1 - p))
}

/** The share of a standard normal distribution below z (Abramowitz and Stegun 26.2.17, error below 1e-7). */
export function normalShare(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z))
  const tail =
    0.3989422804 *
    Math.exp((-z * z) / 2) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return z > 0 ? 1 - tail : tail
}
