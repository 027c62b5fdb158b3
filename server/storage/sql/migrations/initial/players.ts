import type { ColumnTypes } from '../migration.ts'

/** Players (guests and students), their practice in leagues, and the sums from which boards are read. */
export const playerTables = ({ rowId, integer, sortedText, byKey, fullAt }: ColumnTypes): string[] => [
  `create table guest (
    id ${rowId}, token_hash text not null unique, public_id text not null, nickname text not null,
    location text not null, country text not null, state text not null,
    profile_at_ms ${integer} not null, last_active_day text not null,
    seconds_played ${integer} not null, pace_full_at_ms ${integer} not null,
    created_at_ms ${integer} not null, student_id ${sortedText} references student (user_id),
    merged_at_ms ${integer}, address_key text not null default '', hidden ${integer} not null default 0
  )`,
  `create index guest_last_active_day on guest (last_active_day)`,
  `create index guest_merged on guest (merged_at_ms) where merged_at_ms is not null`,
  `create index guest_nickname on guest (nickname)`,
  `create index guest_student on guest (student_id) where student_id is not null`,
  ...fullAt('guest', 85),
  `create table guest_merge (
    guest_id ${integer} primary key references guest (id), sessions ${integer} not null,
    points ${integer} not null, battles ${integer} not null, device text not null
  )${byKey}`,
  `create table forgotten_player (
    mark ${sortedText} primary key, forgotten_at_ms ${integer} not null
  )${byKey}`,
  `create index forgotten_player_age on forgotten_player (forgotten_at_ms)`,
  `create table removal (
    id ${rowId}, at_ms ${integer} not null, operator text not null, criteria text not null,
    guests ${integer} not null, sessions ${integer} not null, battles ${integer} not null
  )`,
  `create table practice_result (
    guest_id ${integer} not null references guest (id), submission_id text not null,
    board ${integer} not null, score ${integer} not null, problems_solved ${integer} not null,
    correct_answers ${integer} not null, average_time_ms ${integer} not null,
    speed_bonus ${integer} not null, played_at_ms ${integer} not null, stored_at_ms ${integer} not null,
    primary key (guest_id, submission_id)
  )${byKey}`,
  `create table time_report (
    guest_id ${integer} not null references guest (id), submission_id text not null,
    practice_day text not null,
    primary key (guest_id, submission_id)
  )${byKey}`,
  `create index time_report_day on time_report (practice_day)`,
  `create table daily_score (
    guest_id ${integer} not null references guest (id), board ${integer} not null, state text not null,
    score ${integer} not null, problems_solved ${integer} not null, correct_answers ${integer} not null,
    sessions ${integer} not null, reached_at_ms ${integer} not null, hidden ${integer} not null default 0,
    primary key (guest_id, board)
  )${byKey}`,
  `create index daily_score_rank
    on daily_score (board, hidden, score desc, problems_solved, reached_at_ms, guest_id, state)`,
  `create table score_count (
    board ${integer} not null, points ${integer} not null, players ${integer} not null,
    primary key (board, points)
  )${byKey}`,
  ...fullAt('score_count', 50),
  `create table state_score (
    board ${integer} not null, state ${sortedText} not null, players ${integer} not null,
    problems_solved ${integer} not null, score ${integer} not null, top_score ${integer} not null,
    primary key (board, state)
  )${byKey}`,
  ...fullAt('state_score', 50),
  `create table state_day (
    practice_day text not null, state ${sortedText} not null, players ${integer} not null,
    score ${integer} not null,
    primary key (practice_day, state)
  )${byKey}`,
  ...fullAt('state_day', 50),
]
