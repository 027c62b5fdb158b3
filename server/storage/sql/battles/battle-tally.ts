import type { Division } from '../../../../domain/division.ts'
import type { BattleTotalTable } from '../schema.ts'

/** What totals cover: one division or both. */
export type Scope = Division | 'both'

/** A player's result in a battle, as far as it affects totals. */
type CountedBattle = {
  readonly battle_id: string
  readonly division: string
  readonly ended_at_ms: number
  readonly score: number
  readonly player_rank: number
  /** 0 or 1, as are the next two. */
  readonly is_winner: number
  readonly has_left: number
  readonly set_aside: number
}

export type TotalRow = Readonly<BattleTotalTable>

/**
 * Adds battles to players' totals. Streaks follow the order of ends, then ids, so a battle older than one already counted cannot
 * be added: that player's totals must be recomputed from all battles.
 */
export class BattleTally {
  readonly #totals = new Map<string, TotalRow>()
  readonly #changed = new Set<string>()
  /** Players with a battle out of order. */
  readonly outOfOrder = new Set<number>()

  /** `known` must include all totals of each player that will be added to. */
  constructor(known: readonly TotalRow[]) {
    for (const row of known) this.#totals.set(keyOf(row.guest_id, row.scope as Scope), row)
  }

  add(guestId: number, battle: CountedBattle): void {
    for (const scope of [battle.division as Division, 'both'] as const) {
      const key = keyOf(guestId, scope)
      const before = this.#totals.get(key)
      if (before && !isAfter(battle, before)) {
        this.outOfOrder.add(guestId)
        continue
      }
      this.#totals.set(key, totalWith(before ?? nothingYet(guestId, scope), battle))
      this.#changed.add(key)
    }
  }

  /** The changed totals, without those that must be recomputed. */
  rows(): TotalRow[] {
    const rows = [...this.#changed].flatMap((key) => this.#totals.get(key) ?? [])
    return rows.filter(({ guest_id: guestId }) => !this.outOfOrder.has(guestId))
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
 * A win extends the streak. First place with points but without a win, because the players ended the battle early (BAT-76),
 * leaves it unchanged. Anything else ends it.
 */
function streakWith(streak: number, battle: CountedBattle): number {
  if (battle.is_winner === 1) return streak + 1
  const isFirst = battle.player_rank === 1 && battle.score > 0 && battle.has_left === 0
  return isFirst ? streak : 0
}

/** A battle that is set aside counts as played but changes nothing else. */
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
  // A changed number of wins always changes the streak too.
  const isUnchanged = before.battles > 0 && streak === before.current_streak && topScore === before.top_score
  return {
    ...played,
    wins: before.wins + battle.is_winner,
    current_streak: streak,
    best_streak: Math.max(before.best_streak, streak),
    top_score: topScore,
    reached_at_ms: isUnchanged ? before.reached_at_ms : battle.ended_at_ms,
  }
}
