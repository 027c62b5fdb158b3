import type { MergeRules } from '../../domain/merge-rules.ts'
import type { MergedGuest } from '../../server/guest/port.ts'

type Known = { readonly playerHash: string; readonly mergedAtMs: number; readonly merged: MergedGuest }

const NOTHING: MergedGuest = { sessions: 0, points: 0, battles: 0 }

/** Which guests have become part of which student, and what each student was told of it. */
export class MergedGuests {
  readonly #known = new Map<string, Known>()

  isMerged(guestHash: string): boolean {
    return this.#known.has(guestHash)
  }

  /** Under which token hash what comes in this one's name counts. */
  playerOf(hash: string): string {
    return this.#known.get(hash)?.playerHash ?? hash
  }

  /** What a student is told who brings this guest: of one who was brought before, what was told then, or nothing. */
  sayOr(guestHash: string, playerHash: string, nowMs: number, merge: () => MergedGuest): MergedGuest {
    const known = this.#known.get(guestHash)
    if (known) return known.playerHash === playerHash ? known.merged : NOTHING
    const merged = merge()
    this.#known.set(guestHash, { playerHash, mergedAtMs: nowMs, merged })
    return merged
  }

  forget(isGone: (playerHash: string, mergedAtMs: number) => boolean): void {
    for (const [hash, { playerHash, mergedAtMs }] of this.#known) {
      if (isGone(playerHash, mergedAtMs)) this.#known.delete(hash)
    }
  }
}

/** Histories in which guests have played wherever they like. */
export const TAKE_ALL: MergeRules = {
  guestsOfDevice: Number.POSITIVE_INFINITY,
  guestsOfDay: Number.POSITIVE_INFINITY,
  mostTaken: 1,
  lateMs: Number.POSITIVE_INFINITY,
}
