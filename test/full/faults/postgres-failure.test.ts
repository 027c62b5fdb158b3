import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { StorageUnavailable } from '../../../server/http/errors.ts'
import type { Database } from '../../../server/storage/database.ts'
import { openPostgres } from '../../../server/storage/postgres/postgres-database.ts'
import { sqlGuestStore } from '../../../server/storage/sql/practice/guest-store.ts'
import { sqlPracticeStore } from '../../../server/storage/sql/practice/practice-store.ts'
import { sqlRetentionStore } from '../../../server/storage/sql/retention/retention-store.ts'
import { guestRecord, keepOrMake, newTokenHash, practiceResult } from '../../factories/guests.ts'
import { deferred } from '../../factories/deferred.ts'
import { describeUnless } from '../../factories/describe-unless.ts'
import { ask, describePostgres, freshDatabase } from '../../factories/postgres.ts'
import { OWN_PASSWORD, ownServer, postgresPrograms, type OwnServer } from '../../factories/postgres-server.ts'
import { listener, sentenceOf } from '../../factories/unusable-postgres.ts'

type Opened = {
  readonly database: Database
  /** What it said of itself, in order. */ readonly notices: string[]
}

async function opened(url: string, statementMs?: number): Promise<Opened> {
  const notices: string[] = []
  const database = await openPostgres({
    url,
    ...(statementMs !== undefined && { statementMs }),
    onUnavailable: () => notices.push('away'),
    onBack: () => notices.push('back'),
  })
  onTestFinished(() => database.close())
  return { database, notices }
}

/** No measure of speed: only what hangs is to take so long. */
const PATIENT = { timeout: 30_000 }

const SLEEP = 'select pg_sleep(60)'

const backend = sql<{ pid: number }>`select pg_backend_pid() as pid`
const sleep = sql.raw(SLEEP)
const probe = sql`insert into storage_probe (id, at_ms) values (1, 1)`

// It takes the three seconds after which connecting is given up.
test('[STO-26] startup does not hang on a server that accepts the connection and stays silent', async () => {
  const port = await listener(() => undefined)
  expect(await sentenceOf(`postgres://me@127.0.0.1:${port}/tenfold`)).toMatch(
    /cannot be used: .*(timeout|terminated).*\.$/,
  )
})

describePostgres('a PostgreSQL in trouble', () => {
  test('[STO-26] a database that does not exist stops startup with a sentence', async () => {
    const url = `${await freshDatabase()}x`
    expect(await sentenceOf(url)).toMatch(/cannot be used: database "tenfold_test_\w+" does not exist\.$/)
  })

  test('[STO-23] closed connections fail their jobs but not the process, and are replaced', async () => {
    const url = await freshDatabase()
    const { database, notices } = await opened(url)
    const others = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
    const running = (text: string) => ask(url, `select ${others} and query = '${text}' and state = 'active'`)
    await Promise.all(Array.from({ length: 10 }, () => database.check()))
    const asking = database.write(({ db }) => sleep.execute(db))
    const { promise: isOpen, resolve: open } = deferred<void>()
    const { promise: isEnded, resolve: ended } = deferred<void>()
    const thinking = database.write(async ({ db }) => {
      await backend.execute(db)
      open()
      await isEnded
      await probe.execute(db)
    })
    await isOpen
    await expect.poll(() => running(SLEEP)).toHaveLength(1)
    await Promise.all([
      expect(asking).rejects.toBeInstanceOf(StorageUnavailable),
      expect(thinking).rejects.toBeInstanceOf(StorageUnavailable),
      ask(url, `select pg_terminate_backend(pid) ${others}`)
        .then(() => expect.poll(() => ask(url, `select ${others}`)).toEqual([]))
        .then(() => ended()),
    ])
    await vi.waitFor(() => database.check(), PATIENT)
    expect(notices).toEqual(['away', 'back'])
  })

  test('[STO-24] a slow statement is canceled, and its job changes nothing', async () => {
    const { database } = await opened(await freshDatabase(), 200)
    const slow = database.write(async ({ db }) => {
      await probe.execute(db)
      await sleep.execute(db)
    })
    await expect(slow).rejects.toMatchObject({ code: 'storage_away', cause: { code: '57014' } })
    await expect(database.read(({ db }) => sleep.execute(db))).rejects.toBeInstanceOf(StorageUnavailable)
    expect(await database.write(({ db }) => probe.execute(db))).toMatchObject({ numAffectedRows: 1n })
  })

  test('[STO-23] a read-only database rejects writes with 503', async () => {
    const { database, notices } = await opened(await freshDatabase())
    const refused = database.write(async ({ db }) => {
      await sql`set transaction read only`.execute(db)
      await probe.execute(db)
    })
    await expect(refused).rejects.toMatchObject({ code: 'storage_away', cause: { code: '25006' } })
    await database.check()
    expect(notices).toEqual(['away', 'back'])
  })

  test('[STO-23] an invalid statement does not count as a database failure', async () => {
    const { database, notices } = await opened(await freshDatabase())
    const wrong = () => database.write(({ db }) => sql`select nonsense`.execute(db))
    await expect(wrong()).rejects.toMatchObject({ code: '42703' })
    expect(notices).toEqual([])
  })

  test('[STO-25] deleted guests leave their pages; while another program may still see them they may stay', async () => {
    const url = await freshDatabase()
    const { database } = await opened(url)
    const guests = sqlGuestStore(database)
    const retention = sqlRetentionStore(database)
    const forget = () => retention.deleteDaysBefore('2026-03-11', new AbortController().signal)
    const fill = () =>
      Promise.all(
        Array.from({ length: 100 }, () =>
          guests.save(newTokenHash(), () => guestRecord({ lastActiveDay: '2026-03-10' })),
        ),
      )
    const pages = async () => (await ask(url, `select pg_relation_size('guest')::int as bytes`))[0]
    await fill()
    expect(await pages()).not.toEqual({ bytes: 0 })
    expect(await forget()).toMatchObject({ guests: 100, end: 'complete' })
    expect(await pages()).toEqual({ bytes: 0 })

    await fill()
    await database.write(async ({ db }) => {
      await sql`select * from guest`.execute(db)
      expect(await forget()).toMatchObject({ guests: 100, end: 'journal_in_use' })
    })
    expect(await forget()).toMatchObject({ guests: 0, end: 'complete' })
    expect(await pages()).toEqual({ bytes: 0 })
  })
})

const programs = postgresPrograms()
const withoutPrograms = programs === null ? 'PostgreSQL is not installed on this machine' : null

const vacuums = sql<{ count: number }>`
  select coalesce(sum(vacuum_count), 0)::int as count from pg_stat_user_tables`

describePostgres('deleted rows of a PostgreSQL', () => {
  test('[STO-6] short reads do not delay final deletion, long ones do', async () => {
    const { database } = await opened(await freshDatabase())
    const vacuumed = async () => (await database.read(({ db }) => vacuums.execute(db))).rows[0]?.count ?? 0
    const readers = [deferred<void>(), deferred<void>()] as const
    const reading = readers.map(({ promise }) =>
      database.view(async ({ db }) => {
        await backend.execute(db)
        await promise
      }),
    )
    expect(await database.scrub()).toBe(false)
    readers[0].resolve()
    const before = await vacuumed()
    const scrubbing = database.scrub()
    await expect.poll(vacuumed).toBeGreaterThan(before)
    readers[1].resolve()
    expect(await scrubbing).toBe(true)
    await Promise.all(reading)
  })
})

describeUnless(withoutPrograms, 'a PostgreSQL that stops and comes back', () => {
  let server: OwnServer
  beforeAll(async () => {
    server = await ownServer(programs ?? '')
  })
  afterAll(() => server.remove())

  test('[STO-26] a wrong password stops startup with a sentence that does not contain it', async () => {
    const sentence = await sentenceOf(server.url.replace(OWN_PASSWORD, 'opensesame'))
    expect(sentence).toMatch(/cannot be used: password authentication failed for user "tenfold"\.$/)
    expect(sentence).not.toContain('opensesame')
  })

  test('[STO-23] while it is down calls answer 503, and they work again when it is back', async () => {
    const { database, notices } = await opened(server.url)
    const results = sqlPracticeStore(database)
    const first = practiceResult()
    await results.record(first, keepOrMake)
    await server.stop()
    await vi.waitFor(
      () => expect(results.record(practiceResult(), keepOrMake)).rejects.toBeInstanceOf(StorageUnavailable),
      PATIENT,
    )
    await expect(sqlGuestStore(database).find(first.tokenHash)).rejects.toBeInstanceOf(StorageUnavailable)
    await expect(database.check()).rejects.toBeInstanceOf(StorageUnavailable)
    await expect(database.scrub()).rejects.toBeInstanceOf(StorageUnavailable)
    await server.start()
    expect(await results.record(first, keepOrMake)).toMatchObject({ counted: false, dailyScore: 20 })
    await database.check()
    expect(notices).toEqual(['away', 'back'])
  })

  test('[STO-23] everything acknowledged before a crash is there, and counts once when sent again', async () => {
    const { database } = await opened(server.url)
    const results = sqlPracticeStore(database)
    const tokenHash = newTokenHash()
    const sent: { result: ReturnType<typeof practiceResult>; acknowledged: boolean }[] = []
    const enough = deferred<void>()
    const crash = enough.promise.then(() => server.stop())
    const play = async () => {
      for (;;) {
        const entry = { result: practiceResult({ tokenHash, score: 1 }), acknowledged: false }
        sent.push(entry)
        try {
          await results.record(entry.result, keepOrMake)
        } catch (error) {
          expect(error).toBeInstanceOf(StorageUnavailable)
          return
        }
        entry.acknowledged = true
        if (sent.length > 100) enough.resolve()
      }
    }
    await Promise.all([crash, ...Array.from({ length: 8 }, play)])
    await server.start()
    for (const { result, acknowledged } of sent) {
      const { counted } = await results.record(result, keepOrMake)
      if (acknowledged) expect(counted).toBe(false)
    }
    const again = await results.record(practiceResult({ tokenHash, score: 0 }), keepOrMake)
    expect(again.dailyScore).toBe(sent.length)
  })

  test('[STO-24] gives up a connection that no longer responds, and uses another one', async () => {
    const { database } = await opened(server.url, 200)
    let stopped = 0
    const silent = database.write(async ({ db }) => {
      stopped = (await backend.execute(db)).rows[0]?.pid ?? 0
      process.kill(stopped, 'SIGSTOP')
      await probe.execute(db)
    })
    await expect(silent).rejects.toBeInstanceOf(StorageUnavailable)
    await expect(database.check()).resolves.toBeUndefined()
    process.kill(stopped, 'SIGCONT')
  })
})
