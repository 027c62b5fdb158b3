import type { Division } from '../../../../domain/division.ts'
import type { BattleTotalTable } from '../schema.ts'

/** A division's board, or both divisions together. */
export type Scope = Division | 'both'

/** What a battle adds to the totals of one of its people. */
type CountedBattle = {
  readonly battle_id: string
  readonly division: string
  readonly ended_at_ms: number
  readonly score: number
  readonly player_rank: number
  /** 0 or 1, as the next one. */
  readonly is_winner: number
  readonly has_left: number
  readonly set_aside: number
}

export type TotalRow = Readonly<BattleTotalTable>

/**
 * Adds battles to the totals of guests. Streaks are of consecutive battles in the order of their ends, then ids: a battle
 * older than one that is counted cannot be added, and its guest's totals must be made anew from all battles.
 */
export class BattleTally {
  readonly #totals = new Map<string, TotalRow>()
  readonly #changed = new Set<string>()
  /** Guests of whom a battle came out of order. */
  readonly late = new Set<number>()

  /** `known` is every total of each guest that will be added to. */
  constructor(known: readonly TotalRow[]) {
    for (const row of known) this.#totals.set(keyOf(row.guest_id, row.scope as Scope), row)
  }

  add(guestId: number, battle: CountedBattle): void {
    for (const scope of [battle.division as Division, 'both'] as const) {
      const key = keyOf(guestId, scope)
      const before = this.#totals.get(key)
      if (before && !isAfter(battle, before)) {
        this.late.add(guestId)
        continue
      }
      this.#totals.set(key, totalWith(before ?? nothingYet(guestId, scope), battle))
      this.#changed.add(key)
    }
  }

  /** The totals that were added to, but for those that must be made anew. */
  rows(): TotalRow[] {
    const rows = [...this.#changed].flatMap((key) => this.#totals.get(key) ?? [])
    return rows.filter(({ guest_id: guestId }) => !this.late.has(guestId))
  }
}

function keyOf(guestId: number, scope: Scope): string {
  return `${guestId} ${scope}`
}

function isAfter(battle: CountedBattle, { last_ended_at_ms: lastMs, last_battle_id: lastId }: TotalRow) {
  return battle.ended_at_ms > lastMs || (battle.ended_at_ms === lastMs && battle.battle_id > lastId)
}

function nothingYet(guestId: number, scope: Scope): TotalRow {
  return {
    guest_id: guestId,
    scope,
    battles: 0,
    wins: 0,
    current_streak: 0,
    best_streak: 0,
    top_score: 0,
    reached_at_ms: 0,
    last_ended_at_ms: 0,
    last_battle_id: '',
  }
}

/**
 * A win makes a streak longer. First place with points that is no win, because players ended the battle before its time
 * (BAT-76), is nothing lost and leaves it; everything else ends it.
 */
function streakWith(streak: number, battle: CountedBattle): number {
  if (battle.is_winner === 1) return streak + 1
  const isFirst = battle.player_rank === 1 && battle.score > 0 && battle.has_left === 0
  return isFirst ? streak : 0
}

/** One that is set aside was played, and counts for nothing else. */
function totalWith(before: TotalRow, battle: CountedBattle): TotalRow {
  const played = {
    ...before,
    battles: before.battles + 1,
    reached_at_ms: before.battles === 0 ? battle.ended_at_ms : before.reached_at_ms,
    last_ended_at_ms: battle.ended_at_ms,
    last_battle_id: battle.battle_id,
  }
  if (battle.set_aside === 1) return played
  const streak = streakWith(before.current_streak, battle)
  const topScore = Math.max(before.top_score, battle.score)
  // A win changes the number of wins, and the streak with it.
  const stands = before.battles > 0 && streak === before.current_streak && topScore === before.top_score
  return {
    ...played,
    wins: before.wins + battle.is_winner,
    current_streak: streak,
    best_streak: Math.max(before.best_streak, streak),
    top_score: topScore,
    reached_at_ms: stands ? before.reached_at_ms : battle.ended_at_ms,
  }
}
