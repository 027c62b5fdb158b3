import type { EndView } from '../../../domain/battle-view.ts'
import type { StoredEnd } from '../../../web/features/battle/stored-result.ts'

/** A finished session of a guest: what was sent, and what was answered. */
export type Session = {
  readonly token: string
  readonly submissionId: string
  readonly league: string
  readonly score: number
  readonly problemsSolved: number
  readonly correctAnswers: number
  readonly madeAtMs: number
  acknowledgedAtMs: number | null
  /** How often it was tried, and how often the server said that it was counted and not a repeat. */
  tries: number
  counted: number
}

/** What one player knows of one battle. */
export type Seen = {
  readonly battleId: string
  readonly token: string
  answers: number
  /** The highest score that a server has sent. */
  acknowledged: number
  /** Every result from the referee, and the one looked up if the referee had dropped the battle. */
  readonly ends: EndView[]
  stored: StoredEnd | null
}

/** What all players together know: what has to be found again when everything is over. */
export class Ledger {
  readonly sessions: Session[] = []
  readonly #sinceMs = performance.now()
  readonly #seen = new Map<string, Map<string, Seen>>()
  /** What must never be, in words. */
  readonly faults: string[] = []
  longestSilenceMs = 0

  fault(text: string): void {
    this.faults.push(`${((performance.now() - this.#sinceMs) / 1000).toFixed(1)} s: ${text}`)
  }

  /** The player is in that battle, and has seen problems of it. */
  plays(token: string, battleId: string): Seen {
    const known = this.#seen.get(battleId)?.get(token)
    if (known) return known
    for (const other of this.of(token)) {
      if (!isOver(other)) this.fault(`${token} is in ${battleId} and still in ${other.battleId}`)
    }
    const seen: Seen = { battleId, token, answers: 0, acknowledged: 0, ends: [], stored: null }
    const people = this.#seen.get(battleId) ?? new Map<string, Seen>()
    this.#seen.set(battleId, people.set(token, seen))
    this.#own.set(token, [...this.of(token), seen])
    return seen
  }

  readonly #own = new Map<string, readonly Seen[]>()

  of(token: string): readonly Seen[] {
    return this.#own.get(token) ?? []
  }

  battles(): ReadonlyMap<string, ReadonlyMap<string, Seen>> {
    return this.#seen
  }

  answers(): number {
    let sum = 0
    for (const people of this.#seen.values()) for (const { answers } of people.values()) sum += answers
    return sum
  }
}

export function isOver({ ends, stored }: Seen): boolean {
  return ends.length > 0 || stored !== null
}
