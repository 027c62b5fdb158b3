import type { Migration } from './migration.ts'

/** Guests, their sessions, daily sums and time reports, and the row that a readiness check writes. */
export const guestPractice: Migration = {
  id: 1,
  name: 'guest-practice',
  statements: ({ rowId, integer, byKey }) => [
    `create table guest (
      id ${rowId},
      token_hash text not null unique,
      -- Not unique by an index: 62 letters and digits, 16 of them, by lot; only an operator looks one up, now and then.
      public_id text not null,
      nickname text not null,
      location text not null,
      country text not null,
      state text not null,
      profile_at_ms ${integer} not null,
      last_active_day text not null,
      seconds_played ${integer} not null,
      pace_full_at_ms ${integer} not null,
      created_at_ms ${integer} not null
    )`,
    `create index guest_last_active_day on guest (last_active_day)`,
    // Sessions and sums lie in the order of their players: whatever one player's score touches lies together.
    `create table practice_result (
      guest_id ${integer} not null references guest (id),
      submission_id text not null,
      league text not null,
      practice_day text not null,
      score ${integer} not null,
      problems_solved ${integer} not null,
      correct_answers ${integer} not null,
      average_time_ms ${integer} not null,
      speed_bonus ${integer} not null,
      played_at_ms ${integer} not null,
      stored_at_ms ${integer} not null,
      primary key (guest_id, submission_id)
    )${byKey}`,
    `create table daily_score (
      guest_id ${integer} not null references guest (id),
      practice_day text not null,
      league text not null,
      state text not null,
      score ${integer} not null,
      problems_solved ${integer} not null,
      correct_answers ${integer} not null,
      sessions ${integer} not null,
      reached_at_ms ${integer} not null,
      primary key (guest_id, practice_day, league)
    )${byKey}`,
    `create table time_report (
      guest_id ${integer} not null references guest (id),
      submission_id text not null,
      practice_day text not null,
      primary key (guest_id, submission_id)
    )${byKey}`,
    `create index time_report_day on time_report (practice_day)`,
    `create table storage_probe (id integer primary key, at_ms ${integer} not null)`,
  ],
}
