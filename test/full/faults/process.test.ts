import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { EventEmitter, once } from 'node:events'
import { Agent, createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { newToken, scoreBody } from '../../factories/guest-calls.ts'
import { startBuilt } from '../../factories/built-server.ts'
import { failToStart } from '../../factories/server-process.ts'
import { rowsOf } from '../../factories/sqlite-file.ts'
import { tempFolder } from '../../factories/temp-folder.ts'

type Body = Record<string, unknown>

/** The status of a score call, or null when the server was gone before it answered. */
async function send(url: string, body: Body): Promise<number | null> {
  try {
    const response = await fetch(`${url}/api/guest/score`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return null
  }
}

type Sent = { readonly acknowledged: Body[]; readonly unanswered: Body[] }

/** Sends scores from several players at once until the server is gone; calls back for each acknowledged one. */
async function hammer(url: string, players: readonly string[], onAcknowledged: () => void): Promise<Sent> {
  const sent: Sent = { acknowledged: [], unanswered: [] }
  const play = async (sessionToken: string): Promise<void> => {
    for (;;) {
      const body = scoreBody({ sessionToken, score: 0, problemsSolved: 0, correctAnswers: 0 })
      const status = await send(url, body)
      if (status === null) {
        sent.unanswered.push(body)
        return
      }
      if (status !== 200) throw new Error(`a score was answered with ${status}`)
      sent.acknowledged.push(body)
      onAcknowledged()
    }
  }
  await Promise.all(players.map(play))
  return sent
}

test('[STO-2] after a kill at any moment the server has every acknowledged score, each exactly once', async () => {
  const dataDir = tempFolder()
  const all: Sent = { acknowledged: [], unanswered: [] }
  for (let kill = 0; kill < 6; kill += 1) {
    const server = await startBuilt({ DATA_DIR: dataDir })
    const players = Array.from({ length: 16 }, newToken)
    // A random count of answers, with 15 other calls somewhere on their way at that moment.
    let left = randomInt(5, 150)
    const { acknowledged, unanswered } = await hammer(server.origin, players, () => {
      left -= 1
      if (left === 0) void server.kill()
    })
    expect(await server.end('SIGKILL')).toBe('SIGKILL')
    all.acknowledged.push(...acknowledged)
    all.unanswered.push(...unanswered)
  }
  expect(all.acknowledged.length).toBeGreaterThanOrEqual(6 * 5)
  expect(all.unanswered.length).toBeGreaterThan(0)

  const stored = new Set((await rowsOf(dataDir, 'practice_result')).map((row) => row['submission_id']))
  expect(all.acknowledged.filter((body) => !stored.has(body['submissionId']))).toEqual([])

  // What a browser does: it sends again what it has no answer to, and here also what it has.
  const server = await startBuilt({ DATA_DIR: dataDir })
  for (const body of [...all.unanswered, ...all.acknowledged.slice(-50)]) {
    expect(await send(server.origin, body)).toBe(200)
  }
  expect(await server.end('SIGTERM')).toBe(0)
  const ids = (await rowsOf(dataDir, 'practice_result')).map((row) => row['submission_id'])
  const everything = [...all.acknowledged, ...all.unanswered].map((body) => body['submissionId'])
  expect(ids.toSorted()).toEqual(everything.toSorted())
}, 180_000)

test('[STO-2] an acknowledged sum is the same after a kill', async () => {
  const dataDir = tempFolder()
  const sessionToken = newToken()
  const killed = await startBuilt({ DATA_DIR: dataDir })
  for (let game = 0; game < 3; game += 1) {
    expect(
      await send(killed.origin, scoreBody({ sessionToken, score: 25, problemsSolved: 5, correctAnswers: 5 })),
    ).toBe(200)
  }
  await killed.end('SIGKILL')
  const server = await startBuilt({ DATA_DIR: dataDir })
  await send(server.origin, scoreBody({ sessionToken, score: 5, problemsSolved: 1, correctAnswers: 1 }))
  await server.end('SIGTERM')
  expect(await rowsOf(dataDir, 'daily_score')).toMatchObject([
    { score: 80, problems_solved: 16, sessions: 4 },
  ])
})

/** Begins a score call, and gives back how to finish it and what is answered. */
function begin(url: string, agent: Agent, body: Body) {
  const text = JSON.stringify(body)
  const call = request(`${url}/api/guest/score`, {
    agent,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
  })
  const answer = new Promise<{ status: number; text: string }>((resolve, reject) => {
    call.once('error', reject)
    call.once('response', (response) => {
      let received = ''
      response.on('data', (chunk) => (received += String(chunk)))
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text: received }))
    })
  })
  const begun = new Promise<void>((resolve) => call.write(text.slice(0, 10), () => resolve()))
  return { begun, finish: () => call.end(text.slice(10)), answer }
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '[RUN-12] on %s calls in progress are answered, new ones refused, and the process exits with 0',
  async (signal) => {
    const dataDir = tempFolder()
    const server = await startBuilt({ DATA_DIR: dataDir })
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    const body = scoreBody()
    const underWay = begin(server.origin, agent, body)
    await underWay.begun
    // Answered on another connection: the first one's beginning has been read by then.
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)

    const startedMs = Date.now()
    const ended = server.end(signal)
    while (!server.output().includes('"event":"stopping"')) await delay(5)
    const late = await send(server.origin, scoreBody())
    expect([null, 503]).toContain(late)
    underWay.finish()
    expect(await underWay.answer).toMatchObject({
      status: 200,
      text: expect.stringContaining('"counted":true'),
    })
    expect(await ended).toBe(0)
    // Not by waiting until what is left is cut: nothing is left.
    expect(Date.now() - startedMs).toBeLessThan(5_000)
    expect((await rowsOf(dataDir, 'practice_result')).map((row) => row['submission_id'])).toEqual([
      body['submissionId'],
    ])
    expect(server.output()).toContain('"event":"stopped"')
  },
)

/** Asks for a board again and again on one kept connection; the status and the fate of the connection of the last answer. */
async function askUntilClosed(url: string, agent: Agent, onAnswer: () => void): Promise<string> {
  for (;;) {
    const call = request(`${url}/api/guest/leaderboard?league=addition_facts`, { agent })
    call.end()
    const [response] = (await once(call, 'response')) as [IncomingMessage]
    await response.resume().toArray()
    onAnswer()
    const { connection } = response.headers
    if (connection === 'close') return `${response.statusCode} ${connection}`
  }
}

test('[RUN-12] continuous calls are answered on the open connection until the last response closes it', async () => {
  const server = await startBuilt({ DATA_DIR: tempFolder() })
  const agents = Array.from({ length: 10 }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  onTestFinished(() => agents.forEach((agent) => agent.destroy()))
  let answers = 0
  const enough = new EventEmitter()
  const loops = agents.map((agent) =>
    askUntilClosed(server.origin, agent, () => {
      answers += 1
      if (answers === 500) enough.emit('reached')
    }),
  )
  await once(enough, 'reached')
  const ended = server.end('SIGTERM')
  expect(await Promise.all(loops)).toEqual(agents.map(() => '503 close'))
  expect(await ended).toBe(0)
})

test('[RUN-12] a call that never finishes does not delay exit beyond 10 s', async () => {
  const server = await startBuilt({ DATA_DIR: tempFolder() })
  const agent = new Agent()
  onTestFinished(() => agent.destroy())
  const stuck = begin(server.origin, agent, scoreBody())
  const outcome = stuck.answer.catch(() => 'cut')
  await stuck.begun
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
  const startedMs = Date.now()
  expect(await server.end('SIGTERM')).toBe(0)
  expect(Date.now() - startedMs).toBeLessThan(10_000)
  expect(await outcome).toBe('cut')
})

test('[RUN-1] the server prints its address when ready, and its log is one JSON line per event', async () => {
  const server = await startBuilt({ DATA_DIR: tempFolder(), SITE_NAME: 'Zehn' })
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
  // The first retention runs beside the start; asked to stop before it is through, it says so instead.
  await server.wrote('"event":"retention"')
  await server.end('SIGTERM')
  const lines = server.output().trimEnd().split('\n')
  const friendly = lines.filter((line) => !line.startsWith('{'))
  expect(friendly).toEqual([expect.stringMatching(/^Zehn is ready at http:\/\/localhost:\d+$/)])
  const events = lines
    .filter((line) => line.startsWith('{'))
    .map((line) => (JSON.parse(line) as Body)['event'])
  expect(events).toEqual(expect.arrayContaining(['listening', 'retention', 'stopping', 'stopped']))
})

test('[RUN-14, RUN-20] the log of a real run contains neither tokens nor addresses, and warns of TRUST_PROXY=true', async () => {
  const server = await startBuilt({
    DATA_DIR: tempFolder(),
    LOG_LEVEL: 'trace',
    TRUST_PROXY: 'true',
  })
  const token = newToken()
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  await server.wrote('"event":"every_proxy_trusted"')
  await send(server.origin, scoreBody({ sessionToken: token }))
  for (const path of [
    `/api/guest/session/${token}`,
    `/api/guest/session/${token}!`,
    '/api/geo',
    `/x?t=${token}`,
  ]) {
    await (await fetch(server.origin + path, { headers })).arrayBuffer()
  }
  await server.end('SIGTERM')
  expect(server.output()).toContain('"route":"/api/geo"')
  expect(server.output()).not.toContain(token)
  expect(server.output()).not.toMatch(/203\.0\.113\.7|127\.0\.0\.1|::1/)
})

/** How many rows the board at this address has. */
async function rowsOn(url: string): Promise<number> {
  return (await (await fetch(url)).text()).split('"score":').length - 1
}

test("[LB-12] a second after a score was answered it is on everybody’s board, and on its player's at once", async () => {
  const server = await startBuilt({ DATA_DIR: tempFolder() })
  const board = `${server.origin}/api/guest/leaderboard?league=addition_facts`
  // From now on an empty board is held, as old as it may become.
  expect(await rowsOn(board)).toBe(0)
  const sessionToken = newToken()
  expect(await send(server.origin, scoreBody({ sessionToken }))).toBe(200)
  expect(await rowsOn(`${board}&sessionToken=${sessionToken}`)).toBe(1)
  expect(await send(server.origin, scoreBody())).toBe(200)
  const answeredMs = performance.now()
  let sentMs = 0
  let rows = 0
  do {
    sentMs = performance.now()
    rows = await rowsOn(board)
  } while (sentMs < answeredMs + 1000)
  expect(rows).toBe(2)
})

/** A path in which no folder can be created, because a file is in the way. */
function blockedFolder(): string {
  const blocked = join(tempFolder(), 'a-file')
  writeFileSync(blocked, '')
  return join(blocked, 'data')
}

/** A folder with one file of this name that holds no database. */
function spoiled(name: string): string {
  const folder = tempFolder()
  writeFileSync(join(folder, name), 'a letter to grandmother, '.repeat(100))
  return folder
}

test.each([
  ['RUN-5', 'an invalid setting', () => ({ PORT: 'eighty' }), /^PORT is "eighty", but it must be .*\n$/],
  [
    'RUN-8',
    'REDIS_URL without DATABASE_URL',
    () => ({ REDIS_URL: 'redis://h:6379' }),
    /^REDIS_URL is set, but .*\n$/,
  ],
  [
    'RUN-16',
    'a folder that cannot be created',
    () => ({ DATA_DIR: blockedFolder() }),
    /^The database file .*ENOTDIR.*\n$/,
  ],
  [
    'RUN-16',
    'an unusable database file',
    () => ({ DATA_DIR: spoiled('tenfold.sqlite') }),
    /^The database file .* cannot be used: file is not a database\.\n$/,
  ],
  [
    'LOC-1',
    'a GEO_DB that is not a location database',
    () => ({ GEO_DB: join(spoiled('city.mmdb'), 'city.mmdb') }),
    /^GEO_DB is ".*city\.mmdb", which is not a readable MaxMind database .*\n$/,
  ],
  [
    'RUN-20',
    'TRUST_PROXY=true and another failure',
    () => ({ DATA_DIR: blockedFolder(), TRUST_PROXY: 'true' }),
    /^Warning: TRUST_PROXY=true lets every caller claim any address/,
  ],
])('[%s] %s ends startup with a sentence', async (_id, _what, settings, sentence) => {
  const { code, errors } = await failToStart({ DATA_DIR: tempFolder(), ...settings() })
  expect(code).toBe(1)
  expect(errors).toMatch(sentence)
})

test('[RUN-4] a port in use ends startup with a sentence', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as AddressInfo
  const { code, errors } = await failToStart({ DATA_DIR: tempFolder(), PORT: String(port) })
  expect(code).toBe(1)
  expect(errors).toBe(
    `The server cannot listen on 127.0.0.1: port ${port} is in use by another program; set PORT to a free one.\n`,
  )
})
