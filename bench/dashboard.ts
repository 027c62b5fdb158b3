import { mkdtempSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { FACTS } from '../domain/learning/memory.ts'
import { daysBefore, practiceDay, practiceDayStartMs } from '../domain/practice-day.ts'
import { MAX_CHILDREN } from '../contract/classes.ts'
import { dashboardService } from '../server/school/dashboard-service.ts'
import type { Database } from '../server/storage/database.ts'
import type { Dialect } from '../server/storage/dialect.ts'
import { withClient } from '../server/storage/postgres/session.ts'
import { sqlAccountStores } from '../server/storage/sql/accounts/account-stores.ts'
import { sqlStudentStore } from '../server/storage/sql/students/student-store.ts'
import { nicknameOf, storeAdult } from '../test/factories/students.ts'
import { findPostgres, newPostgres, sqliteAt, type Filled } from './boards-databases.ts'
import { percentile } from './input-figures.ts'
import { processorSeconds } from './process-figures.ts'

/** Answers of each child: the latest through the store, as a browser sends them; all older ones are inserted at once. */
const ANSWERS = { each: 50_000, latest: 1000 }
const IN_SESSION = 50
/** Rows of one statement: PostgreSQL ends those that take long. */
const AT_ONCE = 7000
const CALLS = 60
const MAX_MS = 150
const CLASS = 'class'

const idOf = (number: number): string => `child-${String(number).padStart(2, '0')}`

async function enrol(database: Database): Promise<void> {
  const { classes, children } = sqlAccountStores(database)
  await storeAdult(database, 'teacher', 'teacher')
  const made = {
    id: CLASS,
    ownerId: 'teacher',
    kind: 'class',
    name: '3b',
    code: 'BENCH1',
    createdAtMs: 0,
  } as const
  const rest = {
    archivedAtMs: null,
    signInWindowUntilMs: null,
    zone: 'America/Los_Angeles',
    pinKind: 'digits',
  } as const
  await classes.addClass({ ...made, ...rest }, 100)
  const all = Array.from({ length: MAX_CHILDREN }, (_, number) => ({
    id: idOf(number),
    name: `Child ${number}`,
    nickname: nicknameOf(idOf(number)),
    sealedPin: 'none',
    consent: { version: 1, adultId: 'teacher' },
    pinKind: 'digits' as const,
  }))
  await children.addChildren(CLASS, all, null, 0, 'bench')
}

/** The latest answers of a child, over all facts in turn, a fifth of them wrong; four sessions a day. */
async function practice(database: Database, studentId: string, seed: number): Promise<void> {
  const store = sqlStudentStore(database)
  const sessions = ANSWERS.latest / IN_SESSION
  const today = practiceDay(Date.now())
  for (let session = 0; session < sessions; session += 1) {
    const day = daysBefore(today, 1 + Math.floor((sessions - session) / 4))
    const startedAtMs = practiceDayStartMs(day) + 3_600_000 + (session % 4) * 600_000
    const sessionId = `session-${session}`
    const made = {
      studentId,
      sessionId,
      sessionType: 'practice',
      targetSeconds: 120,
      totalProblems: IN_SESSION,
    }
    await store.begin({ ...made, startedAtMs })
    const attempts = Array.from({ length: IN_SESSION }, (_, place) => {
      const fact = FACTS[(session * IN_SESSION + place) % FACTS.length]
      const isWrong = (place * 7 + session + seed) % 5 === 0
      const atMs = startedAtMs + (place + 1) * 4000
      return {
        sessionId,
        place,
        factId: fact?.id ?? '',
        given: (fact?.answer ?? 0) + (isWrong ? 1 : 0),
        responseMs: 1500 + ((place * 13 + seed) % 17) * 110,
        entryMs: null,
        timeFactor: null,
        input: null,
        visualUsed: false,
        atMs,
        practiceDay: day,
        arrivedAtMs: atMs,
      }
    })
    await store.log(studentId, attempts)
  }
}

/** A query for the numbers from here on. */
function numbers(dialect: Dialect, from: number): string {
  const last = from + AT_ONCE - 1
  return dialect === 'postgres'
    ? `select i from generate_series(${from}, ${last}) as numbers(i)`
    : `with recursive numbers(i) as (select ${from} union all select i + 1 from numbers where i < ${last}) select i from numbers`
}

/** All older answers of a child, and a practiced day for each of 1,000 days. */
async function history(database: Database, studentId: string): Promise<void> {
  const firstMs = Date.now() - 1000 * 86_400_000
  const run = (query: string) => database.write(({ db }) => sql.raw(query).execute(db))
  await run(`insert into student_session select student_id, 'older', session_type, target_seconds, total_problems,
    ${firstMs}, ${firstMs}, seconds, last_place, problems, open_fact, open_misses, open_ms, answered, correct, score,
    answered_ms, practised_ms, ${firstMs}, ${firstMs + 1}, 0, 0, 0, 0
    from student_session where student_id = '${studentId}' and session_id = 'session-0'`)
  for (let from = 0; from < ANSWERS.each - ANSWERS.latest; from += AT_ONCE)
    await run(`insert into attempt (student_id, session_id, place, fact, given, correct, attempt, points, response_ms, entry_ms,
        visual_used, at_ms, set_aside)
      select '${studentId}', 'older', i, 'addition-' || (1 + i % 12) || '-' || (1 + (i / 12) % 12), 2, 1, 1, 5, 2000, null, 0,
        ${firstMs} + i * 1000, null from (${numbers(database.dialect, from)}) as made`)
  const days = Array.from({ length: 1000 }, (_, ago) => ({
    student_id: studentId,
    day: new Date(Date.now() - (ago + 15) * 86_400_000).toISOString().slice(0, 10),
    at_ms: 0,
  }))
  await database.write(({ db }) =>
    db
      .insertInto('practiced_day')
      .values(days)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}

type Called = { readonly ms: number; readonly cpuMs: number; readonly bytes: number }

/** Settles the database: otherwise the upkeep after so many inserts would run during the measurement. */
async function settle({ database, place }: Made): Promise<void> {
  if (database.dialect === 'sqlite') await database.write(({ db }) => sql`analyze`.execute(db))
  else
    await withClient({ connectionString: place }, async (client) => {
      for (const work of ['vacuum analyze', 'checkpoint']) await client.query(work)
    })
}

/** CPU milliseconds of the database’s own processes so far; 0 for an embedded one. */
async function databaseMs({ database, place }: Made): Promise<number> {
  if (database.dialect === 'sqlite') return 0
  const { rows } = await withClient({ connectionString: place }, (client) =>
    client.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    ),
  )
  return rows.reduce((sum, { pid }) => sum + 1000 * processorSeconds(pid), 0)
}

/** Milliseconds of a call: permission, access log, figures, and the answer as JSON. */
async function callMs(database: Database): Promise<Called> {
  const { classes, children, accesses, dashboards } = sqlAccountStores(database)
  const service = dashboardService({ store: dashboards, now: Date.now })
  const startedAt = performance.now()
  const before = process.cpuUsage()
  await classes.findClass(CLASS)
  const inside = await children.childrenOf(CLASS)
  const by = { id: 'teacher', role: 'teacher', name: '' } as const
  await accesses.record({ children: inside, by, kind: 'view', nowMs: Date.now() })
  const text = JSON.stringify(await service.of(CLASS))
  const { user, system } = process.cpuUsage(before)
  return {
    ms: performance.now() - startedAt,
    cpuMs: (user + system) / 1000,
    bytes: Buffer.byteLength(text),
  }
}

type Made = Omit<Filled, 'players'>

async function measure(name: string, made: Made): Promise<void> {
  const { database } = made
  try {
    await enrol(database)
    for (let number = 0; number < MAX_CHILDREN; number += 1) {
      await practice(database, idOf(number), number)
      await history(database, idOf(number))
    }
    await settle(made)
    await callMs(database)
    const before = await databaseMs(made)
    const calls: Called[] = []
    for (let call = 0; call < CALLS; call += 1) calls.push(await callMs(database))
    const ofDatabase = ((await databaseMs(made)) - before) / CALLS
    const times = calls.map(({ ms }) => ms)
    const own = calls.map(({ cpuMs }) => cpuMs)
    const slow = percentile(times, 0.95)
    console.log(
      `${name}: median ${percentile(times, 0.5).toFixed(1)} ms, 95 % ${slow.toFixed(1)} ms, slowest ${Math.max(...times).toFixed(1)} ms; ` +
        `processor time: median ${percentile(own, 0.5).toFixed(1)} ms of this process, ${ofDatabase.toFixed(1)} ms a call of the database’s; ` +
        `${calls[0]?.bytes} bytes: ${slow < MAX_MS ? 'met' : 'MISSED'}`,
    )
  } finally {
    await made.remove()
  }
}

console.log(
  `The dashboard of ${MAX_CHILDREN} children with ${ANSWERS.each} answers each, at most ${MAX_MS} ms; ` +
    `${cpus().length} cores of ${cpus()[0]?.model ?? 'an unknown processor'}; Node ${process.versions.node}.`,
)
await measure('SQLite', sqliteAt(mkdtempSync(join(tmpdir(), 'tenfold-bench-'))))
const server = await findPostgres()
if (server === null) console.log('PostgreSQL: not measured, because none can be reached')
else await measure('PostgreSQL', await newPostgres(server, MAX_CHILDREN))
