import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { seededRandom } from '../../domain/seeded-random.ts'
import { MAX_MESSAGE_BYTES } from '../../server/battle/socket/overload.ts'
import { battlePlayer } from '../factories/battle-player.ts'
import { answerRight, startArena, startBattle } from '../factories/battle-server.ts'
import { handshakeStatus, WEBSOCKET_PATH } from '../factories/handshake.ts'
import { hostileEvent } from './hostile-events.ts'

/** A websocket of the engine, before and without Socket.IO's own handshake. */
async function rawSocket(url: string): Promise<{ socket: WebSocket; closed: Promise<unknown> }> {
  const socket = new WebSocket(url.replace('http', 'ws') + WEBSOCKET_PATH)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await new Promise((resolve) => socket.once('open', resolve))
  return { socket, closed }
}

test('[BAT-60] a page of another origin gets no socket, one of our own does', async () => {
  const { url } = await startArena()
  const own = { origin: url }
  const others = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `${url}.evil.example` },
    { 'sec-fetch-site': 'cross-site' },
  ]
  for (const path of [WEBSOCKET_PATH, WEBSOCKET_PATH.replace('websocket', 'polling')]) {
    const isFine = path === WEBSOCKET_PATH ? 101 : 200
    expect(await handshakeStatus(url, own, path)).toBe(isFine)
    expect(await handshakeStatus(url, {}, path)).toBe(isFine)
    for (const headers of others) expect([400, 403]).toContain(await handshakeStatus(url, headers, path))
  }
})

test('[BAT-64] a refused handshake is answered 403 or 400 and counted with its reason', async () => {
  const arena = await startArena()
  await handshakeStatus(arena.url, { origin: 'https://evil.example' })
  arena.drain.begin()
  await handshakeStatus(arena.url, {})
  const { text } = await arena.get('/metrics')
  for (const reason of ['other_site', 'draining']) {
    expect(text.split('\n')).toContain(`battle_handshakes_refused_total{reason="${reason}"} 1`)
  }
})

test('[BAT-60, BAT-22] rubbish, forged totals, impossible claims and other people’s battles change nothing for anybody', async () => {
  const arena = await startArena()
  const { one, two, start } = await startBattle(arena)
  const stranger = await battlePlayer(arena.url)
  const random = seededRandom(7)
  for (let time = 0; time < 150; time += 1) {
    stranger.send(...hostileEvent(random, stranger.playerId, start.battleId))
  }
  stranger.send('battle-ready', { battleId: start.battleId, playerId: stranger.playerId })
  stranger.send('battle-timeout', { battleId: start.battleId, finalScore: 0, problemsAnswered: 0 })
  two.send('battle-ready', { battleId: start.battleId, playerId: one.playerId })
  expect(await two.next('battle-error')).toMatchObject({ code: 'bad_event' })
  // A claim of one millisecond is not accepted, and no answer counts twice.
  answerRight(two, start, 0, 1)
  answerRight(two, start, 1, 1)
  answerRight(two, start, 0, 1)
  two.send('battle-answer', { battleId: start.battleId, problemIndex: -1, answer: 'x' })
  expect(await two.next('battle-error')).toMatchObject({ code: 'bad_event' })
  arena.time.forward(1000)
  answerRight(one, start, 0)
  expect((await one.next('battle-score-update')).scores).toMatchObject([{ score: 5 }, { score: 0 }])
  one.send('battle-timeout', { battleId: start.battleId, finalScore: 750, problemsAnswered: 150 })
  two.send('battle-timeout', { battleId: start.battleId, finalScore: 750, problemsAnswered: 150 })
  expect((await one.next('battle-end')).results).toMatchObject([
    { nickname: 'BraveOwl7', score: 5, problemsAnswered: 1 },
    { nickname: 'CalmBear5', score: 0, problemsAnswered: 2 },
  ])
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  expect(arena.lines.filter((line) => line.includes('battle_event_failed'))).toEqual([])
  expect(arena.lines.join('')).not.toMatch(`${one.playerId}|${two.playerId}|127\\.0\\.0\\.1`)
})

test('[BAT-62, BAT-60] a flood is dropped, its sender is notified once and then closed, and no other page is affected', async () => {
  const arena = await startArena()
  const { one, two, start } = await startBattle(arena)
  const flood = await battlePlayer(arena.url)
  for (let count = 0; count < 1400; count += 1) flood.send('battle-answer', { battleId: start.battleId })
  await flood.closed
  const codes = flood.received.map(({ payload }) => (payload as { code: string }).code)
  expect(codes.filter((code) => code === 'too_many_events')).toHaveLength(1)
  arena.time.forward(1000)
  answerRight(one, start, 0)
  expect((await two.next('battle-score-update')).scores[0]).toMatchObject({ score: 5 })
})

/** A websocket that has said hello, unless it is not to. */
async function enteredSocket(url: string, saysHello: boolean) {
  const raw = await rawSocket(url)
  if (saysHello) {
    const isIn = new Promise<void>((resolve) => {
      raw.socket.on('message', (data) => {
        if (String(data).startsWith('40')) resolve()
      })
    })
    raw.socket.send('40')
    await isIn
  }
  return raw
}

const whole = Buffer.alloc(125)

test.each<[string, number, boolean, (socket: WebSocket) => void]>([
  ['answers to pings', 1500, true, (socket) => socket.send('3')],
  ['packets that mean nothing', 1500, true, (socket) => socket.send('6')],
  ['pings of the websocket', 3000, true, (socket) => socket.ping(whole)],
  ['answers to pings of the websocket', 3000, true, (socket) => socket.pong(whole)],
  ['packets before it has said hello', 45_000, false, (socket) => socket.send('3')],
])(
  '[BAT-62, BAT-64] a flood of %s closes its connection, is counted, and affects nobody else',
  async (_, times, saysHello, flood) => {
    const arena = await startArena()
    const { one, two, start } = await startBattle(arena)
    const { socket, closed } = await enteredSocket(arena.url, saysHello)
    // What is written behind the end fails.
    socket.on('error', () => undefined)
    for (let count = 0; count < times && socket.readyState === WebSocket.OPEN; count += 1) flood(socket)
    await closed
    await expect.poll(async () => (await arena.get('/metrics')).text).toMatch(/^battle_connections 2$/m)
    expect((await arena.get('/metrics')).text).toMatch(/^battle_floods_total 1$/m)
    arena.time.forward(1000)
    // The first problem was on the screen all through the flood, which may have taken too long for five points.
    answerRight(one, start, 0)
    const { score = 0 } = (await two.next('battle-score-update')).scores[0] ?? {}
    arena.time.forward(1000)
    answerRight(one, start, 1)
    expect((await two.next('battle-score-update')).scores[0]).toMatchObject({ score: score + 5 })
    expect(score).toBeGreaterThan(0)
  },
)

test('[BAT-62, BAT-30] leaving is always accepted, whatever was dropped before and after', async () => {
  const arena = await startArena()
  const { one, two, start } = await startBattle(arena)
  for (let count = 0; count < 400; count += 1) one.send('battle-answer', { battleId: start.battleId })
  one.send('leave-battle-queue')
  expect((await two.next('battle-score-update')).scores[0]).toMatchObject({ left: true })
})

test('[BAT-60] an invalid packet, one that is too long or a second handshake closes its own connection and no other', async () => {
  const arena = await startArena()
  const { one, two, start } = await startBattle(arena)
  const bad: (string | Buffer)[] = [
    '4nonsense',
    '42{"an":"object"}',
    '451-["x",{"_placeholder":true,"num":0}]',
    '40/admin,',
    Buffer.from([1, 2, 3]),
    `42["battle-answer","${'x'.repeat(MAX_MESSAGE_BYTES)}"]`,
  ]
  for (const message of bad) {
    const { socket, closed } = await rawSocket(arena.url)
    const isIn = new Promise<void>((resolve) => {
      socket.on('message', (data) => {
        if (String(data).startsWith('40')) resolve()
      })
    })
    socket.send('40')
    await isIn
    socket.send(message)
    await closed
  }
  const { socket, closed } = await rawSocket(arena.url)
  socket.send('40')
  socket.send('40')
  socket.send('41')
  await closed
  await expect.poll(async () => (await arena.get('/metrics')).text).toMatch(/^battle_connections 2$/m)
  arena.time.forward(1000)
  answerRight(one, start, 0)
  expect((await two.next('battle-score-update')).scores[0]).toMatchObject({ score: 5 })
})
