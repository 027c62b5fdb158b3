import { expect, test } from 'vitest'
import { battlePlayer, wishOf, type BattlePlayer } from '../factories/battle-player.ts'
import { startArena, type ArenaOptions, type RunningArena } from '../factories/battle-server.ts'
import { handshakeStatus, WEBSOCKET_PATH } from '../factories/handshake.ts'

/** A loaded machine takes its time. */
const POLLING_PATH = WEBSOCKET_PATH.replace('websocket', 'polling')

async function refusedBusy({ get }: RunningArena): Promise<string | undefined> {
  const { text } = await get('/metrics')
  return /^battle_handshakes_refused_total\{reason="busy"\} (\d+)$/m.exec(text)?.[1]
}

/** An arena behind a trusted proxy on this machine. */
function behindProxy(bounds: ArenaOptions['bounds'] = {}): Promise<RunningArena> {
  return startArena({ bounds, app: { trustProxy: 1 } })
}

function from(address: string): Readonly<Record<string, string>> {
  return { 'x-forwarded-for': address }
}

function playerFrom({ url }: RunningArena, address: string): Promise<BattlePlayer> {
  return battlePlayer(url, { headers: from(address) })
}

function meetBot({ send, playerId }: BattlePlayer): void {
  send('start-computer-battle', { ...wishOf(playerId), botId: 'bot-1' })
}

test('[BAT-69, BAT-64] beyond its limit of connections the server refuses handshakes as busy, and a closed connection makes room', async () => {
  const arena = await startArena({ bounds: { maxConnections: 2 } })
  const [one, two] = [
    await battlePlayer(arena.url),
    await battlePlayer(arena.url, { transports: ['polling'] }),
  ]
  expect(await handshakeStatus(arena.url, {})).toBe(400)
  expect(await handshakeStatus(arena.url, {}, POLLING_PATH)).toBe(403)
  expect(await refusedBusy(arena)).toBe('2')
  one.join()
  two.join()
  expect(await one.next('queue-joined')).toEqual({ position: 1 })
  one.close()
  await expect.poll(async () => (await arena.get('/metrics')).text).toMatch(/^battle_connections 1$/m)
  await expect.poll(() => handshakeStatus(arena.url, {})).toBe(101)
})

test('[BAT-69] connections that have not said hello count too', async () => {
  const arena = await startArena({ bounds: { maxConnections: 1 } })
  expect(await handshakeStatus(arena.url, {}, POLLING_PATH)).toBe(200)
  expect(await handshakeStatus(arena.url, {}, POLLING_PATH)).toBe(403)
  expect((await arena.get('/metrics')).text).toMatch(/^battle_connections 0$/m)
})

test('[BAT-68, BAT-64] an address with its full share of connections is refused as busy, and every other one is accepted', async () => {
  const arena = await behindProxy({ maxOfAddress: { connections: 2 } })
  const [one] = [await playerFrom(arena, '2001:db8::1'), await playerFrom(arena, '2001:db8::2')]
  expect(await handshakeStatus(arena.url, from('2001:db8:0:0:9::3'), POLLING_PATH)).toBe(403)
  expect(await refusedBusy(arena)).toBe('1')
  expect(await handshakeStatus(arena.url, from('2001:db8:0:100::1'), POLLING_PATH)).toBe(200)
  one.close()
  await expect.poll(() => handshakeStatus(arena.url, from('2001:db8::3'), POLLING_PATH)).toBe(200)
})

test('[BAT-68] new tokens and new connections give an address no more battles, and another address plays', async () => {
  const arena = await behindProxy({ maxOfAddress: { battles: 1 } })
  const [script, again, child] = [
    await playerFrom(arena, '203.0.113.7'),
    await playerFrom(arena, '203.0.113.7'),
    await playerFrom(arena, '203.0.113.8'),
  ]
  meetBot(script)
  await script.next('battle-countdown')
  meetBot(again)
  expect(await again.next('battle-error')).toMatchObject({ code: 'busy' })
  again.join()
  expect(await again.next('battle-error')).toMatchObject({ code: 'busy' })
  meetBot(child)
  await child.next('battle-countdown')
  const { text } = await arena.get('/metrics')
  expect(text.split('\n')).toContain('battle_refusals_total{code="busy"} 2')
  expect(arena.lines.join('')).not.toContain('203.0.113')
})

test('[BAT-68] without a trusted proxy a claimed address is ignored, and this machine itself has no share', async () => {
  const none = { connections: 0, battles: 0, startsAMinute: 0 }
  const arena = await startArena({ bounds: { maxOfAddress: none } })
  const player = await playerFrom(arena, '203.0.113.7')
  meetBot(player)
  await player.next('battle-countdown')
  const believing = await behindProxy({ maxOfAddress: none })
  expect(await handshakeStatus(believing.url, from('127.0.0.1'), POLLING_PATH)).toBe(403)
})

test('[SEC-7] behind a trusted proxy that writes another Host, the page’s host is the forwarded one', async () => {
  const arena = await behindProxy()
  const status = (origin: string, forwarded: string, path: string): Promise<number> => {
    const headers = { host: 'inner:3000', 'x-forwarded-host': forwarded, ...from('203.0.113.7') }
    return handshakeStatus(arena.url, { ...headers, origin }, path)
  }
  for (const [path, isIn] of [
    [WEBSOCKET_PATH, 101],
    [POLLING_PATH, 200],
  ] as const) {
    const isAccepted = async (origin: string, forwarded: string): Promise<boolean> =>
      (await status(origin, forwarded, path)) === isIn
    for (const [origin, forwarded] of [
      ['https://play.example', 'play.example'],
      ['https://play.example', 'Play.Example:443'],
      ['https://play.example:8443', 'play.example:8443'],
      ['https://play.example', 'evil.example, play.example'],
    ] as const) {
      expect({ origin, forwarded, in: await isAccepted(origin, forwarded) }).toMatchObject({ in: true })
    }
    for (const [origin, forwarded] of [
      ['https://evil.example', 'play.example'],
      ['https://play.example', 'play.example, evil.example'],
      ['https://play.example', 'play.example:80'],
      ['http://inner:3000', 'play.example'],
    ] as const) {
      expect({ origin, forwarded, in: await isAccepted(origin, forwarded) }).toMatchObject({ in: false })
    }
  }
})

test('[SEC-7] a forwarded host from an untrusted sender is ignored', async () => {
  const { host } = new URL((await startArena()).url)
  for (const trustProxy of [false, ['10.0.0.0/8']] as const) {
    const arena = await startArena({ app: { trustProxy } })
    const own = new URL(arena.url).host
    const status = (origin: string, forwarded: string): Promise<number> =>
      handshakeStatus(arena.url, { host: own, origin, 'x-forwarded-host': forwarded }, POLLING_PATH)
    expect(await status('https://evil.example', 'evil.example')).toBe(403)
    expect(await status(`http://${own}`, 'evil.example')).toBe(200)
    expect(await status(`http://${host}`, host)).toBe(403)
  }
})
