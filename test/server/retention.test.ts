import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../../server/ops/log.ts'
import {
  firstKeptDay,
  RETENTION_EVERY_MS,
  retentionJob,
  type RetentionStore,
} from '../../server/ops/retention.ts'
import { tokenHash } from '../../server/guest/token.ts'
import { sqlBattleStore } from '../../server/storage/sql/battles/battle-store.ts'
import { sqlRetentionStore } from '../../server/storage/sql/retention/retention-store.ts'
import { openSqlite } from '../../server/storage/sqlite/sqlite-database.ts'
import { NOON_MS, startApp, type RunningApp } from '../factories/app.ts'
import { botPlayer, finishedBattle, person } from '../factories/finished-battle.ts'
import { newToken, scoreBody, sessionBody } from '../factories/guest-calls.ts'
import { boardRows, filePath, rowsOf, storedRows } from '../factories/sqlite-file.ts'

const DAY_MS = 24 * 3_600_000
const silent = createLog('silent', { write: () => undefined })

function jobOver(app: RunningApp, retentionDays = 7) {
  return retentionJob({
    store: sqlRetentionStore(app.database),
    retentionDays,
    now: () => app.clock.nowMs,
    log: silent,
  })
}

async function play(app: RunningApp, sessionToken = newToken()): Promise<void> {
  await app.post('/api/guest/session', sessionBody({ sessionToken }))
  await app.post('/api/guest/score', scoreBody({ sessionToken }))
  await app.post(`/api/guest/session/${sessionToken}/time`, {
    additionalTime: 15,
    submissionId: 'report-0001',
  })
}

test('[STO-6] keeps as many days as the setting says, including today', () => {
  expect(firstKeptDay(NOON_MS, 7)).toBe('2026-03-12')
  expect(firstKeptDay(NOON_MS, 1)).toBe('2026-03-18')
  // 1:59 AM in California still belongs to the day before.
  expect(firstKeptDay(Date.parse('2026-03-18T08:59:00Z'), 7)).toBe('2026-03-11')
})

test('[STO-6] data is there on the last of its days, and gone on the day after', async () => {
  const app = await startApp()
  const job = jobOver(app)
  await play(app)
  app.clock.nowMs += 6 * DAY_MS
  await job.run()
  expect(await storedRows(app.dataDir)).toBe(4)
  expect(await boardRows(app.dataDir)).toBeGreaterThan(0)
  app.clock.nowMs += DAY_MS
  await job.run()
  expect(await storedRows(app.dataDir)).toBe(0)
  expect(await boardRows(app.dataDir)).toBe(0)
})

test('[STO-6] a guest who returns keeps the newer days and loses the older ones', async () => {
  const app = await startApp()
  const job = jobOver(app)
  const token = newToken()
  await play(app, token)
  app.clock.nowMs += 5 * DAY_MS
  await app.post('/api/guest/score', scoreBody({ sessionToken: token }))
  app.clock.nowMs += 5 * DAY_MS
  await job.run()
  expect(await rowsOf(app.dataDir, 'guest')).toHaveLength(1)
  expect(await rowsOf(app.dataDir, 'daily_score')).toMatchObject([{ board: 2026032301 }])
  expect(await rowsOf(app.dataDir, 'practice_result')).toHaveLength(1)
  expect(await rowsOf(app.dataDir, 'time_report')).toHaveLength(0)
  for (const table of ['score_count', 'state_score']) {
    const boards = (await rowsOf(app.dataDir, table)).map((row) => row['board'])
    expect(boards.filter((board) => board !== 2026032301)).toEqual([])
  }
  const days = (await rowsOf(app.dataDir, 'state_day')).map((row) => row['practice_day'])
  expect(days.filter((day) => day !== '2026-03-23')).toEqual([])
})

test('[STO-6] nothing of what was deleted remains in any of the database’s files', async () => {
  const app = await startApp()
  await app.post('/api/guest/session', sessionBody({ nickname: 'StellarOtter9' }))
  await app.database.scrub()
  const bytes = () =>
    ['', '-wal'].map((end) => readFileSync(filePath(app.dataDir) + end).toString('latin1')).join('')
  expect(bytes()).toContain('StellarOtter9')
  app.clock.nowMs += 7 * DAY_MS
  await jobOver(app).run()
  expect(bytes()).not.toContain('StellarOtter9')
})

test('[STO-6] the job runs on startup, so a restart only makes it run sooner', async () => {
  const app = await startApp()
  const token = newToken()
  await play(app, token)
  const battle = finishedBattle([person(tokenHash(token)), botPlayer('bot-1')])
  await sqlBattleStore(app.database).save(battle)
  await app.close()
  const database = openSqlite({ dataDir: app.dataDir })
  onTestFinished(() => database.close())
  const line = await new Promise<string>((written) => {
    const job = retentionJob({
      store: sqlRetentionStore(database),
      retentionDays: 7,
      now: () => NOON_MS + 30 * DAY_MS,
      log: createLog('info', { write: written }),
    })
    job.start()
    onTestFinished(() => job.stop())
  })
  expect(JSON.parse(line)).toMatchObject({
    event: 'retention',
    guests: 1,
    results: 1,
    battles: 1,
    reports: 1,
  })
  expect(await storedRows(app.dataDir)).toBe(0)
})

test('[STO-6] the job runs every hour, survives a failure and can be stopped', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const asked: string[] = []
  const lines: string[] = []
  const store: RetentionStore = {
    deleteLogsBefore: async () => {},
    deleteWrongPinsBefore: async () => {},
    deleteDaysBefore: async (day) => {
      asked.push(day)
      if (asked.length === 2) throw new Error('the database is away')
      return { guests: 0, results: 0, battles: 0, reports: 0, end: 'complete' }
    },
  }
  const job = retentionJob({
    store,
    retentionDays: 7,
    now: () => NOON_MS,
    log: createLog('info', { write: (line) => void lines.push(line) }),
  })
  job.start()
  await vi.advanceTimersByTimeAsync(2.5 * RETENTION_EVERY_MS)
  expect(asked).toHaveLength(3)
  expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual([
    'retention',
    'retention_failed',
    'retention',
  ])
  await job.stop()
  await vi.advanceTimersByTimeAsync(5 * RETENTION_EVERY_MS)
  expect(asked).toHaveLength(3)
})
