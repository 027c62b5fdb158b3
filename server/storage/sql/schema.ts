import type { Generated } from 'kysely'

/** A guest. The token is only here as its SHA-256, so that a stolen file opens nobody's session. */
export type GuestTable = {
  id: Generated<number>
  token_hash: string
  public_id: string
  nickname: string
  location: string
  country: string
  state: string
  /** When name and place were last set, so that an older kept write does not undo a newer one. */
  profile_at_ms: number
  last_active_day: string
  /** Seconds played on `last_active_day`. */
  seconds_played: number
  /** The pace rule's only memory (domain/pace.ts). */
  pace_full_at_ms: number
  created_at_ms: number
}

/** Every stored practice session; who sent none has an id of its own. A repeat of a submission meets its key. */
export type PracticeResultTable = {
  guest_id: number
  submission_id: string
  league: string
  practice_day: string
  score: number
  problems_solved: number
  correct_answers: number
  average_time_ms: number
  speed_bonus: number
  played_at_ms: number
  stored_at_ms: number
}

/** The sums of a guest's sessions in a league on a practice day. */
export type DailyScoreTable = {
  guest_id: number
  practice_day: string
  league: string
  /** The state the guest plays for on that day, the same in all leagues; empty for none. */
  state: string
  score: number
  problems_solved: number
  correct_answers: number
  sessions: number
  /**
   * When the last session that raised the score was played, or, while none has, the first session: of two equal ones the
   * earlier is the better.
   */
  reached_at_ms: number
}

/**
 * How many players of a league's day stand in a cell (domain/ranking.ts; `level` 0 to 2). A rank is a sum over a few short
 * ranges of cells. A cell that has emptied stays, with 0 players.
 */
export type RankCellTable = {
  practice_day: string
  league: string
  level: number
  cell: number
  players: number
}

/** A state's sums in a league on a practice day. */
export type StateScoreTable = {
  practice_day: string
  league: string
  state: string
  players: number
  problems_solved: number
  score: number
  /** The best single player's sum. */
  top_score: number
}

/** A state's sums over all leagues of a practice day. */
export type StateDayTable = {
  practice_day: string
  state: string
  players: number
  score: number
}

/** Time reports that carried a submission id, so that a repeat adds nothing. */
export type TimeReportTable = {
  guest_id: number
  submission_id: string
  practice_day: string
}

/** A finished battle that at least one known guest played in. */
export type BattleTable = {
  battle_id: string
  division: string
  preference: string
  started_at_ms: number
  ended_at_ms: number
  /** The day on which it ended: with it the battle is forgotten. */
  practice_day: string
  /** How many played; it stays when one of them is removed. */
  players: number
}

/** How one person or bot came out of a battle. Division and end stand here as well, so that a guest's battles lie in order. */
export type BattlePlayerTable = {
  battle_id: string
  /** Position in the order of rank, from 0. */
  place: number
  /** Null for a bot. */
  guest_id: number | null
  bot_id: string | null
  division: string
  ended_at_ms: number
  score: number
  problems_answered: number
  response_time_ms: number
  player_rank: number
  /** 0 or 1, as the next. */
  is_winner: number
  has_left: number
}

/** What a guest's kept battles come to, in each division and over both (battle-tally.ts). */
export type BattleTotalTable = {
  guest_id: number
  scope: string
  battles: number
  wins: number
  current_streak: number
  best_streak: number
  top_score: number
  /** When the last battle that changed wins, current streak or top score ended; the first battle always does. */
  reached_at_ms: number
  /** The newest battle that is counted here. */
  last_ended_at_ms: number
  last_battle_id: string
}

/** One row that a readiness check writes, to know that writing works. */
export type StorageProbeTable = { id: number; at_ms: number }

export type Tables = {
  guest: GuestTable
  practice_result: PracticeResultTable
  daily_score: DailyScoreTable
  rank_cell: RankCellTable
  state_score: StateScoreTable
  state_day: StateDayTable
  time_report: TimeReportTable
  battle: BattleTable
  battle_player: BattlePlayerTable
  battle_total: BattleTotalTable
  storage_probe: StorageProbeTable
}
