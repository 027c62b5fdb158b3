import { sql, type Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { DeletedByRetention } from '../../server/ops/retention.ts'
import type { Database, Transaction } from '../../server/storage/database.ts'
import { openPostgres, type PostgresOptions } from '../../server/storage/postgres/postgres-database.ts'
import { sqlGuestStore } from '../../server/storage/sql/practice/guest-store.ts'
import { MIGRATIONS } from '../../server/storage/sql/migrations/all.ts'
import type { Migration } from '../../server/storage/sql/migrations/migration.ts'
import type { Tables } from '../../server/storage/sql/schema.ts'
import { sqlPracticeStore } from '../../server/storage/sql/practice/practice-store.ts'
import { sqlRetentionStore } from '../../server/storage/sql/retention/retention-store.ts'
import { DAY, guestRecord, keepOrMake, newTokenHash, practiceResult } from '../factories/guests.ts'
import { ask, describePostgres, freshDatabase } from '../factories/postgres.ts'

async function opened(options: PostgresOptions): Promise<Database> {
  const database = await openPostgres(options)
  onTestFinished(() => database.close())
  return database
}

/** Two databases as two server processes open them: each with connections of its own. */
async function two(): Promise<{ url: string; both: readonly [Database, Database] }> {
  const url = await freshDatabase()
  return { url, both: [await opened({ url }), await opened({ url })] }
}

const extra: Migration = {
  id: (MIGRATIONS.at(-1)?.id ?? 0) + 1,
  name: 'extra',
  statements: ({ integer }) => [`alter table storage_probe add column extra ${integer}`],
}

const put = (database: Database, id: number, atMs: number) => database.write(({ db }) => insert(db, id, atMs))
const insert = (db: Kysely<Tables>, id: number, atMs: number) =>
  db.insertInto('storage_probe').values({ id, at_ms: atMs }).execute()
const move = (db: Kysely<Tables>, id: number, atMs: number) =>
  db.updateTable('storage_probe').set({ at_ms: atMs }).where('id', '=', id).execute()
const all = ({ db }: Transaction) => db.selectFrom('storage_probe').selectAll().orderBy('id').execute()

describePostgres('several processes on one PostgreSQL', () => {
  test('[STO-21] changes of one guest by two processes are all kept, and see one another', async () => {
    const { both } = await two()
    const stores = both.map(sqlGuestStore)
    const hash = newTokenHash()
    const start = guestRecord()
    await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        stores[index % 2]?.save(hash, (known) => {
          const guest = known ?? start
          return { ...guest, secondsPlayed: guest.secondsPlayed + 1 }
        }),
      ),
    )
    expect(await stores[0]?.find(hash)).toEqual({ ...start, secondsPlayed: 200 })
  })

  test('[STO-21] a new player’s results sent through two processes each count once, for one guest', async () => {
    const { url, both } = await two()
    const stores = both.map((database) => sqlPracticeStore(database))
    for (let round = 0; round < 5; round += 1) {
      const tokenHash = newTokenHash()
      const results = Array.from({ length: 40 }, () => practiceResult({ tokenHash, score: 5 }))
      // Each is sent twice, to one process and to the other.
      const answers = await Promise.all(
        results.flatMap((result) => stores.map((store) => store.record(result, keepOrMake))),
      )
      expect(answers.filter(({ counted }) => counted)).toHaveLength(40)
      expect(Math.max(...answers.map(({ dailyScore }) => dailyScore))).toBe(200)
      const guests = await ask<{ score: number; sessions: number }>(
        url,
        `select score::int, sessions::int from guest join daily_score on guest_id = guest.id
          where token_hash = $1`,
        [tokenHash],
      )
      expect(guests).toEqual([{ score: 200, sessions: 40 }])
    }
  })

  test('[STO-21] a time report sent through two processes is added once', async () => {
    const { both } = await two()
    const stores = both.map(sqlGuestStore)
    const report = { tokenHash: newTokenHash(), submissionId: 'report-0001', practiceDay: DAY }
    const start = guestRecord()
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        stores[index % 2]?.addTime(report, (known) => {
          const guest = known ?? start
          return { ...guest, secondsPlayed: guest.secondsPlayed + 15 }
        }),
      ),
    )
    expect(answers.map((answer) => answer?.secondsPlayed)).toEqual(Array.from({ length: 40 }, () => 15))
  })

  test.each([
    [
      'plays',
      `insert into time_report (guest_id, submission_id, practice_day) select id, 'x', '${DAY}' from guest`,
    ],
    ['returns', `update guest set last_active_day = '${DAY}'`],
  ])('[STO-21] a guest who %s while being deleted stays', async (_what, change) => {
    const { url, both } = await two()
    const hash = newTokenHash()
    const [one, other] = both
    await sqlGuestStore(one).save(hash, () => guestRecord({ lastActiveDay: '2026-03-10' }))
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    let forgetting: Promise<DeletedByRetention> | undefined
    await one.write(async ({ db }) => {
      await sql`select id from guest for update`.execute(db)
      forgetting = sqlRetentionStore(other).deleteDaysBefore(DAY, new AbortController().signal)
      await expect.poll(() => ask(url, waiting)).toHaveLength(1)
      await sql.raw(change).execute(db)
    })
    expect(await forgetting).toMatchObject({ guests: 0, end: 'complete' })
    expect(await sqlGuestStore(one).find(hash)).not.toBeNull()
  })

  test('[STO-21] of two deadlocked writes one gives way, and both complete', async () => {
    const { both } = await two()
    const [one, other] = both
    for (const id of [1, 2]) await put(one, id, 0)
    let runs = 0
    const waits: (() => void)[] = []
    // The first run of each has one row before either asks for the second.
    const crosswise = (database: Database, first: number, second: number) =>
      database.write(async ({ db }) => {
        await move(db, first, first)
        runs += 1
        if (runs === 1) await new Promise<void>((resolve) => waits.push(resolve))
        else for (const resolve of waits.splice(0)) resolve()
        await move(db, second, first)
      })
    await Promise.all([crosswise(one, 1, 2), crosswise(other, 2, 1)])
    // Who gave way may have to do so again, when it is back before the other has noticed.
    expect(runs).toBeGreaterThan(2)
    const rows = await one.read(all)
    // Both rows are of whoever came last.
    expect(new Set(rows.map((row) => row.at_ms)).size).toBe(1)
  })

  test('[STO-21] a job that swallows a database error is not reported as stored', async () => {
    const { both } = await two()
    const [database] = both
    await put(database, 1, 0)
    const swallowing = database.write(async ({ db }) => {
      await insert(db, 2, 0)
      await insert(db, 1, 0).catch(() => undefined)
    })
    await expect(swallowing).rejects.toMatchObject({ code: '23505' })
    expect(await database.read(all)).toHaveLength(1)
  })

  test('[STO-22, OPS-1] ten processes that start at once migrate once, and a newer one migrates later', async () => {
    const url = await freshDatabase('empty')
    await Promise.all(Array.from({ length: 10 }, () => opened({ url })))
    const applied = () => ask(url, 'select id, name from schema_migration order by id')
    expect(await applied()).toEqual(MIGRATIONS.map(({ id, name }) => ({ id, name })))
    await Promise.all(Array.from({ length: 3 }, () => opened({ url, migrations: [...MIGRATIONS, extra] })))
    expect(await applied()).toHaveLength(MIGRATIONS.length + 1)
  })

  test('[STO-22] a process continues while a newer one migrates tables it reads and writes', async () => {
    const url = await freshDatabase()
    const database = await opened({ url })
    const read = () => database.read(all)
    const again = () => database.write(all)
    await put(database, 1, 10)
    // Every connection has prepared the query whose columns will change.
    await Promise.all(Array.from({ length: 30 }, read))
    await opened({ url, migrations: [...MIGRATIONS, extra] })
    for (const rows of await Promise.all([...Array.from({ length: 30 }, read), again(), again()])) {
      expect(rows).toMatchObject([{ id: 1, at_ms: 10 }])
    }
  })

  test('[STO-22] a failed migration leaves nothing behind and stops startup', async () => {
    const url = await freshDatabase()
    const broken = { id: extra.id + 1, name: 'broken', statements: () => ['this is not SQL'] }
    await expect(openPostgres({ url, migrations: [...MIGRATIONS, extra, broken] })).rejects.toThrow(
      /^DATABASE_URL, .*, cannot be used: syntax error at or near "this"\.$/,
    )
    expect(await ask(url, 'select id from schema_migration')).toHaveLength(MIGRATIONS.length)
    expect(await ask(url, `select from pg_attribute where attname = 'extra'`)).toEqual([])
  })

  test('[STO-22] a database of a newer version stops startup with a sentence', async () => {
    const url = await freshDatabase()
    await opened({ url, migrations: [...MIGRATIONS, extra] })
    await expect(openPostgres({ url })).rejects.toThrow(
      `it was written by a newer version of Tenfold (step ${extra.id}, extra); run that version or a later one.`,
    )
  })
})
