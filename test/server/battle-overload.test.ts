import { expect, test } from 'vitest'
import {
  EVENTS_A_SECOND,
  EVENTS_OF_WHOLE_BATTLE,
  MAX_LIVE_BATTLES,
} from '../../server/battle/socket/overload.ts'
import { wishOf } from '../factories/battle-player.ts'
import { enter, join, meetBot, smallArena, type Guest } from '../factories/small-arena.ts'

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

test('[BAT-70] who attempted nothing or left is kept with the others, and nothing of a battle that nobody played', () => {
  const small = smallArena()
  const [player, idle, leaver, idler] = [enter(small), enter(small), enter(small), enter(small)]
  meetBot(idler)
  for (const guest of [player, idle, leaver]) join(guest)
  small.time.forward(1000)
  const [, start] = player.told.at(-1) as [string, { battleId: string }]
  leaver.line.receive('leave-battle-queue', undefined)
  const wrong = { battleId: start.battleId, problemIndex: 0, answer: 999, responseTime: 900 }
  player.line.receive('battle-answer', wrong)
  small.time.forward(62_000)
  for (const { told } of [player, idle, idler]) expect(told.at(-1)?.[0]).toBe('battle-end')
  expect(small.kept.map(({ battleId }) => battleId)).toEqual([start.battleId])
  const kept = small.kept[0]?.players.map(
    (one) => one.kind === 'person' && [one.tokenHash, one.left, one.isWinner],
  )
  expect(kept).toHaveLength(3)
  expect(kept).toContainEqual([player.playerId, false, false])
  expect(kept).toContainEqual([idle.playerId, false, false])
  expect(kept).toContainEqual([leaver.playerId, true, false])
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
  const small = smallArena({ mostBattles: MAX_LIVE_BATTLES })
  const pupils = Array.from({ length: 3000 }, () => enter(small, 'school'))
  for (const pupil of pupils.slice(0, 1500)) join(pupil)
  for (const pupil of pupils.slice(1500)) join(pupil, { preference: 'mixed' })
  small.time.forward(200)
  for (const pupil of pupils.slice(0, 500)) pupil.line.receive('leave-battle-queue', undefined)
  for (const pupil of pupils.slice(0, 500)) meetBot(pupil)
  expect(small.refusals).toEqual([])
  expect(small.arena.levels()).toMatchObject({ waiting: 0 })
})

const WHOLE_LENGTH = { durationMs: 60_000, countdownSeconds: 0, problemCount: 150 }

/** How often the guest was told the whole battle. */
const startsTold = ({ told }: Guest): number => told.filter(([name]) => name === 'battle-start').length

test('[BAT-62] however often a page asks for its battle, it draws one whole battle a second beyond the first dozen', () => {
  const small = smallArena({ length: WHOLE_LENGTH })
  for (const ask of ['join-battle-queue', 'start-computer-battle']) {
    const guest = enter(small)
    for (let time = 0; time < 30 * EVENTS_A_SECOND; time += 1) {
      guest.line.receive(ask, { ...wishOf(guest.playerId), botId: 'bot-2' })
      if (time === 0) meetBot(guest)
      small.time.forward(1000 / EVENTS_A_SECOND)
    }
    const aSecond = EVENTS_A_SECOND / EVENTS_OF_WHOLE_BATTLE
    expect(startsTold(guest)).toBeLessThanOrEqual(13 + 31 * aSecond)
    expect(startsTold(guest)).toBeGreaterThan(20)
    expect(guest.told).toContainEqual(['battle-error', expect.objectContaining({ code: 'too_many_events' })])
  }
})

test('[BAT-62] who reloads in quick succession and brings a whole outage along stays within the budget', () => {
  const small = smallArena({ length: WHOLE_LENGTH })
  const guest = enter(small)
  meetBot(guest)
  const [, { battleId, problems }] = guest.told.at(-1) as [
    string,
    { battleId: string; problems: { answer: number }[] },
  ]
  guest.line.receive('battle-ready', { battleId, playerId: guest.playerId })
  const pages = Array.from({ length: 20 }, () => ({ ...enter(small), playerId: guest.playerId }))
  for (const page of pages) {
    page.line.receive('battle-ready', { battleId, playerId: guest.playerId })
    page.line.receive('battle-ready', { battleId, playerId: guest.playerId })
    expect(page.told.map(([name]) => name)).toEqual(['battle-start'])
    small.time.forward(300)
  }
  const last = pages.at(-1)
  for (const [problemIndex, { answer }] of problems.entries()) {
    last?.line.receive('battle-answer', { battleId, problemIndex, answer, responseTime: 300 })
  }
  small.time.forward(3000)
  last?.line.receive('battle-timeout', { battleId, finalScore: 750, problemsAnswered: 150 })
  expect(last?.told.at(-1)).toMatchObject(['battle-end', { results: [{}, {}] }])
  const end = last?.told.at(-1)?.[1] as { results: { you: boolean; problemsAnswered: number }[] }
  expect(end.results.find(({ you }) => you)?.problemsAnswered).toBe(150)
  expect(small.refusals.filter((code) => code === 'too_many_events')).toEqual([])
})
