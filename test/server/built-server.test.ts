import { expect, test } from 'vitest'
import { startBuilt } from '../factories/built-server.ts'
import { scoreBody } from '../factories/guest-calls.ts'

test('[RUN-10, RUN-12, STO-2] the built server starts, counts a score, stops with 0 on SIGTERM, and has the score when it starts again', async () => {
  const server = await startBuilt({})
  const body = JSON.stringify(scoreBody({ score: 20 }))
  const send = async (): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${server.origin}/api/guest/score`, { method: 'POST', headers, body })
    return await answer.json()
  }
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
  expect(await send()).toMatchObject({ counted: true, dailyScore: 20 })
  expect(await server.end('SIGTERM')).toBe(0)
  await server.start()
  expect(await send()).toMatchObject({ counted: false, dailyScore: 20 })
})
