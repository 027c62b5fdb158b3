import { expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '../../../server/storage/postgres/postgres-database.ts'
import { sqlPracticeStore } from '../../../server/storage/sql/practice/practice-store.ts'
import { startBuilt } from '../../factories/built-server.ts'
import { keepOrMake, practiceResult } from '../../factories/guests.ts'
import { ask, describePostgres, freshDatabase } from '../../factories/postgres.ts'
import type { ServerProcess } from '../../factories/server-process.ts'

/** More than go in one portion. */
const SESSIONS = 1500
const AT_ONCE = 100

type Run = { readonly event: string; readonly results: number; readonly guests: number }

/** What a server says that it has deleted. */
function runsOf(server: ServerProcess): Run[] {
  return server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Run)
    .filter(({ event }) => event.startsWith('retention'))
}

describePostgres('servers on one PostgreSQL', () => {
  test('[ARE-11, STO-6] that start at once together delete old guest data once, each row by one of them', async () => {
    const url = await freshDatabase()
    const database = await openPostgres({ url })
    onTestFinished(() => database.close())
    const results = sqlPracticeStore(database)
    // Not all at once: a write that waits long is refused (STO-23).
    for (let stored = 0; stored < SESSIONS; stored += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, () => results.record(practiceResult(), keepOrMake)))
    const settings = { DATABASE_URL: url, AUTH_SECRET: 'x'.repeat(32) }
    const servers = await Promise.all(Array.from({ length: 3 }, () => startBuilt(settings)))
    const left = () =>
      ask(
        url,
        'select (select count(*) from practice_result)::int as results, (select count(*) from guest)::int as guests',
      )
    await expect.poll(left).toEqual([{ results: 0, guests: 0 }])
    await expect.poll(() => servers.flatMap(runsOf).length).toBeGreaterThan(0)
    const runs = servers.flatMap(runsOf)
    expect(runs.map(({ event }) => event)).not.toContain('retention_failed')
    expect(runs.reduce((sum, run) => sum + run.results, 0)).toBe(SESSIONS)
    expect(runs.reduce((sum, run) => sum + run.guests, 0)).toBe(SESSIONS)
    // Nobody deletes beside another.
    expect(runs.filter(({ guests }) => guests > 0)).toHaveLength(1)
  }, 180_000)
})
