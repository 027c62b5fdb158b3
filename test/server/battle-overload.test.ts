import { expect, test } from 'vitest'
import type { BattleErrorCode } from '../../contract/battle-limits.ts'
import { battleArena, type Arena, type ArenaNeeds } from '../../server/battle/arena.ts'
import type { GatewayLine } from '../../server/battle/gateway.ts'
import { MOST_LIVE_BATTLES } from '../../server/battle/overload.ts'
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
  room: Pick<ArenaNeeds, 'mostBattles' | 'mostWaiting' | 'mostOfAddress'>,
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

function enter({ arena }: Small, address: string | null = null): Guest {
  const told: [string, unknown][] = []
  const send = (packet: string): void => {
    told.push(JSON.parse(packet.slice(1)) as [string, unknown])
  }
  const line = arena.gateway.connect({ send, close: () => undefined }, address)
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

test('[BAT-68] an address with its share of battles is told busy, every other plays, and what ends makes room again', () => {
  const small = smallArena({ mostOfAddress: { battles: 2 } })
  const [left, played, late] = [enter(small, 'a'), enter(small, 'a'), enter(small, 'a')]
  const [other, ours] = [enter(small, 'b'), enter(small)]
  meetBot(left)
  meetBot(played)
  const codes = (): unknown[] => late.told.map(([name, told]) => (told as { code?: string }).code ?? name)
  meetBot(late)
  join(late)
  expect(codes()).toEqual(['busy', 'busy'])
  for (const guest of [other, ours]) {
    meetBot(guest)
    expect(guest.told.at(-1)?.[0]).toBe('battle-start')
  }
  left.line.receive('leave-battle-queue', undefined)
  meetBot(late)
  expect(codes().at(-1)).toBe('battle-start')
  meetBot(left)
  expect(left.told.at(-1)).toMatchObject(['battle-error', { code: 'busy' }])
  small.time.forward(63_000)
  for (const guest of [left, played]) {
    meetBot(guest)
    expect(guest.told.at(-1)?.[0]).toBe('battle-start')
  }
})

test('[BAT-68] two of one address in one battle are one battle, and who is put back into one begins none', () => {
  const small = smallArena({ mostOfAddress: { battles: 2, startsAMinute: 3 } })
  const [one, two, three] = [enter(small, 'a'), enter(small, 'a'), enter(small, 'a')]
  join(one)
  join(two)
  small.time.forward(1000)
  for (let time = 0; time < 5; time += 1) join(one)
  expect(one.told.at(-1)?.[0]).toBe('battle-start')
  meetBot(three)
  expect(three.told.at(-1)?.[0]).toBe('battle-start')
})

test('[BAT-68] an address begins so much in a minute and no more, and the next minute it may again', () => {
  const small = smallArena({ mostOfAddress: { startsAMinute: 2 } })
  const minute = 60_000
  small.time.forward(minute - (small.time.nowMs() % minute) + 1)
  const guest = enter(small, 'a')
  for (let time = 0; time < 3; time += 1) {
    join(guest)
    guest.line.receive('leave-battle-queue', undefined)
  }
  expect(guest.told.map(([name]) => name)).toEqual(['queue-joined', 'queue-joined', 'battle-error'])
  const other = enter(small, 'b')
  join(other)
  expect(other.told.at(-1)?.[0]).toBe('queue-joined')
  other.line.receive('leave-battle-queue', undefined)
  small.time.forward(minute)
  join(guest)
  expect(guest.told.at(-1)?.[0]).toBe('queue-joined')
})

test('[BAT-68] thousands of children of one school play at the same moment', () => {
  const small = smallArena({ mostBattles: MOST_LIVE_BATTLES })
  const pupils = Array.from({ length: 3000 }, () => enter(small, 'school'))
  for (const pupil of pupils.slice(0, 1500)) join(pupil)
  for (const pupil of pupils.slice(1500)) join(pupil, { preference: 'mixed' })
  small.time.forward(200)
  for (const pupil of pupils.slice(0, 500)) pupil.line.receive('leave-battle-queue', undefined)
  for (const pupil of pupils.slice(0, 500)) meetBot(pupil)
  expect(small.refusals).toEqual([])
  expect(small.arena.levels()).toMatchObject({ waiting: 0 })
})
