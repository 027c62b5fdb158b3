import { sql, type RawBuilder } from 'kysely'
import {
  CELLS_IN_PARENT,
  MAX_PROBLEMS,
  MAX_SCORE,
  MAX_STRETCH,
  SCORES_IN_A_BAND,
  STRETCH_MS,
} from '../../../../domain/ranking.ts'

/** Parameters of the queries: a practice day, its board numbers and its midnight (board-number.ts). */
export type OfDay = { day: string; first: number; last: number; midnightMs: number }

/** A derived table, and the query that recomputes it from the stored sessions. */
export type Recomputed = {
  readonly table: 'daily_score' | 'rank_cell' | 'state_score' | 'state_day'
  /** Columns that identify a row. A wrong value here shows up as one missing and one extra row. */
  readonly keys: readonly string[]
  /** Columns to compare. */
  readonly numbers: readonly string[]
  /** Whether a row of zeros is equivalent to no row. */
  readonly mayBeEmpty: boolean
  recompute(values: OfDay): RawBuilder<unknown>
}

const whole = (number: number): RawBuilder<number> => sql.lit(number)

/** PostgreSQL's sums are numeric, whose division is not integer division. */
const asInteger = (value: RawBuilder<unknown>): RawBuilder<number> => sql`cast(${value} as bigint)`

const within = (value: RawBuilder<unknown>, most: number): RawBuilder<number> =>
  sql`(case when ${value} < 0 then 0 when ${value} > ${whole(most)} then ${whole(most)} else ${value} end)`

/** Players' totals per league, reached when the last session that raised the score was played, or the first if none did. */
const sums = ({ first, last }: OfDay, players = sql`true`): RawBuilder<unknown> => sql`
  select board, guest_id, ${asInteger(sql`sum(score)`)} as score,
    ${asInteger(sql`sum(problems_solved)`)} as problems_solved,
    ${asInteger(sql`sum(correct_answers)`)} as correct_answers, count(*) as sessions,
    coalesce(max(case when score > 0 then played_at_ms end), min(played_at_ms)) as reached_at_ms
  from practice_result where board between ${first} and ${last} and ${players} group by board, guest_id`

/** Leaves out players who are on no public board. */
const shown = sql`guest_id not in (select id from guest where hidden = 1)`

/**
 * Joins what determines the player's state, which sessions do not store: the profile for players whose last active day this is,
 * otherwise the stored state, which is the same in all leagues.
 */
const stateOf = ({ first, last }: OfDay): RawBuilder<unknown> => sql`
  join guest g on g.id = s.guest_id
  left join (
    select guest_id, min(state) as state from daily_score where board between ${first} and ${last} group by guest_id
  ) p on p.guest_id = s.guest_id`

const playsFor = ({ day }: OfDay): RawBuilder<unknown> =>
  sql`case when g.last_active_day = ${day} then g.state else coalesce(p.state, '') end`

/** `rankCells` of domain/ranking.ts in SQL, so that a million players need not fit in memory. */
function cells(values: OfDay): RawBuilder<unknown> {
  const byScore = sql`(${whole(MAX_SCORE)} - ${within(sql`s.score`, MAX_SCORE)})`
  const byProblems = sql`(${byScore} * ${whole(MAX_PROBLEMS + 1)} + ${within(sql`s.problems_solved`, MAX_PROBLEMS)})`
  const sinceMidnight = sql`((s.reached_at_ms - ${asInteger(sql`${values.midnightMs}`)}) / ${whole(STRETCH_MS)})`
  const byStretch = sql`(${byProblems} * ${whole(MAX_STRETCH + 1)} + ${within(sinceMidnight, MAX_STRETCH)})`
  return sql`
    select s.board, l.level, case l.level
      when 0 then ${byScore} / ${whole(SCORES_IN_A_BAND)}
      when 1 then ${byScore}
      when 2 then ${byStretch} / ${whole(CELLS_IN_PARENT[3])}
      else ${byStretch}
    end as cell, count(*) as players
    from (${sums(values, shown)}) s
    cross join (${levels}) l
    group by 1, 2, 3`
}

const levels = sql`
  select 0 as level union all select 1 union all select 2 union all select 3`

/** All tables derived from sessions. */
export const RECOMPUTED: readonly Recomputed[] = [
  {
    table: 'daily_score',
    keys: ['board', 'guest_id', 'state'],
    numbers: ['score', 'problems_solved', 'correct_answers', 'sessions', 'reached_at_ms'],
    mayBeEmpty: false,
    recompute: (values) => sql`
      select s.board, s.guest_id, ${playsFor(values)} as state, s.score, s.problems_solved, s.correct_answers,
        s.sessions, s.reached_at_ms
      from (${sums(values)}) s ${stateOf(values)}`,
  },
  {
    table: 'rank_cell',
    keys: ['board', 'level', 'cell'],
    numbers: ['players'],
    mayBeEmpty: true,
    recompute: cells,
  },
  {
    table: 'state_score',
    keys: ['board', 'state'],
    numbers: ['players', 'problems_solved', 'score', 'top_score'],
    mayBeEmpty: false,
    recompute: (values) => sql`
      select board, state, count(*) as players, sum(problems_solved) as problems_solved, sum(score) as score,
        max(score) as top_score
      from (
        select s.board, ${playsFor(values)} as state, s.problems_solved, s.score
        from (${sums(values, shown)}) s ${stateOf(values)}
      ) played where state <> '' group by board, state`,
  },
  {
    table: 'state_day',
    keys: ['state'],
    numbers: ['players', 'score'],
    mayBeEmpty: false,
    recompute: (values) => sql`
      select state, count(*) as players, sum(score) as score
      from (
        select ${playsFor(values)} as state, s.score
        from (
          select guest_id, sum(score) as score from practice_result
          where board between ${values.first} and ${values.last} and ${shown} group by guest_id
        ) s ${stateOf(values)}
      ) played where state <> '' group by state`,
  },
]
