import { expect, test } from 'vitest'
import { GATHER_MS } from '../../server/battle/socket/overload.ts'
import { battlePlayer } from '../factories/battle-player.ts'
import { startArena } from '../factories/battle-server.ts'
import { haltingProxy } from '../factories/halting-proxy.ts'
import { enter, join, smallArena, type Guest, type Small } from '../factories/small-arena.ts'

/** The last event a guest received: its name and the place in the queue. */
function lastReceived({ received }: Guest): unknown {
  const [name, payload] = received.at(-1) ?? []
  return name === 'queue-joined' ? (payload as { position: number }).position : name
}

/** A page that says nothing when it is asked, and one that answers at once. */
const mute = (small: Small): Guest => enter(small, null, () => undefined)
const living = (small: Small): Guest => {
  const guest: Guest = enter(small, null, () => guest.line.receiveOther())
  return guest
}

test('[BAT-16] a stalled connection is not matched, leaves the queue, and is back in it when it responds', async () => {
  const arena = await startArena()
  const proxy = await haltingProxy(arena.url)
  const shut = await battlePlayer(proxy.url)
  shut.join()
  expect(await shut.next('queue-joined')).toEqual({ position: 1 })
  proxy.halt()
  const waiting = await battlePlayer(arena.url)
  waiting.join()
  expect(await waiting.next('queue-joined')).toEqual({ position: 2 })
  arena.time.forward(700)
  expect(await waiting.next('queue-joined')).toEqual({ position: 1 })
  expect((await arena.get('/metrics')).text).toMatch(/^battle_queue_length 1$/m)
  proxy.go()
  expect(await shut.next('queue-joined')).toEqual({ position: 2 })
  const [one, two] = [await shut.next('battle-countdown'), await waiting.next('battle-countdown')]
  expect(one.battleId).toBe(two.battleId)
})

test('[BAT-16, BAT-10] responding players are matched as soon as all have responded, and at most a second later if one does not', () => {
  const small = smallArena()
  const [first, second] = [living(small), living(small)]
  join(first)
  join(second)
  small.time.forward(GATHER_MS + 10)
  expect([first, second].map(lastReceived)).toEqual(['battle-start', 'battle-start'])

  const [shut, one, two] = [mute(small), living(small), living(small)]
  for (const guest of [shut, one, two]) join(guest)
  small.time.forward(GATHER_MS + 10)
  expect([shut, one, two].map(lastReceived)).toEqual([1, 2, 3])
  small.time.forward(600)
  expect([shut, one, two].map(lastReceived)).toEqual([1, 'battle-start', 'battle-start'])
  expect(small.arena.levels()).toMatchObject({ liveBattles: 2, waiting: 0 })
})

test('[BAT-16] a line that cannot be asked is matched as it is', () => {
  const small = smallArena()
  const [polling, living] = [enter(small), enter(small)]
  join(polling)
  join(living)
  small.time.forward(GATHER_MS + 10)
  expect([polling, living].map(lastReceived)).toEqual(['battle-start', 'battle-start'])
})

test('[BAT-16, BAT-13] leaving is a response too: the player is not matched and not put back', () => {
  const small = smallArena()
  const [leaving, other] = [mute(small), living(small)]
  join(leaving)
  join(other)
  small.time.forward(GATHER_MS + 10)
  leaving.line.receive('leave-battle-queue', undefined)
  small.time.forward(1000)
  expect([leaving, other].map(lastReceived)).toEqual([1, 1])
  expect(small.arena.levels()).toMatchObject({ liveBattles: 0, waiting: 1 })

  const late = mute(small)
  other.line.receive('leave-battle-queue', undefined)
  join(late)
  small.time.forward(1000)
  join(other)
  small.time.forward(1000)
  expect(small.arena.levels()).toMatchObject({ liveBattles: 0, waiting: 1 })
  late.line.receive('leave-battle-queue', undefined)
  small.time.forward(1000)
  expect(small.arena.levels()).toMatchObject({ liveBattles: 0, waiting: 1 })
})

test('[BAT-16, BAT-61] another tab of a silent player takes the place over', () => {
  const small = smallArena()
  const [shut, other] = [mute(small), living(small)]
  join(shut)
  join(other)
  small.time.forward(1000)
  const tab = { ...living(small), playerId: shut.playerId }
  join(tab)
  small.time.forward(GATHER_MS + 10)
  expect([shut, other, tab].map(lastReceived)).toEqual(['battle-error', 'battle-start', 'battle-start'])
})

test('[BAT-16, BAT-67, BAT-65] a silent page in the queue that closes is removed, and notified when the arena drains', async () => {
  const small = smallArena()
  const [closed, shut, other] = [mute(small), mute(small), living(small)]
  for (const guest of [closed, shut, other]) {
    join(guest)
    small.time.forward(1000)
  }
  expect(small.arena.levels()).toMatchObject({ waiting: 1 })
  closed.line.closed()
  closed.line.receiveOther()
  expect(small.arena.levels()).toMatchObject({ waiting: 1, connections: 2 })
  await small.arena.drain()
  expect([shut, other].map(lastReceived)).toEqual(['battle-error', 'battle-error'])
  shut.line.receiveOther()
  expect(small.arena.levels()).toMatchObject({ waiting: 0, liveBattles: 0 })
})
