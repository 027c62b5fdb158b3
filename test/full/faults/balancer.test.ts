import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { describeUnless } from '../../factories/describe-unless.ts'
import { freePort } from '../../factories/free-port.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const MISSING =
  spawnSync('haproxy', ['-v']).status === 0 ? null : 'there is no HAProxy on this machine (package haproxy)'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A server that is ready and answers as set; its port. */
async function serving(answer: Answer): Promise<number> {
  const server = createServer((request, response) => {
    if (request.url === '/readyz') response.end()
    else answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** HAProxy with the settings of the repository, but over these two servers of this machine; its address. */
async function balancer(...answers: readonly [Answer, Answer]): Promise<string> {
  const ports = await Promise.all(answers.map(serving))
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-haproxy-'))
  const settings = readFileSync(join(ROOT, 'deploy/haproxy.cfg'), 'utf8')
    .replaceAll(/server-(\d):3000/g, (_, place: string) => `127.0.0.1:${ports[Number(place) - 1]}`)
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    // Two files each, which not every machine allows.
    .replace('maxconn 20000', 'maxconn 100')
  writeFileSync(join(folder, 'haproxy.cfg'), settings)
  const child = spawn('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore' })
  const ended = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true })
  })
  const url = `http://127.0.0.1:${port}`
  await expect
    .poll(() =>
      fetch(`${url}/metrics`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(404)
  return url
}

const says =
  (text: string): Answer =>
  (_request, response) =>
    void response.end(text)
/** For whom it says that it was asked. */
const saysFor: Answer = ({ headers }, response) => void response.end(String(headers['x-forwarded-for']))
const refuses: Answer = (_request, response) => {
  response.statusCode = 503
  response.end('nothing was done')
}
/** As a line that its server closes just when something is sent on it. */
const hangsUp: Answer = ({ socket }) => void socket.destroy()

async function texts(url: string, method: string): Promise<Set<string>> {
  const all = Array.from({ length: 6 }, async () => {
    const answer = await fetch(url, { method })
    return `${answer.status} ${await answer.text()}`
  })
  return new Set(await Promise.all(all))
}

describeUnless(MISSING, 'HAProxy with the settings of the repository', () => {
  test("[OPS-11] a server learns the visitor's address, whatever the visitor claims", async () => {
    const url = await balancer(saysFor, saysFor)
    const answer = await fetch(`${url}/guest`, { headers: { 'x-forwarded-for': '192.0.2.1' } })
    expect((await answer.text()).split(', ').at(-1)).toBe('127.0.0.1')
  })

  test('[OPS-11] visitors cannot reach what is for the operator only', async () => {
    const url = await balancer(says('here'), says('here'))
    for (const path of ['/metrics', '/readyz', '/%6detrics'])
      expect((await fetch(url + path)).status).toBe(404)
    for (const path of ['/', '/healthz', '/api/league']) expect((await fetch(url + path)).status).toBe(200)
  })

  test.each(['GET', 'POST'])(
    '[ARE-22, OPS-11] a %s that one server refuses with 503 is answered by the other',
    async (method) => {
      const url = await balancer(refuses, says('done'))
      expect(await texts(`${url}/api/anything`, method)).toEqual(new Set(['200 done']))
    },
  )

  test('[ARE-22, OPS-11] a read that one server drops goes to the other; a call that may have been done is not repeated', async () => {
    let changes = 0
    const counts: Answer = (request, response) => {
      if (request.method === 'POST') changes += 1
      request.socket.destroy()
      response.destroy()
    }
    const url = await balancer(hangsUp, says('read'))
    expect(await texts(`${url}/guest`, 'GET')).toEqual(new Set(['200 read']))
    const other = await balancer(counts, counts)
    expect((await fetch(`${other}/api/anything`, { method: 'POST' })).status).toBe(502)
    expect(changes).toBe(1)
  })
})
