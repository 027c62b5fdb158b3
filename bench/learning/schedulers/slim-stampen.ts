import { factsOfCategory } from '../../../domain/category.ts'
import { shuffle } from '../../../domain/fact-selection.ts'
import type { Scheduler } from './scheduler.ts'

/**
 * SlimStampen (van Rijn, van Maanen & van Woudenberg 2009; Sense, Behrens, Meijer & van Rijn 2016): each fact has its own rate
 * of forgetting, corrected by every response time; asked is the fact whose activation falls below the threshold first within
 * the next 15 s, and a new one when none does. Constants follow the papers, the correction is a simple step; time between sessions runs at 0.025 (Pavlik &
 * Anderson 2005), since the paper has one session only.
 */
const ALPHA = 0.3
const MIN_ALPHA = 0.15
const MAX_ALPHA = 0.5
const C = 0.25
const THRESHOLD = -0.8
const F = 1
const AHEAD_S = 15
const STEP = 0.01
const MAX_STEP = 0.05
const BETWEEN_SESSIONS = 0.025
const PAUSE_S = 1800

type Item = { alpha: number; readonly times: number[]; readonly excess: number[] }

function activation({ alpha, times, excess }: Item, at: number): number {
  let sum = 0
  for (let i = 0; i < times.length; i++) {
    const age = Math.max(1, at - (times[i] ?? 0))
    sum += Math.exp(-((excess[i] ?? 0) + alpha) * Math.log(age))
  }
  return Math.log(sum)
}

export function slimStampen(): Scheduler {
  let ids: string[] = []
  let places = new Map<string, number>()
  const items: Item[] = []
  let last = -1
  let clockS = 0
  let lastNowMs = 0
  const advance = (nowMs: number): number => {
    const gapS = (nowMs - lastNowMs) / 1000
    clockS += gapS > PAUSE_S ? gapS * BETWEEN_SESSIONS : gapS
    lastNowMs = nowMs
    return clockS
  }
  return {
    start(category, random) {
      ids = shuffle(factsOfCategory(category), random)
        .toSorted((a, b) => a.difficulty - b.difficulty)
        .map(({ id }) => id)
      places = new Map(ids.map((id, place) => [id, place]))
    },
    sessionBegun() {},
    next(nowMs) {
      const at = advance(nowMs) + AHEAD_S
      let weakest = -1
      let least = Number.POSITIVE_INFINITY
      for (const [place, item] of items.entries()) {
        const value = place === last ? Number.POSITIVE_INFINITY : activation(item, at)
        if (value < least) {
          least = value
          weakest = place
        }
      }
      if ((weakest < 0 || least > THRESHOLD) && items.length < ids.length) {
        weakest = items.length
        items.push({ alpha: ALPHA, times: [], excess: [] })
      }
      last = weakest
      return ids[weakest] ?? ''
    },
    answered({ factId, correct, responseMs, entryMs, nowMs }) {
      const item = items[places.get(factId) ?? 0] as Item
      const at = advance(nowMs)
      const expected = item.times.length === 0 ? Number.NEGATIVE_INFINITY : activation(item, at)
      if (item.times.length > 1) {
        const slowest = 1.5 * F * Math.exp(-THRESHOLD)
        const seconds = correct ? Math.min(slowest, Math.max(0.1, (responseMs - entryMs) / 1000)) : slowest
        const surprise = expected + Math.log(seconds / F)
        const step = Math.min(MAX_STEP, Math.max(-MAX_STEP, surprise * STEP * 2))
        item.alpha = Math.min(MAX_ALPHA, Math.max(MIN_ALPHA, item.alpha + step))
      }
      item.times.push(at)
      item.excess.push(C * Math.exp(expected))
    },
  }
}
