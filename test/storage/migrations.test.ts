import { expect, onTestFinished, test } from 'vitest'
import { practiceDayStartMs } from '../../domain/practice-day.ts'
import { MIGRATIONS } from '../../server/storage/sql/migrations/all.ts'
import { letters } from '../../server/storage/sql/migrations/0039-letters.ts'
import type { Database } from '../../server/storage/database.ts'
import type { Migration } from '../../server/storage/sql/migrations/migration.ts'
import { openSqlite } from '../../server/storage/sqlite/sqlite-database.ts'
import { sqlLeaderboardStore } from '../../server/storage/sql/boards/leaderboard-store.ts'
import { sqlPracticeStore } from '../../server/storage/sql/practice/practice-store.ts'
import { fluencyOf, needsHelp } from '../../domain/learning/states.ts'
import { sqlStudentStore } from '../../server/storage/sql/students/student-store.ts'
import { verifyBoards } from '../../server/storage/sql/boards/verify-boards.ts'
import { keepOrMake, practiceResult } from '../factories/guests.ts'
import { rowsOf, withFile } from '../factories/sqlite-file.ts'
import { newAttempt, newSession } from '../factories/student-practice.ts'
import { tempFolder } from '../factories/temp-folder.ts'
import { queryBuilder, statement } from '../../server/storage/sql/statement.ts'
import { ADAPTERS } from './adapters.ts'

const extra: Migration = {
  id: Math.max(...MIGRATIONS.map(({ id }) => id)) + 1,
  name: 'extra',
  statements: ({ integer }) => [
    `create table extra (n ${integer} not null)`,
    'insert into extra (n) values (1)',
  ],
}
const broken: Migration = {
  id: extra.id + 1,
  name: 'broken',
  statements: () => ['create table half (n integer)', 'this is not SQL'],
}

async function start(dataDir: string, migrations?: readonly Migration[]): Promise<void> {
  await openSqlite({ dataDir, ...(migrations && { migrations }) }).close()
}

function applied(dataDir: string): Promise<unknown[]> {
  return rowsOf(dataDir, 'schema_migration').then((rows) => rows.map(({ id, name }) => `${id} ${name}`))
}

test('[STO-1] every migration runs once, in order, and is recorded', async () => {
  const dataDir = tempFolder()
  await start(dataDir)
  await start(dataDir)
  expect(await applied(dataDir)).toEqual(MIGRATIONS.map(({ id, name }) => `${id} ${name}`))
  await start(dataDir, [...MIGRATIONS, extra])
  await start(dataDir, [...MIGRATIONS, extra])
  expect(await applied(dataDir)).toHaveLength(MIGRATIONS.length + 1)
  expect(await rowsOf(dataDir, 'extra')).toHaveLength(1)
})

test('[STO-1] a new migration keeps the stored data', async () => {
  const dataDir = tempFolder()
  const database = openSqlite({ dataDir })
  await sqlPracticeStore(database).record(practiceResult(), keepOrMake)
  await database.close()
  await start(dataDir, [...MIGRATIONS, extra])
  expect(await rowsOf(dataDir, 'practice_result')).toHaveLength(1)
})

test('[STO-1] a failed migration leaves nothing behind and stops startup', async () => {
  const dataDir = tempFolder()
  await start(dataDir)
  await expect(start(dataDir, [...MIGRATIONS, extra, broken])).rejects.toThrow(/cannot be used: near "this"/)
  expect(await applied(dataDir)).toHaveLength(MIGRATIONS.length)
  const tables = await withFile(dataDir, (file) =>
    file.prepare("select name from sqlite_master where name in ('extra', 'half')").all(),
  )
  expect(tables).toEqual([])
})

test('[RUN-16] a database of a newer version stops startup with a sentence', async () => {
  const dataDir = tempFolder()
  await start(dataDir, [...MIGRATIONS, extra])
  await expect(start(dataDir)).rejects.toThrow(
    `tenfold.sqlite cannot be used: it was written by a newer version of Tenfold (step ${extra.id}, extra); run that version or a later one.`,
  )
})

test('[STO-1] migrations are in the order of their unique numbers', () => {
  const ids = MIGRATIONS.map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
})

const DAY = '2026-03-18'
const PLAYED_AT_MS = practiceDayStartMs(DAY) + 3_600_000
const OLD_SESSIONS = [
  { league: 'addition_facts', score: 20 },
  { league: 'mixed_mult_div', score: 45 },
] as const

/** One guest of Ohio with two sessions, as the tables held them when a board was a day and a league. */
function beforeNumbers(): string[] {
  const rows = OLD_SESSIONS.flatMap(({ league, score }) => {
    const board = `'${DAY}', '${league}'`
    return [
      `insert into practice_result values (1, 'of ${league}', '${league}', '${DAY}', ${score}, 10, 9, 1800, 0, ${PLAYED_AT_MS}, ${PLAYED_AT_MS})`,
      `insert into daily_score values (1, ${board}, 'Ohio', ${score}, 10, 9, 1, ${PLAYED_AT_MS})`,
      `insert into state_score values (${board}, 'Ohio', 1, 10, ${score}, ${score})`,
      `insert into rank_cell values (${board}, 2, 7, 1)`,
    ]
  })
  return [
    `insert into guest values (1, 'hash', 'public', 'SwiftFox42', '', 'US', 'Ohio', 0, '${DAY}', 30, 0, 0)`,
    `insert into state_day values ('${DAY}', 'Ohio', 1, 65)`,
    ...rows,
  ]
}

test.each(ADAPTERS)(
  '[STO-1, STO-28] scores stored on $name before boards had numbers stay on their boards',
  async (adapter) => {
    const openAgain = await adapter.place()
    const old = await openAgain(MIGRATIONS.filter(({ id }) => id < 4))
    await old.write(async (transaction) => {
      for (const sql of beforeNumbers()) await transaction.run({ sql, bind: () => [] }, {})
    })
    await old.close()

    const database = await openAgain(MIGRATIONS)
    onTestFinished(() => database.close())
    expect(await verifyBoards(database, DAY, 10)).toMatchObject({ differences: [], sessions: 2 })
    const boards = sqlLeaderboardStore(database)
    for (const { league, score } of OLD_SESSIONS) {
      expect((await boards.dailyStats(DAY, 'hash')).leagues).toContainEqual(
        expect.objectContaining({ league, score, rank: 1, total: 1 }),
      )
      expect(await boards.players(DAY, league, 5)).toMatchObject([{ nickname: 'SwiftFox42', score }])
      expect(await boards.states(DAY, league, 5)).toMatchObject([{ state: 'Ohio', totalScore: score }])
    }
  },
)

/** Stores a session as a version does that knows of no time of its own. */
function sessionBefore(id: string, ago: number, seconds: number): string {
  const startedAtMs = PLAYED_AT_MS - ago * 1000
  return `insert into student_session (student_id, session_id, session_type, target_seconds, total_problems, started_at_ms,
    seconds, last_place, problems, open_misses, open_ms, answered, correct, score, answered_ms, practised_ms)
    values ('zoe', '${id}', 'mix', 3600, 20, ${startedAtMs}, ${seconds}, 0, 1, 0, 0, 1, 1, 5, ${seconds}000, ${seconds}000)`
}

/** A student of the version before, with two sessions that lie over one another and one that goes on. */
function beforeOwnTime(): string[] {
  return [
    `insert into "user" values ('teacher', 'T', 't@school.example', 0, 'teacher', 0, 0), ('zoe', '', 'z', 0, 'student', 0, 0)`,
    `insert into school_class values ('3b', 'teacher', 'class', '3b', 'CODE', 0, null)`,
    `insert into student values ('zoe', '3b', 'Zoe', 'zoe', 'SwiftFox42', 'none', 'digits', 0)`,
    `insert into student_practice values ('zoe', 0)`,
    sessionBefore('one', 4000, 3600),
    sessionBefore('same', 4000, 3600),
    sessionBefore('open', 1000, 100),
  ]
}

test.each(ADAPTERS)(
  '[STO-1, STU-17] sessions stored on $name before they had their own time keep their seconds and continue',
  async (adapter) => {
    const openAgain = await adapter.place()
    const old = await openAgain(MIGRATIONS.filter(({ id }) => id < 10))
    await old.write(async (transaction) => {
      for (const sql of beforeOwnTime()) await transaction.run({ sql, bind: () => [] }, {})
    })
    await old.close()

    const database = await openAgain(MIGRATIONS)
    onTestFinished(() => database.close())
    const store = sqlStudentStore(database)
    const after = async (sessionId: string, ago: number, responseMs: number) => {
      const atMs = PLAYED_AT_MS - ago * 1000
      await store.log('zoe', [newAttempt({ sessionId, atMs, practiceDay: DAY, responseMs })])
      return (await store.find('zoe', sessionId))?.seconds
    }
    for (const sessionId of ['one', 'same']) expect(await after(sessionId, 0, 1000)).toBe(3600)
    expect(await after('open', 500, 400_000)).toBe(500)
    const next = newSession({ studentId: 'zoe', sessionId: 'next', startedAtMs: PLAYED_AT_MS - 300_000 })
    await store.begin({ ...next, targetSeconds: 3600 })
    expect(await after('next', 0, 3_600_000)).toBe(305)
    expect(await after('open', 0, 3_600_000)).toBe(695)
    // A server of the version before goes on until it is updated too.
    const sql = sessionBefore('late', 1000, 100)
    await database.write((transaction) => transaction.run({ sql, bind: () => [] }, {}))
    expect(await after('late', 500, 400_000)).toBe(500)
  },
)

/** A right answer to 7 + 8 so many days ago. */
function attemptBefore(place: number, ago: number): string {
  const atMs = PLAYED_AT_MS - ago * 86_400_000
  return `insert into attempt (student_id, session_id, place, fact, given, correct, attempt, points, response_ms, entry_ms,
      visual_used, at_ms) values ('zoe', 'one', ${place}, 'addition-7-8', 15, 1, 1, 5, 2500, null, 0, ${atMs})`
}

/** A student of a version before the engine: answers of three days to one fact, and of another only what was left of them. */
function beforeMemory(): string[] {
  return [
    ...beforeOwnTime(),
    attemptBefore(0, 9),
    attemptBefore(1, 5),
    attemptBefore(2, 0),
    `insert into fact_fluency (student_id, fact, seen, right_count, recent, first_right_day, last_right_day, state) values
      ('zoe', 'addition-7-8', 3, 3, '620 630 640', '2026-03-01', '2026-03-10', 'fluent'),
      ('zoe', 'addition-9-6', 4, 3, '1500 - 1400 900', '2025-01-05', '2025-01-09', 'known'),
      ('zoe', 'addition-6-7', 5, 1, '- 1200 - -', '2025-01-05', '2025-01-05', 'learning')`,
  ]
}

test.each(ADAPTERS)(
  '[LRN-42, STO-1] logs stored on $name before the engine are folded once, and deleted answers keep their states',
  async (adapter) => {
    const openAgain = await adapter.place()
    const old = await openAgain(MIGRATIONS.filter(({ id }) => id < 10))
    await old.write(async (transaction) => {
      for (const sql of beforeMemory()) await transaction.run({ sql, bind: () => [] }, {})
    })
    await old.close()

    const database = await openAgain(MIGRATIONS)
    onTestFinished(() => database.close())
    const store = sqlStudentStore(database)
    for (let times = 0; times < 2; times += 1) {
      await store.foldAll(new AbortController().signal)
      const { facts } = await store.progress('zoe')
      const states = facts.map(({ factId, fact }) => [
        factId,
        fluencyOf(fact),
        fact.seen,
        fact.right,
        needsHelp(fact),
        fact.best,
      ])
      expect(states.toSorted()).toEqual([
        ['addition-6-7', 'learning', 5, 1, true, 1],
        ['addition-7-8', 'fluent', 3, 3, false, 3],
        ['addition-9-6', 'known', 4, 3, false, 2],
      ])
    }
  },
)

/** The letters of the only student. */
async function lettersIn(database: Database): Promise<string | undefined> {
  const stored = statement<Record<never, never>>()(() =>
    queryBuilder(database.dialect).selectFrom('student_practice').select('letters'),
  )
  return (await database.read((transaction) => transaction.all(stored, {})))[0]?.letters
}

test.each(ADAPTERS)(
  '[DSH-13, STO-1] letters are created from facts stored earlier on $name',
  async (adapter) => {
    const openAgain = await adapter.place()
    const old = await openAgain(MIGRATIONS.filter(({ id }) => id < 10))
    await old.write(async (transaction) => {
      for (const sql of beforeMemory()) await transaction.run({ sql, bind: () => [] }, {})
    })
    await old.close()
    const folded = await openAgain(MIGRATIONS)
    expect(await lettersIn(folded)).toBe('')
    await sqlStudentStore(folded).foldAll(new AbortController().signal)
    const stored = await lettersIn(folded)
    expect(stored?.match(/[^-]+/g)).toHaveLength(3)
    // As if this database had never had them.
    for (const sql of [
      'alter table student_practice drop column letters',
      `delete from schema_migration where id >= ${letters.id}`,
    ])
      await folded.write((transaction) => transaction.run({ sql, bind: () => [] }, {}))
    await folded.close()

    const database = await openAgain(MIGRATIONS.filter(({ id }) => id <= letters.id))
    onTestFinished(() => database.close())
    expect(await lettersIn(database)).toBe(stored)
  },
)
