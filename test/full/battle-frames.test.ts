import { expect, test } from 'vitest'
import type { ServerPayload } from '../../contract/battle-events.ts'
import { MAX_UNSENT_BYTES } from '../../server/battle/socket/direct-socket.ts'
import { acceptedSockets, type AcceptedSocket } from '../factories/accepted-sockets.ts'
import { battlePlayer, wishOf } from '../factories/battle-player.ts'
import { answerRight, startArena, startBattle, type RunningArena } from '../factories/battle-server.ts'
import { newToken } from '../factories/guest-calls.ts'
import { WEBSOCKET_PATH } from '../factories/handshake.ts'
import { CLOSE, rawWebSocket, TEXT, type Frame, type RawWebSocket } from '../factories/raw-websocket.ts'

/*
 * What ADR 0012 rests on and no package promises. These tests are to fail when an upgrade of ws, engine.io, socket.io or Node
 * changes it.
 */

/** A loaded machine takes its time. */

const eventOf = (name: string, payload: unknown): string => `42${JSON.stringify([name, payload])}`
const payloadOf = <Payload>({ text }: Frame): Payload => (JSON.parse(text.slice(2)) as [string, Payload])[1]
const isEvent =
  (name: string) =>
  ({ text }: Frame): boolean =>
    text.startsWith(`42["${name}"`)

const isPing = ({ text }: Frame): boolean => text === '2'

type RawPlayer = RawWebSocket & { readonly playerId: string; readonly server: AcceptedSocket }

/** A websocket by hand that has said hello, with the server's end of it. It answers pings. */
async function rawPlayer({ url }: RunningArena, accepted: readonly AcceptedSocket[]): Promise<RawPlayer> {
  const raw = await rawWebSocket(url)
  const server = accepted.find(({ socket }) => socket.remotePort === raw.socket.localPort)
  if (!server) throw new Error('the server’s end is not known')
  let seen = 0
  raw.socket.on('data', () => {
    for (const frame of raw.frames.slice(seen)) if (isPing(frame)) raw.send('3')
    seen = raw.frames.length
  })
  raw.send('40')
  await raw.frame(({ text }) => text.startsWith('40{'))
  return { ...raw, playerId: newToken(), server }
}

/** Frames are whole, plain, and each was finished in the turn in which it was begun. */
function expectWhole({ frames, server }: RawPlayer): void {
  for (const { opcode, flags, isMasked } of frames) {
    expect({ flags, isMasked }).toEqual({ flags: 128, isMasked: false })
    expect([TEXT, CLOSE]).toContain(opcode)
  }
  const ends = new Set(frames.map(({ endsAt }) => endsAt))
  const hasCome = Math.max(...ends)
  const afterHandshake = [...server.turns].slice(1).filter((bytes) => bytes <= hasCome)
  expect(afterHandshake.length).toBeGreaterThan(1)
  expect(afterHandshake.filter((bytes) => !ends.has(bytes))).toEqual([])
}

test('[BAT-105] events and Engine.IO packets arrive whole and in order, and nothing is compressed', async () => {
  const accepted = acceptedSockets()
  const arena = await startArena({ problemCount: 1000, bounds: { pingEveryMs: 1 } })
  const player = await rawPlayer(arena, accepted)
  const { playerId } = player
  // This bot is from São Paulo: the longest text is not ASCII.
  const comeBack = eventOf('start-computer-battle', { ...wishOf(playerId), botId: 'bot-4' })
  player.send(comeBack)
  await player.frame(isEvent('battle-countdown'))
  arena.time.forward(1000)
  const start = payloadOf<ServerPayload<'battle-start'>>(await player.frame(isEvent('battle-start')))
  const rounds = 12
  for (let round = 0; round < rounds; round += 1) {
    arena.time.forward(1000)
    const { battleId } = start
    const { answer } = start.problems[round] ?? {}
    const right = eventOf('battle-answer', { battleId, problemIndex: round, answer, responseTime: 900 })
    const pings = player.frames.filter(isPing).length
    player.send(comeBack, right, comeBack)
    const received = (): number => player.frames.filter(isEvent('battle-start')).length
    await expect.poll(received).toBe(3 + 2 * round)
    await expect.poll(() => player.frames.filter(isPing).length).toBeGreaterThan(pings)
  }
  expectWhole(player)
  expect(player.head).not.toMatch(/extensions/i)
  const scores = player.frames
    .filter(isEvent('battle-score-update'))
    .map((frame) => payloadOf<ServerPayload<'battle-score-update'>>(frame).scores[0]?.score ?? 0)
  const steps = [...new Set(scores)].filter((score) => score > 0)
  expect(steps).toEqual(Array.from({ length: rounds }, (_, round) => 5 * (round + 1)))
  const places = player.frames
    .filter(isEvent('battle-start'))
    .map((frame) => payloadOf<ServerPayload<'battle-start'>>(frame).problemIndex ?? 0)
  expect(places).toEqual([0, ...steps.flatMap((_, round) => [round, round + 1])])
  expect(player.frames.some(({ text }) => text.length > 10_000 && text.includes('São Paulo'))).toBe(true)
})

test('[BAT-105] an event is written to the socket in one piece', async () => {
  const accepted = acceptedSockets()
  const arena = await startArena()
  const player = await rawPlayer(arena, accepted)
  const before = player.server.written.length
  player.send(eventOf('join-battle-queue', wishOf(player.playerId)))
  const { text } = await player.frame(isEvent('queue-joined'))
  const pieces = player.server.written.slice(before).map(({ chunk }) => chunk)
  expect(pieces).toEqual([`\u0081${String.fromCharCode(text.length)}${text}`])
})

test('[BAT-105, BAT-62] a closed page reads the reason, then the Socket.IO disconnect, then the websocket close, and nothing after it', async () => {
  const accepted = acceptedSockets()
  const arena = await startArena()
  const player = await rawPlayer(arena, accepted)
  for (let portion = 0; portion < 14; portion += 1) {
    player.send(...Array.from({ length: 100 }, () => '42["leave-battle-queue"]'))
  }
  await player.frame(({ opcode }) => opcode === CLOSE)
  player.sayGoodbye()
  await player.ended
  expectWhole(player)
  const [why, ...after] = player.frames.slice(-3)
  expect(why?.text).toContain('too_many_events')
  expect(after.map(({ opcode, text }) => (opcode === CLOSE ? 'close' : text))).toEqual(['41', 'close'])
})

test('[BAT-105] nothing is written to a page that was closed or cut off, and the other player goes on', async () => {
  const accepted = acceptedSockets()
  const arena = await startArena()
  for (const howItEnds of ['goodbye', 'cut'] as const) {
    const leaving = await rawPlayer(arena, accepted)
    leaving.send(eventOf('join-battle-queue', wishOf(leaving.playerId)))
    await leaving.frame(isEvent('queue-joined'))
    const other = await battlePlayer(arena.url)
    other.join()
    await other.next('battle-countdown')
    arena.time.forward(1000)
    const start = await other.next('battle-start')
    await leaving.frame(isEvent('battle-start'))
    const gone = new Promise((resolve) => leaving.server.socket.once('close', resolve))
    if (howItEnds === 'goodbye') leaving.sayGoodbye()
    else leaving.socket.resetAndDestroy()
    for (let problem = 0; problem < 20; problem += 1) {
      arena.time.forward(1000)
      answerRight(other, start, problem)
      await other.next('battle-score-update')
    }
    await leaving.ended
    expectWhole(leaving)
    expect(leaving.server.written.filter(({ wasWritable }) => !wasWritable)).toEqual([])
    if (howItEnds === 'goodbye') {
      expect(leaving.frames.findIndex(({ opcode }) => opcode === CLOSE)).toBe(leaving.frames.length - 1)
      leaving.socket.end()
    }
    await gone
    const written = leaving.server.written.length
    arena.time.forward(1000)
    answerRight(other, start, 20)
    await other.next('battle-score-update')
    expect(leaving.server.written).toHaveLength(written)
    other.close()
  }
  expect(arena.lines.filter((line) => /battle_event_failed|uncaught/.test(line))).toEqual([])
})

test('[BAT-105] a page that does not read is closed before much is queued for it, and no other page is affected', async () => {
  const accepted = acceptedSockets()
  const arena = await startArena({ problemCount: 1000, battleSeconds: 3600 })
  const { one, two, start } = await startBattle(arena)
  const deaf = await rawPlayer(arena, accepted)
  const again = eventOf('start-computer-battle', { ...wishOf(deaf.playerId), botId: 'bot-1' })
  deaf.send(again)
  await deaf.frame(isEvent('battle-countdown'))
  arena.time.forward(1000)
  const largest = (await deaf.frame(isEvent('battle-start'))).text.length
  deaf.socket.pause()
  // All that it may ask for at once, and then what it may ask for each second.
  deaf.send(...Array.from({ length: 50 }, () => again))
  while (!deaf.server.socket.destroyed) {
    arena.time.forward(1000)
    deaf.send(again)
    await new Promise((resolve) => void setImmediate(resolve))
  }
  expect(deaf.server.maxUnsent()).toBeGreaterThan(MAX_UNSENT_BYTES)
  expect(deaf.server.maxUnsent()).toBeLessThan(MAX_UNSENT_BYTES + 2 * largest)
  expect(deaf.server.socket).toMatchObject({ destroyed: true, writable: false })
  await expect.poll(async () => (await arena.get('/metrics')).text).toMatch(/^battle_connections 2$/m)
  expect(deaf.server.written.filter(({ wasWritable }) => !wasWritable)).toEqual([])
  arena.time.forward(1000)
  answerRight(one, start, 0)
  expect((await two.next('battle-score-update')).scores[0]).toMatchObject({ score: expect.toBeOneOf([3, 5]) })
})

/** A connection that has begun by polling and said hello, and how its page posts and polls. */
async function pollingPlayer({ url }: RunningArena) {
  const path = url + WEBSOCKET_PATH.replace('websocket', 'polling')
  const opened = await (await fetch(path)).text()
  const { sid } = JSON.parse(opened.slice(1)) as { readonly sid: string }
  const post = async (...texts: readonly string[]): Promise<number> => {
    const answer = await fetch(`${path}&sid=${sid}`, { method: 'POST', body: texts.join('\u001e') })
    await answer.text()
    return answer.status
  }
  const poll = async (): Promise<string> => (await fetch(`${path}&sid=${sid}`)).text()
  await post('40')
  expect(await poll()).toMatch(/^40\{/)
  return { sid, post, poll }
}

test('[BAT-105] a page that posts and does not poll is closed before much waits for it', async () => {
  const arena = await startArena({ problemCount: 1000 })
  const { post } = await pollingPlayer(arena)
  const again = eventOf('start-computer-battle', { ...wishOf(newToken()), botId: 'bot-1' })
  expect(await post(again)).toBe(200)
  arena.time.forward(1000)
  const statuses: number[] = []
  for (let portion = 0; portion < 20; portion += 1) {
    statuses.push(await post(...Array.from({ length: 10 }, () => again)))
  }
  expect(statuses[0]).toBe(200)
  expect(statuses.at(-1)).toBe(400)
  await expect.poll(async () => (await arena.get('/metrics')).text).toMatch(/^battle_connections 0$/m)
})

test('[BAT-105] a page that began by polling and does not read its websocket is closed too', async () => {
  const accepted = acceptedSockets()
  const arena = await startArena({ problemCount: 1000 })
  const { sid } = await pollingPlayer(arena)
  const raw = await rawWebSocket(arena.url, sid)
  raw.send('2probe')
  await raw.frame(({ text }) => text === '3probe')
  raw.send('5')
  const again = eventOf('start-computer-battle', { ...wishOf(newToken()), botId: 'bot-1' })
  raw.send(again)
  await raw.frame(isEvent('battle-countdown'))
  arena.time.forward(1000)
  const largest = (await raw.frame(isEvent('battle-start'))).text.length
  raw.socket.pause()
  raw.send(...Array.from({ length: 1000 }, () => again))
  await expect.poll(async () => (await arena.get('/metrics')).text).toMatch(/^battle_connections 0$/m)
  const server = accepted.find(({ socket }) => socket.remotePort === raw.socket.localPort)
  expect(server?.maxUnsent()).toBeGreaterThan(largest)
  expect(server?.maxUnsent()).toBeLessThan(MAX_UNSENT_BYTES + 2 * largest)
})
