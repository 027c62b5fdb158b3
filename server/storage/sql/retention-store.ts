import type { Forgotten, RetentionStore } from '../../operations/retention.ts'
import type { Database } from '../database.ts'
import type { Dialect } from '../dialect.ts'
import { BattleRows, MOST_BATTLES_IN_PORTION } from './battle-rows.ts'
import { jsonRows, toJson } from './json-rows.ts'
import { queryBuilder, statement, type Statement } from './statement.ts'

type Before = { day: string }

/** Rows of one portion: a few milliseconds of work, so that nobody's write waits long behind it. */
export const MOST_IN_PORTION = 500

/** What the boards are read from. */
function boardPortions(dialect: Dialect) {
  const db = queryBuilder(dialect)
  return {
    cells: statement<Before>()(({ day }) =>
      db
        .deleteFrom('rank_cell')
        .where(({ eb, refTuple, selectFrom }) =>
          eb(
            refTuple('practice_day', 'league', 'level', 'cell'),
            'in',
            selectFrom('rank_cell as old')
              .select(['old.practice_day', 'old.league', 'old.level', 'old.cell'])
              .where('old.practice_day', '<', day)
              .limit(MOST_IN_PORTION)
              .$asTuple('practice_day', 'league', 'level', 'cell'),
          ),
        ),
    ),
    stateScores: statement<Before>()(({ day }) =>
      db
        .deleteFrom('state_score')
        .where(({ eb, refTuple, selectFrom }) =>
          eb(
            refTuple('practice_day', 'league', 'state'),
            'in',
            selectFrom('state_score as old')
              .select(['old.practice_day', 'old.league', 'old.state'])
              .where('old.practice_day', '<', day)
              .limit(MOST_IN_PORTION)
              .$asTuple('practice_day', 'league', 'state'),
          ),
        ),
    ),
    stateDays: statement<Before>()(({ day }) =>
      db
        .deleteFrom('state_day')
        .where(({ eb, refTuple, selectFrom }) =>
          eb(
            refTuple('practice_day', 'state'),
            'in',
            selectFrom('state_day as old')
              .select(['old.practice_day', 'old.state'])
              .where('old.practice_day', '<', day)
              .limit(MOST_IN_PORTION)
              .$asTuple('practice_day', 'state'),
          ),
        ),
    ),
  }
}

/** The sums of players' days, and the sessions they are made of. */
function dayPortions(dialect: Dialect) {
  const db = queryBuilder(dialect)
  const columns = { guest_id: 'integer', practice_day: 'text', league: 'text' } as const
  return {
    find: statement<Before>()(({ day }) =>
      db
        .selectFrom('daily_score')
        .select(['guest_id', 'practice_day', 'league'])
        .where('practice_day', '<', day)
        .limit(MOST_IN_PORTION),
    ),
    sums: statement<{ rows: string }>()(({ rows }) =>
      db.deleteFrom('daily_score').where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('guest_id', 'practice_day', 'league'),
          'in',
          selectFrom(jsonRows(dialect, rows, columns))
            .select(['sent.guest_id', 'sent.practice_day', 'sent.league'])
            .$asTuple('guest_id', 'practice_day', 'league'),
        ),
      ),
    ),
    // By the player first, because that is how sessions lie.
    sessions: statement<{ rows: string }>()(({ rows }) =>
      db
        .deleteFrom('practice_result')
        .where('guest_id', 'in', ({ selectFrom }) =>
          selectFrom(jsonRows(dialect, rows, columns)).select('sent.guest_id'),
        )
        .where(({ eb, refTuple, selectFrom }) =>
          eb(
            refTuple('guest_id', 'practice_day', 'league'),
            'in',
            selectFrom(jsonRows(dialect, rows, columns))
              .select(['sent.guest_id', 'sent.practice_day', 'sent.league'])
              .$asTuple('guest_id', 'practice_day', 'league'),
          ),
        ),
    ),
  }
}

/** What guests have sent besides, and the guests. */
function guestPortions(dialect: Dialect) {
  const db = queryBuilder(dialect)
  return {
    reports: statement<Before>()(({ day }) =>
      db
        .deleteFrom('time_report')
        .where(({ eb, refTuple, selectFrom }) =>
          eb(
            refTuple('guest_id', 'submission_id'),
            'in',
            selectFrom('time_report as old')
              .select(['old.guest_id', 'old.submission_id'])
              .where('old.practice_day', '<', day)
              .limit(MOST_IN_PORTION)
              .$asTuple('guest_id', 'submission_id'),
          ),
        ),
    ),
    // A guest stays while anything points to it: a kept write of an old day may arrive between two portions, and
    // rows may be of later days than the guest's own after the server's clock was set back. The day stands outside as
    // well, because that is where an engine with several writers looks again at a guest who has just come back.
    guests: statement<Before>()(({ day }) =>
      db
        .deleteFrom('guest')
        .where('last_active_day', '<', day)
        .where('id', 'in', ({ selectFrom }) =>
          selectFrom('guest as old')
            .select('old.id')
            .where('old.last_active_day', '<', day)
            .where(({ and, not, exists, selectFrom: rowsOf }) =>
              and([
                not(
                  exists(rowsOf('daily_score as s').select('s.score').whereRef('s.guest_id', '=', 'old.id')),
                ),
                not(
                  exists(
                    rowsOf('practice_result as r').select('r.league').whereRef('r.guest_id', '=', 'old.id'),
                  ),
                ),
                not(
                  exists(
                    rowsOf('time_report as t')
                      .select('t.submission_id')
                      .whereRef('t.guest_id', '=', 'old.id'),
                  ),
                ),
                not(
                  exists(
                    rowsOf('battle_player as b').select('b.place').whereRef('b.guest_id', '=', 'old.id'),
                  ),
                ),
              ]),
            )
            .limit(MOST_IN_PORTION),
        ),
    ),
  }
}

/** Forgetting guest data in a SQL database: portion by portion, each a write among everybody else's. */
export function sqlRetentionStore(database: Database): RetentionStore {
  const boards = boardPortions(database.dialect)
  const days = dayPortions(database.dialect)
  const sent = guestPortions(database.dialect)
  const battles = new BattleRows(database.dialect)

  /** Runs a deletion until it finds nothing more, or until it is to stop; the number of rows deleted. */
  const inPortions = async (
    portion: Statement<Before, unknown>,
    day: string,
    signal: AbortSignal,
  ): Promise<number> => {
    let deleted = 0
    while (!signal.aborted) {
      const rows = await database.write((transaction) => transaction.run(portion, { day }))
      deleted += rows
      if (rows < MOST_IN_PORTION) break
    }
    return deleted
  }

  /** Forgets sums together with the sessions they are made of, so that neither is ever there without the other. */
  const forgetDays = async (day: string, signal: AbortSignal): Promise<number> => {
    let deleted = 0
    while (!signal.aborted) {
      const { found, sessions } = await database.write(async (transaction) => {
        const keys = await transaction.all(days.find, { day })
        const rows = toJson(keys)
        await transaction.run(days.sums, { rows })
        return { found: keys.length, sessions: await transaction.run(days.sessions, { rows }) }
      })
      deleted += sessions
      if (found < MOST_IN_PORTION) break
    }
    return deleted
  }

  const forgetBattles = async (day: string, signal: AbortSignal): Promise<number> => {
    let deleted = 0
    while (!signal.aborted) {
      const forgotten = await database.write((transaction) => battles.forgetPortion(transaction, day))
      deleted += forgotten
      if (forgotten < MOST_BATTLES_IN_PORTION) break
    }
    return deleted
  }

  return {
    forgetBefore: async (day, signal): Promise<Forgotten> => {
      // What was counted of the sums goes after them: a player with a sum is then always counted, and no cell falls
      // below nobody.
      const results = await forgetDays(day, signal)
      for (const portion of [boards.cells, boards.stateScores, boards.stateDays]) {
        await inPortions(portion, day, signal)
      }
      const played = await forgetBattles(day, signal)
      const reports = await inPortions(sent.reports, day, signal)
      const guests = await inPortions(sent.guests, day, signal)
      const counts = { guests, results, battles: played, reports }
      if (signal.aborted) return { ...counts, end: 'stopped' }
      return { ...counts, end: (await database.scrub()) ? 'complete' : 'journal_in_use' }
    },
  }
}
