import type { Migration } from './migration.ts'

/** What board-number.ts makes of a day and a league. */
const BOARD = `cast(replace(practice_day, '-', '') as bigint) * 100 + case league
  when 'addition_facts' then 1 when 'subtraction_facts' then 2 when 'mixed_add_sub' then 3
  when 'multiplication_facts' then 4 when 'division_facts' then 5 when 'mixed_mult_div' then 6 end`

/** A table is made anew with the rows of the one it replaces. */
function remade(table: string, columns: readonly string[], definition: string): string[] {
  const names = columns.join(', ')
  const values = columns.map((name) => (name === 'board' ? BOARD : name)).join(', ')
  return [
    `create table ${table}_by_number ${definition}`,
    `insert into ${table}_by_number (${names}) select ${values} from ${table}`,
    `drop table ${table}`,
    `alter table ${table}_by_number rename to ${table}`,
  ]
}

/** 2^20 - 1 less the score is the cell of the middle level; 64 of them are a band. */
const BY_SCORE = `(1048575 - (case when score < 0 then 0 when score > 1048575 then 1048575 else score end))`
const PROBLEMS = `(case when problems_solved > 262143 then 262143 else problems_solved end)`

/** In sixteenths of an hour since the midnight of the board's day. */
const stretch = (midnightMs: Midnight): string => {
  const since = `((reached_at_ms - ${midnightMs('(board / 100)')}) / 225000)`
  return `(case when ${since} < 0 then 0 when ${since} > 1023 then 1023 else ${since} end)`
}

type Midnight = (digits: string) => string

const byStretch = (midnightMs: Midnight): string =>
  `((${BY_SCORE} * 262144 + ${PROBLEMS}) * 1024 + ${stretch(midnightMs)})`

const CELLS = [
  () => `${BY_SCORE} / 64`,
  () => BY_SCORE,
  (midnightMs: Midnight) => `${byStretch(midnightMs)} / 16`,
  byStretch,
]

const COUNTED = ['score', 'problems_solved', 'correct_answers']

/** A board is one number and no longer two texts, in everything that a score touches. */
export const boardNumbers: Migration = {
  id: 4,
  name: 'board-numbers',
  statements: ({ integer, sortedText, byKey, midnightMs }) => [
    ...remade(
      'practice_result',
      ['guest_id', 'submission_id', 'board', ...COUNTED].concat([
        'average_time_ms',
        'speed_bonus',
        'played_at_ms',
        'stored_at_ms',
      ]),
      `(
      guest_id ${integer} not null references guest (id),
      submission_id text not null,
      board ${integer} not null,
      score ${integer} not null,
      problems_solved ${integer} not null,
      correct_answers ${integer} not null,
      average_time_ms ${integer} not null,
      speed_bonus ${integer} not null,
      played_at_ms ${integer} not null,
      stored_at_ms ${integer} not null,
      primary key (guest_id, submission_id)
    )${byKey}`,
    ),
    ...remade(
      'daily_score',
      ['guest_id', 'board', 'state', ...COUNTED, 'sessions', 'reached_at_ms'],
      `(
      guest_id ${integer} not null references guest (id),
      board ${integer} not null,
      state text not null,
      score ${integer} not null,
      problems_solved ${integer} not null,
      correct_answers ${integer} not null,
      sessions ${integer} not null,
      reached_at_ms ${integer} not null,
      primary key (guest_id, board)
    )${byKey}`,
    ),
    `create index daily_score_rank on daily_score
      (board, score desc, problems_solved, reached_at_ms, guest_id, state)`,
    `drop table rank_cell`,
    `create table rank_cell (
      board ${integer} not null,
      level ${integer} not null,
      cell ${integer} not null,
      players ${integer} not null,
      primary key (board, level, cell)
    )${byKey}`,
    // The stretches of a day are numbered anew as well, and shorter: everybody is counted again (domain/ranking.ts).
    ...CELLS.map(
      (cell, level) => `insert into rank_cell (board, level, cell, players)
        select board, ${level}, ${cell(midnightMs)}, count(*) from daily_score group by 1, 3`,
    ),
    ...remade(
      'state_score',
      ['board', 'state', 'players', 'problems_solved', 'score', 'top_score'],
      `(
      board ${integer} not null,
      state ${sortedText} not null,
      players ${integer} not null,
      problems_solved ${integer} not null,
      score ${integer} not null,
      top_score ${integer} not null,
      primary key (board, state)
    )${byKey}`,
    ),
  ],
}
