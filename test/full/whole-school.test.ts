import { expect, test } from 'vitest'
import { startApp } from '../factories/app.ts'
import { newToken, scoreBody, sessionBody } from '../factories/guest-calls.ts'

test('[API-11] a whole school behind one address can play at once', async () => {
  const app = await startApp({ trustProxy: true })
  const pupil = async () => {
    const sessionToken = newToken()
    const school = { 'x-forwarded-for': '203.0.113.7' }
    const answers = [
      await app.post('/api/guest/session', sessionBody({ sessionToken }), school),
      await app.post(`/api/guest/session/${sessionToken}/time`, { additionalTime: 15 }, school),
      await app.post('/api/guest/score', scoreBody({ sessionToken }), school),
    ]
    return answers.every(({ status }) => status === 200)
  }
  const served: boolean[] = []
  for (let group = 0; group < 5; group += 1) {
    served.push(...(await Promise.all(Array.from({ length: 100 }, pupil))))
  }
  expect(served).not.toContain(false)
})
