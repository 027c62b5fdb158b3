import { expect, test } from 'vitest'
import type { BattleErrorCode } from '../../contract/battle-limits.ts'
import { battleArena, type Arena } from '../../server/battle/arena.ts'
import type { GatewayLine } from '../../server/battle/gateway.ts'
import type { FinishedBattle } from '../../server/battle/port.ts'
import { wishOf } from '../factories/battle-player.ts'
import { newToken } from '../factories/guest-calls.ts'
import { movableClock, type MovableClock } from '../factories/movable-clock.ts'

type Small = {
  readonly arena: Arena
  readonly time: MovableClock
  readonly refusals: BattleErrorCode[]
  readonly kept: FinishedBattle[]
}

/** An arena with room for so few. */
function smallArena(
  room: { readonly mostBattles?: number; readonly mostWaiting?: number },
  countdownSeconds = 0,
): Small {
  const time = movableClock()
  const refusals: BattleErrorCode[] = []
  const kept: FinishedBattle[] = []
  let ids = 0
  const arena = battleArena({
    clock: time,
    length: { durationMs: 60_000, countdownSeconds, problemCount: 20 },
    store: { save: async (battle) => void kept.push(battle) },
    newBattleId: () => `battle-${(ids += 1)}`,
    newSeed: () => ids,
    newPublicId: () => 'public',
    tokenHash: (token) => token,
    now: () => 0,
    fitNickname: (text) => text,
    fitPlace: (text) => text,
    counts: {
      refused: (code) => refusals.push(code),
      answered: () => undefined,
      waited: () => undefined,
      lost: () => undefined,
      failed: (_name, error) => {
        throw error
      },
    },
    ...room,
  })
  return { arena, time, refusals, kept }
}

type Guest = { readonly playerId: string; readonly line: GatewayLine; readonly told: [string, unknown][] }

function enter({ arena }: Small): Guest {
  const told: [string, unknown][] = []
  const line = arena.gateway.connect({
    send: (packet) => told.push(JSON.parse(packet.slice(1)) as [string, unknown]),
    close: () => undefined,
  })
  return { playerId: newToken(), line, told }
}

function join(guest: Guest, changes: Readonly<Record<string, unknown>> = {}): void {
  guest.line.receive('join-battle-queue', wishOf(guest.playerId, changes))
}

function meetBot({ line, playerId }: Guest): void {
  line.receive('start-computer-battle', { ...wishOf(playerId), botId: 'bot-2' })
}

test('[BAT-63] a full arena gives no battle and no queue place, tells so, and goes on with its battles', () => {
  const small = smallArena({ mostBattles: 1 })
  const [player, late, later] = [enter(small), enter(small), enter(small)]
  meetBot(player)
  meetBot(late)
  join(later)
  for (const { told } of [late, later]) expect(told).toMatchObject([['battle-error', { code: 'busy' }]])
  expect(small.arena.levels()).toMatchObject({ liveBattles: 1, waiting: 0 })
  small.time.forward(62_000)
  expect(player.told.at(-1)?.[0]).toBe('battle-end')
  meetBot(late)
  expect(late.told.at(-1)?.[0]).toBe('battle-start')
})

test('[BAT-63] who is matched when the arena has become full is told so and may join again', () => {
  const small = smallArena({ mostBattles: 1 })
  const [one, two, quick] = [enter(small), enter(small), enter(small)]
  join(one)
  join(two)
  meetBot(quick)
  small.time.forward(1000)
  for (const { told } of [one, two]) expect(told.at(-1)).toMatchObject(['battle-error', { code: 'busy' }])
  expect(small.arena.levels()).toMatchObject({ liveBattles: 1, waiting: 0 })
  small.time.forward(62_000)
  join(one)
  expect(one.told.at(-1)).toEqual(['queue-joined', { position: 1 }])
})

test('[BAT-14] who comes to a full queue is told busy, and nobody who waits loses a place', () => {
  const small = smallArena({ mostWaiting: 2 })
  const [one, two, three] = [enter(small), enter(small), enter(small)]
  for (const guest of [one, two, three]) join(guest)
  expect(three.told).toMatchObject([['battle-error', { code: 'busy' }]])
  expect(two.told).toEqual([['queue-joined', { position: 2 }]])
  join(three, { preference: 'mixed' })
  expect(three.told.at(-1)).toEqual(['queue-joined', { position: 1 }])
  small.time.forward(1000)
  expect([one, two].map(({ told }) => told.at(-1)?.[0])).toEqual(['battle-start', 'battle-start'])
})

test('[BAT-12, BAT-13] who waits is told the new place when somebody before them leaves', () => {
  const small = smallArena({})
  const [one, two] = [enter(small), enter(small)]
  join(one)
  join(two)
  one.line.receive('leave-battle-queue', undefined)
  expect(two.told).toEqual([
    ['queue-joined', { position: 2 }],
    ['queue-joined', { position: 1 }],
  ])
})

test('[BAT-10] four who come together play two and two, five play three and two', () => {
  for (const [count, battles] of [
    [3, 1],
    [4, 2],
    [5, 2],
    [7, 3],
  ] as const) {
    const small = smallArena({})
    const guests = Array.from({ length: count }, () => enter(small))
    for (const guest of guests) join(guest)
    small.time.forward(1000)
    expect(small.arena.levels()).toMatchObject({ liveBattles: battles, waiting: 0 })
  }
})

test('[BAT-65] while the arena drains nothing begins, who waits is told, and battles end at once that would last too long', async () => {
  const small = smallArena({})
  const [player, bored, late] = [enter(small), enter(small), enter(small)]
  meetBot(player)
  join(bored)
  const drained = small.arena.drain()
  meetBot(late)
  join(late)
  expect(player.told.at(-1)).toMatchObject(['battle-end', { immediate: true }])
  expect(bored.told.at(-1)).toMatchObject(['battle-error', { code: 'draining' }])
  expect(late.told.map(([, told]) => (told as { code: string }).code)).toEqual(['draining', 'draining'])
  await drained
  expect(small.arena.levels()).toMatchObject({ liveBattles: 0, waiting: 0, unsaved: 0 })
})

test('[BAT-65, BAT-66, BAT-70] who is in a countdown when the arena drains is told so, and nothing of it is kept or remembered', async () => {
  const small = smallArena({}, 5)
  const player = enter(small)
  meetBot(player)
  const [, { battleId }] = player.told.at(-1) as [string, { battleId: string }]
  await small.arena.drain()
  expect(player.told.map(([name]) => name)).toEqual(['battle-countdown', 'battle-error'])
  expect(player.told.at(-1)).toMatchObject(['battle-error', { code: 'draining' }])
  player.line.receive('battle-ready', { battleId, playerId: player.playerId })
  expect(player.told.at(-1)).toMatchObject(['battle-error', { code: 'unknown_battle' }])
  expect(small.refusals).toEqual(['draining', 'unknown_battle'])
  expect(small.kept).toEqual([])
})

test('[BAT-70] nothing is kept of who attempted nothing, nor of a battle that nobody played', () => {
  const small = smallArena({})
  const [player, idle, idler] = [enter(small), enter(small), enter(small)]
  meetBot(idler)
  join(player)
  join(idle)
  small.time.forward(1000)
  const [, start] = player.told.at(-1) as [string, { battleId: string }]
  const wrong = { battleId: start.battleId, problemIndex: 0, answer: 999, responseTime: 900 }
  player.line.receive('battle-answer', wrong)
  small.time.forward(62_000)
  for (const { told } of [player, idle, idler]) expect(told.at(-1)?.[0]).toBe('battle-end')
  expect(small.kept.map(({ battleId }) => battleId)).toEqual([start.battleId])
  expect(small.kept[0]?.players).toMatchObject([{ tokenHash: player.playerId, isWinner: false }])
})

test('[BAT-37, BAT-63] players who are gone do not fill the arena, and their battles against computers are not kept', async () => {
  const small = smallArena({ mostBattles: 2 })
  const [gone, alsoGone, player] = [enter(small), enter(small), enter(small)]
  for (const guest of [gone, alsoGone]) {
    meetBot(guest)
    guest.line.closed()
  }
  meetBot(player)
  expect(player.told.at(-1)).toMatchObject(['battle-error', { code: 'busy' }])
  small.time.forward(21_000)
  expect(small.arena.levels().liveBattles).toBe(0)
  meetBot(player)
  expect(player.told.at(-1)?.[0]).toBe('battle-start')
  expect(small.arena.levels().unsaved).toBe(0)
  expect(small.kept).toEqual([])
})
