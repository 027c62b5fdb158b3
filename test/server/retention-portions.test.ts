import { existsSync, statSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../server/ops/log.ts'
import { retentionJob, type RetentionJob } from '../../server/ops/retention.ts'
import type { Database } from '../../server/storage/database.ts'
import { sqlPracticeStore } from '../../server/storage/sql/practice/practice-store.ts'
import { sqlRetentionStore } from '../../server/storage/sql/retention/retention-store.ts'
import { openSqlite } from '../../server/storage/sqlite/sqlite-database.ts'
import { NOON_MS } from '../factories/app.ts'
import { DAY, keepOrMake, practiceResult } from '../factories/guests.ts'
import { boardRows, filePath, storedRows, withFile } from '../factories/sqlite-file.ts'
import { tempFolder } from '../factories/temp-folder.ts'

const OLD_GUESTS = 5_000
const OLD_ROWS = 4 * OLD_GUESTS

const SEED = `
  begin;
  insert into guest
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${OLD_GUESTS})
    select i, 'hash' || i, 'public' || i, 'Player', '', '', '', 0, '2026-03-01', 15, 0, 0, null, null, '', 0 from n;
  insert into practice_result
    select id, 'score', 2026030101, 20, 5, 4, 1800, 0, 0, 0 from guest;
  insert into daily_score select id, 2026030101, 'Ohio', 20, 5, 4, 1, 0, 0 from guest;
  insert into score_count select 2026030101, id, 1 from guest;
  insert into state_score values (2026030101, 'Ohio', ${OLD_GUESTS}, ${5 * OLD_GUESTS}, ${20 * OLD_GUESTS}, 20);
  insert into state_day values ('2026-03-01', 'Ohio', ${OLD_GUESTS}, ${20 * OLD_GUESTS});
  insert into time_report select id, 'report', '2026-03-01' from guest;
  commit;
`

type Line = {
  readonly event: string
  readonly end?: string
  readonly guests: number
  readonly results: number
}

type Opened = {
  readonly database: Database
  readonly dataDir: string
  /** Jobs of each committed transaction. */
  readonly batches: number[]
  readonly lines: Line[]
  job(): RetentionJob
}

async function withOldDay(): Promise<Opened> {
  const dataDir = tempFolder()
  const batches: number[] = []
  const lines: Line[] = []
  const database = openSqlite({ dataDir, onBatch: (jobs) => batches.push(jobs) })
  onTestFinished(() => database.close())
  await withFile(dataDir, (file) => file.exec(SEED))
  const job = () =>
    retentionJob({
      store: sqlRetentionStore(database),
      retentionDays: 7,
      now: () => NOON_MS,
      log: createLog('info', { write: (line) => void lines.push(JSON.parse(line) as Line) }),
    })
  return { database, dataDir, batches, lines, job }
}

test('[STO-6] while a large old day is being deleted others can write, and get their responses before it ends', async () => {
  const { database, dataDir, batches, lines, job } = await withOldDay()
  const results = sqlPracticeStore(database)
  const order: string[] = []
  const run = job()
    .run()
    .then(() => order.push('deleted'))
  // One after the other: each is acknowledged before the next is handed in.
  for (let i = 0; i < 10; i += 1) {
    await results.record(practiceResult({ practiceDay: DAY }), keepOrMake)
    order.push('written')
  }
  const left = await storedRows(dataDir)
  await run
  expect(order).toEqual([...Array.from({ length: 10 }, () => 'written'), 'deleted'])
  expect(left).toBeGreaterThan(30)
  expect(left).toBeLessThan(OLD_ROWS)
  expect(batches.length).toBeGreaterThanOrEqual(OLD_ROWS / 500)
  expect(lines).toMatchObject([{ event: 'retention', guests: OLD_GUESTS, results: OLD_GUESTS }])
  expect(await storedRows(dataDir)).toBe(30)
})

test('[STO-6] stopping ends a deletion between two batches, and the next start deletes the rest', async () => {
  const { database, dataDir, batches, lines, job } = await withOldDay()
  const stopped = job()
  stopped.start()
  await sqlPracticeStore(database).record(practiceResult({ practiceDay: DAY }), keepOrMake)
  const before = batches.length
  await stopped.stop()
  expect(batches.length).toBeLessThanOrEqual(before + 1)
  expect(lines).toMatchObject([{ event: 'retention_unfinished', end: 'stopped', guests: 0 }])
  expect(await storedRows(dataDir)).toBeGreaterThan(OLD_ROWS / 2)
  await stopped.run()
  expect(lines).toHaveLength(1)

  await job().run()
  expect(lines.at(-1)).toMatchObject({ event: 'retention', guests: OLD_GUESTS })
  expect(await storedRows(dataDir)).toBe(3)
  // The one who has just played is in the board's histogram.
  expect(await boardRows(dataDir)).toBe(1)
})

test('[STO-6] a deletion is not complete while another program’s reading keeps the journal', async () => {
  const { database, dataDir, lines, job } = await withOldDay()
  const retention = job()
  await withFile(dataDir, async (file) => {
    file.exec('begin')
    file.prepare('select count(*) from guest').get()
    await retention.run()
    expect(await database.scrub()).toBe(false)
    file.exec('rollback')
  })
  expect(lines).toMatchObject([
    { event: 'retention_unfinished', end: 'journal_in_use', guests: OLD_GUESTS, results: OLD_GUESTS },
  ])
  const journal = `${filePath(dataDir)}-wal`
  expect(statSync(journal).size).toBeGreaterThan(0)

  await retention.run()
  expect(lines.at(-1)).toMatchObject({ event: 'retention', guests: 0 })
  expect(existsSync(journal) ? statSync(journal).size : 0).toBe(0)
})
