import { request } from 'node:http'
import { expect, test } from 'vitest'
import { boundedHashing } from '../../server/account/hashing.ts'
import { adultOf, PASSWORD } from '../factories/accounts.ts'
import { startApp } from '../factories/app.ts'
import { processorMs } from '../factories/processor-time.ts'

const WRONG = 'not the password'

test('[ACC-60] sign-ins of clients that disconnect are neither checked nor counted', async () => {
  const hashing = boundedHashing()
  const app = await startApp({ accounts: { hashing } })
  const typed = adultOf('teacher')
  await app.post('/api/account/sign-up', typed)
  const { email } = typed
  const hangUp = (number: number): Promise<void> =>
    new Promise((resolve) => {
      const sent = request(`${app.url}/api/account/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: app.url },
      })
      sent.once('close', () => resolve())
      sent.on('error', () => {})
      const body = JSON.stringify({ email: `nobody${number}@school.example`, password: WRONG })
      sent.end(body, () => sent.destroy())
    })
  const hashesMs = await processorMs(async () => {
    for (let hash = 0; hash < 5; hash += 1) await hashing.verify(null, WRONG)
  })
  const tookMs = await processorMs(async () => {
    await Promise.all(Array.from({ length: 40 }, (_, number) => hangUp(number)))
    expect((await app.post('/api/account/sign-in', { email, password: PASSWORD })).status).toBe(200)
  })
  // Forty would be eight times as many.
  expect(tookMs).toBeLessThan(4 * hashesMs)
})
