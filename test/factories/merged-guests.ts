import type { MergeRules } from '../../domain/merge-rules.ts'
import type { MergedGuest } from '../../server/guest/port.ts'

type Known = { readonly playerHash: string; readonly mergedAtMs: number; readonly merged: MergedGuest }

const NOTHING: MergedGuest = { sessions: 0, points: 0, battles: 0 }

/** Which guests were merged into which student, and the response to each student. */
export class MergedGuests {
  readonly #known = new Map<string, Known>()

  isMerged(guestHash: string): boolean {
    return this.#known.has(guestHash)
  }

  /**
   * The response to a student who merges this guest: for one merged before, the same as then, or nothing. `merge` gives null for
   * an unknown guest, of whom nothing is kept.
   */
  sayOr(guestHash: string, playerHash: string, nowMs: number, merge: () => MergedGuest | null): MergedGuest {
    const known = this.#known.get(guestHash)
    if (known) return known.playerHash === playerHash ? known.merged : NOTHING
    const merged = merge()
    if (merged === null) return NOTHING
    this.#known.set(guestHash, { playerHash, mergedAtMs: nowMs, merged })
    return merged
  }

  forgetBefore(ms: number): void {
    for (const [hash, { mergedAtMs }] of this.#known) if (mergedAtMs < ms) this.#known.delete(hash)
  }
}

/** Histories in which guests have played wherever they like. */
export const TAKE_ALL: MergeRules = {
  guestsOfDevice: Number.POSITIVE_INFINITY,
  guestsOfDay: Number.POSITIVE_INFINITY,
}
