import { expect, test } from 'vitest'
import { LOG_LEVELS } from '../../server/config.ts'
import { createLog } from '../../server/ops/log.ts'
import { createMetrics } from '../../server/ops/metrics.ts'
import { startApp } from '../factories/app.ts'
import { builtPages } from '../factories/built-pages.ts'
import { newToken, scoreBody, sessionBody } from '../factories/guest-calls.ts'
import { rawRequest } from '../factories/raw-http.ts'
import { withFile } from '../factories/sqlite-file.ts'

const VISITOR = '203.0.113.77'

test.each(LOG_LEVELS)(
  '[RUN-14] [SEC-3] at level %s each line is one JSON event without token, address or raw path',
  async (level) => {
    const lines: string[] = []
    const log = createLog(level, { write: (line) => void lines.push(line) })
    const app = await startApp({
      log,
      trustProxy: true,
      webDir: builtPages(),
      locate: async (ip) => {
        throw new Error(`no place for ${ip}`)
      },
    })
    const token = newToken()
    const secret = `/hidden-${token}`
    const from = { 'x-forwarded-for': VISITOR }
    await app.post('/api/guest/session', sessionBody({ sessionToken: token }), from)
    await app.post('/api/guest/score', scoreBody({ sessionToken: token }), from)
    await app.post('/api/guest/score', scoreBody({ sessionToken: `${token}x`, nickname: token }), from)
    await app.post('/api/guest/score', `{"sessionToken":"${token}",`, from)
    await app.get(`/api/guest/session/${token}?token=${token}`, { headers: from })
    await app.get(`/api/guest/session/${token}!`, { headers: from })
    await app.get(`/api/nope${secret}`, { headers: from })
    await app.get(`${secret}?address=${VISITOR}`, { headers: from })
    await app.get('/api/geo', { headers: from })
    await rawRequest(app.url, 'GET', `${secret}%ff`)
    await rawRequest(app.url, 'POST', secret, '{}')
    await withFile(app.dataDir, async (file) => {
      file.exec('begin exclusive')
      await app.post('/api/guest/score', scoreBody({ sessionToken: token }), from)
      file.exec('rollback')
    })
    await app.close()

    for (const line of lines) {
      expect(line.endsWith('\n') && line.indexOf('\n') === line.length - 1).toBe(true)
      expect(JSON.parse(line)).toMatchObject({ level: expect.any(String), event: expect.any(String) })
    }
    const everything = lines.join('')
    expect(everything).not.toContain(token)
    expect(everything).not.toContain(VISITOR)
    expect(everything).not.toContain('hidden')
    if (level === 'info') expect(everything).toContain('"route":"/api/guest/session/:sessionToken"')
    if (level === 'silent') expect(lines).toEqual([])
  },
)

test('[RUN-14] logs an unexpected failure with its location, and answers without it', async () => {
  const metrics = createMetrics({ withProcessMetrics: false })
  const app = await startApp({
    metrics: {
      ...metrics,
      scoreStored: () => {
        throw new TypeError('a wheel came off')
      },
    },
  })
  const answer = await app.post('/api/guest/score', scoreBody())
  expect(answer).toMatchObject({ status: 500, json: { code: 'internal' } })
  expect(answer.text).not.toContain('wheel')
  const line = app.lines.find((candidate) => candidate.includes('"event":"failure"'))
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    level: 'error',
    route: '/api/guest/score',
    err: { type: 'TypeError', message: 'a wheel came off', stack: expect.stringContaining('log.test.ts') },
  })
})
