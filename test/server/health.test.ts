import { EventEmitter, once } from 'node:events'
import { expect, test } from 'vitest'
import { createMetrics } from '../../server/ops/metrics.ts'
import { StorageUnavailable } from '../../server/http/errors.ts'
import { CHECK_FRESH_MS } from '../../server/ops/health.ts'
import { startApp } from '../factories/app.ts'
import { newToken, scoreBody } from '../factories/guest-calls.ts'
import { withFile } from '../factories/sqlite-file.ts'

test('[RUN-9] healthz answers 200 while the process runs, whatever the database does', async () => {
  const app = await startApp({
    checkStorage: async () => {
      throw new StorageUnavailable()
    },
  })
  expect(await app.get('/healthz')).toMatchObject({ status: 200, json: { status: 'alive' } })
  app.drain.begin()
  expect((await app.get('/healthz')).status).toBe(200)
})

test('[RUN-10] readyz is 200 while the database can be written, 503 while it cannot, and 200 again after', async () => {
  const app = await startApp()
  expect(await app.get('/readyz')).toMatchObject({ status: 200, json: { status: 'ready' } })
  await withFile(app.dataDir, async (file) => {
    file.exec('begin exclusive')
    app.clock.nowMs += CHECK_FRESH_MS
    expect(await app.get('/readyz')).toMatchObject({ status: 503, json: { code: 'storage_away' } })
    file.exec('rollback')
  })
  app.clock.nowMs += CHECK_FRESH_MS
  expect((await app.get('/readyz')).status).toBe(200)
})

test('[RUN-10] however often readyz is called, the database is checked once at a time and once a second', async () => {
  const checks: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = []
  const begun = new EventEmitter()
  const app = await startApp({
    checkStorage: () =>
      new Promise((resolve, reject) => {
        checks.push({ resolve, reject })
        begun.emit('check')
      }),
  })
  const checked = once(begun, 'check')
  const together = Array.from({ length: 20 }, () => app.get('/readyz'))
  await checked
  // The last of them may still be on its way: it then meets the answer instead of the check.
  checks[0]?.resolve()
  expect((await Promise.all(together)).map(({ status }) => status)).toEqual(together.map(() => 200))
  app.clock.nowMs += CHECK_FRESH_MS - 1
  expect((await app.get('/readyz')).status).toBe(200)
  expect(checks).toHaveLength(1)

  app.clock.nowMs += 1
  const again = once(begun, 'check')
  const refused = app.get('/readyz')
  await again
  checks[1]?.reject(new Error('the disk is gone'))
  expect((await refused).status).toBe(503)
  expect((await app.get('/readyz')).status).toBe(503)
  expect(checks).toHaveLength(2)

  app.clock.nowMs -= 1
  const afterClock = once(begun, 'check')
  const back = app.get('/readyz')
  await afterClock
  checks[2]?.resolve()
  expect((await back).status).toBe(200)
})

test('[STO-7] while the database is unavailable a write is a 503 with Retry-After, and counts once when sent again', async () => {
  const app = await startApp()
  const body = scoreBody()
  await withFile(app.dataDir, async (file) => {
    file.exec('begin exclusive')
    const refused = await app.post('/api/guest/score', body)
    expect(refused).toMatchObject({ status: 503, json: { code: 'storage_away' } })
    expect(refused.headers.get('retry-after')).toBe('5')
    expect((await app.get('/healthz')).status).toBe(200)
    file.exec('rollback')
  })
  expect((await app.post('/api/guest/score', body)).json).toMatchObject({ counted: true, dailyScore: 20 })
})

test('[RUN-13] while draining readyz and every call are a 503 with code draining', async () => {
  const app = await startApp()
  app.drain.begin()
  const token = newToken()
  for (const answer of [
    await app.get('/readyz'),
    await app.get('/api/geo'),
    await app.get(`/api/guest/session/${token}`),
    await app.post('/api/guest/score', scoreBody()),
    await app.post('/api/guest/session', 'not even json'),
    await app.get('/api/nope'),
  ]) {
    expect(answer).toMatchObject({ status: 503, json: { code: 'draining' } })
  }
})

test('[RUN-11] metrics are Prometheus text whose labels are route patterns, never tokens or paths', async () => {
  const metrics = createMetrics({ withProcessMetrics: true })
  const app = await startApp({ metrics })
  const token = newToken()
  await app.post('/api/guest/score', scoreBody({ sessionToken: token }))
  await app.post('/api/guest/score', scoreBody({ league: 'chess' }))
  await app.get(`/api/guest/session/${token}`)
  await app.get(`/api/nope/${token}`)
  await app.get(`/guest/${token}?token=${token}`)
  metrics.batch(3, 0.002)

  const { status, headers, text } = await app.get('/metrics')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(text).not.toContain(token)
  expect(text).not.toContain('127.0.0.1')
  expect(text).toMatch(
    /^http_request_duration_seconds_count\{method="POST",route="\/api\/guest\/score",status="200"\} 1$/m,
  )
  expect(text).toContain('route="/api/guest/session/:sessionToken"')
  expect(text).toMatch(/^http_refusals_total\{code="bad_request"\} 1$/m)
  expect(text).toMatch(/^scores_stored_total 1$/m)
  expect(text).toMatch(/^db_write_batch_jobs_sum 3$/m)
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m)
  expect(text).toMatch(/^process_resident_memory_bytes /m)
})
