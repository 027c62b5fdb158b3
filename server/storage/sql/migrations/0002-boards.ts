import type { Migration } from './migration.ts'

/** What the daily boards are read from: kept with every score, so that no board counts players. */
export const boards: Migration = {
  id: 2,
  name: 'boards',
  statements: ({ integer, byKey, sortedText }) => [
    `create index guest_nickname on guest (nickname)`,
    `create index daily_score_rank on daily_score
      (practice_day, league, score desc, problems_solved, reached_at_ms, guest_id, state)`,
    `create table rank_cell (
      practice_day text not null,
      league text not null,
      level ${integer} not null,
      cell ${integer} not null,
      players ${integer} not null,
      primary key (practice_day, league, level, cell)
    )${byKey}`,
    `create table state_score (
      practice_day text not null,
      league text not null,
      state ${sortedText} not null,
      players ${integer} not null,
      problems_solved ${integer} not null,
      score ${integer} not null,
      top_score ${integer} not null,
      primary key (practice_day, league, state)
    )${byKey}`,
    `create table state_day (
      practice_day text not null,
      state ${sortedText} not null,
      players ${integer} not null,
      score ${integer} not null,
      primary key (practice_day, state)
    )${byKey}`,
  ],
}
