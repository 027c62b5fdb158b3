/** A stretch of time in epoch milliseconds; `untilMs` is not before `fromMs`. */
export type Stretch = { readonly fromMs: number; readonly untilMs: number }

/**
 * How much of a session or battle may overlap with other play: a quarter. Ages are sent in whole seconds, requests take time,
 * and a player who is done with a battle does not wait for its end. Play in two places at once overlaps completely.
 */
export const MAX_OVERLAP_SHARE = 0.25

/** Nobody solves problems faster for long (domain/pace.ts), whatever mean time the browser reports. */
const QUICKEST_PROBLEM_MS = 500

/**
 * When a session was played that ended at `playedAtMs`: each of its problems took its mean time, and at least half a second.
 */
export function sessionStretch(session: {
  readonly playedAtMs: number
  readonly problemsSolved: number
  readonly averageTimeMs: number
}): Stretch {
  const { playedAtMs: untilMs, problemsSolved, averageTimeMs } = session
  return { fromMs: untilMs - problemsSolved * Math.max(QUICKEST_PROBLEM_MS, averageTimeMs), untilMs }
}

/** Ages are sent in whole seconds, requests take time, and a page may end a battle a moment before the server does. */
const EDGE_MS = 5000

/** Whether an answer of that moment was given during one of these battles. */
export function isDuring(battles: readonly Stretch[], atMs: number): boolean {
  return battles.some(({ fromMs, untilMs }) => atMs > fromMs + EDGE_MS && atMs < untilMs - EDGE_MS)
}

/** How many answers during a battle may have been sent with a wrong age. */
export const MAX_ANSWERS_DURING = 2

/** Time that is taken: disjoint stretches in order. */
class OccupiedTime {
  readonly #taken: Stretch[] = []

  constructor(stretches: readonly Stretch[]) {
    for (const stretch of stretches.toSorted((a, b) => a.fromMs - b.fromMs)) this.add(stretch)
  }

  /** Index of the first stretch that ends after `atMs`. */
  #firstAfter(atMs: number): number {
    let [low, high] = [0, this.#taken.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#taken[middle]?.untilMs ?? Infinity) > atMs) high = middle
      else low = middle + 1
    }
    return low
  }

  #within({ fromMs, untilMs }: Stretch): { readonly first: number; readonly all: readonly Stretch[] } {
    const first = this.#firstAfter(fromMs)
    let end = first
    while ((this.#taken[end]?.fromMs ?? Infinity) < untilMs) end += 1
    return { first, all: this.#taken.slice(first, end) }
  }

  /** Milliseconds of this stretch that are taken. */
  takenMs(stretch: Stretch): number {
    return this.#within(stretch).all.reduce(
      (sum, { fromMs, untilMs }) =>
        sum + Math.min(untilMs, stretch.untilMs) - Math.max(fromMs, stretch.fromMs),
      0,
    )
  }

  add(stretch: Stretch): void {
    const { first, all } = this.#within(stretch)
    const fromMs = Math.min(stretch.fromMs, all[0]?.fromMs ?? Infinity)
    const untilMs = Math.max(stretch.untilMs, all.at(-1)?.untilMs ?? -Infinity)
    this.#taken.splice(first, all.length, { fromMs, untilMs })
  }
}

/**
 * The part of `more` that one player can have played beside `own`. Each stretch may overlap with those kept by `maxOverlapShare` of
 * its length (0 to 1); of two that conflict, the one that ended first is kept.
 */
export function withoutOverlaps<Played extends Stretch>(
  own: readonly Stretch[],
  more: readonly Played[],
  maxOverlapShare: number,
): Played[] {
  const taken = new OccupiedTime(own)
  return more
    .toSorted((a, b) => a.untilMs - b.untilMs || a.fromMs - b.fromMs)
    .filter((stretch) => {
      const maxMs = maxOverlapShare * (stretch.untilMs - stretch.fromMs)
      if (taken.takenMs(stretch) > maxMs) return false
      taken.add(stretch)
      return true
    })
}
