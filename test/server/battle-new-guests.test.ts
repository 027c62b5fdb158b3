import { expect, test } from 'vitest'
import { NEW_GUESTS } from '../../server/guest/new-guest-limit.ts'
import type { SharedLimits } from '../../server/http/rate-limit.ts'
import { battlePlayer, wishOf } from '../factories/battle-player.ts'
import { startArena } from '../factories/battle-server.ts'
import { everyTable } from '../factories/every-table.ts'
import { newToken, sessionBody } from '../factories/guest-calls.ts'

const NEW = 'new guests '
const from = (address: string) => ({ 'x-forwarded-for': address })
const arena = (sharedLimits: SharedLimits) => startArena({ app: { trustProxy: 1, sharedLimits } })

test.each(['join-battle-queue', 'start-computer-battle'])(
  '[SEC-11] a guest whose first call is a battle (%s) has the key of its address, and counts as new once',
  async (event) => {
    const admitted: string[] = []
    const sharedLimits: SharedLimits = {
      count: async (key) => ({ count: admitted.push(key), leftMs: 1000 }),
    }
    const app = await arena(sharedLimits)
    const guest = await battlePlayer(app.url, { headers: from('203.0.113.7') })
    const wish = { ...wishOf(guest.playerId), botId: 'bot-1' }
    guest.send(event, wish)
    await guest.next(event === 'join-battle-queue' ? 'queue-joined' : 'battle-countdown')
    const other = await battlePlayer(app.url, { headers: from('203.0.113.8') })
    other.join()
    await other.next(event === 'join-battle-queue' ? 'battle-countdown' : 'queue-joined')
    const rows = (await everyTable(app.database)).get('guest') ?? []
    const keys = rows.map((row) => String(row['address_key']))
    expect(keys).toEqual([expect.stringMatching(/^.{44}$/), expect.stringMatching(/^.{44}$/)])
    expect(new Set(keys).size).toBe(2)
    await app.post('/api/guest/session', sessionBody({ sessionToken: guest.playerId }), from('203.0.113.9'))
    expect(admitted.filter((key) => key.startsWith(NEW))).toEqual(keys.map((key) => `${NEW}${key}`))
  },
)

test('[SEC-11] an address with too many new guests starts no battles for more of them; known ones play', async () => {
  const sharedLimits: SharedLimits = {
    count: async (key) => ({ count: key.startsWith(NEW) ? NEW_GUESTS.calls : 1, leftMs: 1000 }),
  }
  const app = await arena(sharedLimits)
  const join = async (playerId: string, address: string) => {
    const guest = await battlePlayer(app.url, { playerId, headers: from(address) })
    guest.join()
    return guest
  }
  const first = newToken()
  await (await join(first, '203.0.113.7')).next('queue-joined')
  for (let more = 0; more < 3; more += 1) {
    expect(await (await join(newToken(), '203.0.113.7')).next('battle-error')).toMatchObject({ code: 'busy' })
  }
  await (await join(first, '203.0.113.7')).next('queue-joined')
  await (await join(newToken(), '203.0.113.8')).next('battle-countdown')
  expect((await everyTable(app.database)).get('guest')).toHaveLength(2)
})
