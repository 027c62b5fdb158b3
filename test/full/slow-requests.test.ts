import { expect, test } from 'vitest'
import { startApp } from '../factories/app.ts'
import { scoreBody } from '../factories/guest-calls.ts'
import { sendRaw } from '../factories/raw-http.ts'

test('[SEC-10] a client that sends headers or a body slowly is cut off, and nobody else waits', async () => {
  const app = await startApp({ requestWithinMs: 1500 })
  const head = `POST /api/guest/score HTTP/1.1\r\nHost: x\r\n`
  const order: string[] = []
  const slow = (name: string, bytes: string) =>
    sendRaw(app.url, bytes).then(({ status }) => void order.push(`${name} ${status}`))
  const both = [
    slow('body', `${head}Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"a":`),
    slow('headers', `${head}X: `),
  ]
  expect((await app.post('/api/guest/score', scoreBody())).status).toBe(200)
  await Promise.all(both)
  expect(order).toEqual(['headers 408', 'body 408'])
})
