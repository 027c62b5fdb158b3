import { expect, test } from 'vitest'
import { EventBudget } from '../../server/battle/socket/event-budget.ts'
import {
  EVENTS_PER_SECOND,
  EVENTS_OF_WHOLE_BATTLE,
  MAX_DROPPED_EVENTS,
  MAX_LIVE_BATTLES,
} from '../../server/battle/socket/overload.ts'
import { wishOf } from '../factories/battle-player.ts'
import { enter, join, meetBot, smallArena, type Guest } from '../factories/small-arena.ts'

test('[BAT-63] a full arena gives no battle and no queue place, refuses with busy, and continues its battles', () => {
  const small = smallArena({ maxBattles: 1 })
  const [player, late, later] = [enter(small), enter(small), enter(small)]
  meetBot(player)
  meetBot(late)
  join(later)
  for (const { received } of [late, later])
    expect(received).toMatchObject([['battle-error', { code: 'busy' }]])
  expect(small.arena.levels()).toMatchObject({ liveBattles: 1, waiting: 0 })
  small.time.forward(62_000)
  expect(player.received.at(-1)?.[0]).toBe('battle-end')
  meetBot(late)
  expect(late.received.at(-1)?.[0]).toBe('battle-start')
})

test('[BAT-63] players matched when the arena has become full get busy and may join again', () => {
  const small = smallArena({ maxBattles: 1 })
  const [one, two, quick] = [enter(small), enter(small), enter(small)]
  join(one)
  join(two)
  meetBot(quick)
  small.time.forward(1000)
  for (const { received } of [one, two])
    expect(received.at(-1)).toMatchObject(['battle-error', { code: 'busy' }])
  expect(small.arena.levels()).toMatchObject({ liveBattles: 1, waiting: 0 })
  small.time.forward(62_000)
  join(one)
  expect(one.received.at(-1)).toEqual(['queue-joined', { position: 1 }])
})

test('[BAT-14] joining a full queue gets busy, and no waiting player loses a place', () => {
  const small = smallArena({ maxWaiting: 2 })
  const [one, two, three] = [enter(small), enter(small), enter(small)]
  for (const guest of [one, two, three]) join(guest)
  expect(three.received).toMatchObject([['battle-error', { code: 'busy' }]])
  expect(two.received).toEqual([['queue-joined', { position: 2 }]])
  join(three, { preference: 'mixed' })
  expect(three.received.at(-1)).toEqual(['queue-joined', { position: 1 }])
  small.time.forward(1000)
  expect([one, two].map(({ received }) => received.at(-1)?.[0])).toEqual(['battle-start', 'battle-start'])
})

test('[BAT-65] while the arena drains nothing begins, waiting players are notified, and battles that would last too long end at once', async () => {
  const small = smallArena({})
  const [player, bored, late] = [enter(small), enter(small), enter(small)]
  meetBot(player)
  join(bored)
  const drained = small.arena.drain()
  meetBot(late)
  join(late)
  expect(player.received.at(-1)).toMatchObject(['battle-end', { immediate: true }])
  expect(bored.received.at(-1)).toMatchObject(['battle-error', { code: 'draining' }])
  expect(late.received.map(([, received]) => (received as { code: string }).code)).toEqual([
    'draining',
    'draining',
  ])
  await drained
  expect(small.arena.levels()).toMatchObject({ liveBattles: 0, waiting: 0, unsaved: 0 })
})

test('[BAT-65, BAT-66, BAT-70] players in a countdown when the arena drains are notified, and nothing of the battle is stored', async () => {
  const small = smallArena({}, 5)
  const player = enter(small)
  meetBot(player)
  const [, { battleId }] = player.received.at(-1) as [string, { battleId: string }]
  await small.arena.drain()
  expect(player.received.map(([name]) => name)).toEqual(['battle-countdown', 'battle-error'])
  expect(player.received.at(-1)).toMatchObject(['battle-error', { code: 'draining' }])
  player.line.receive('battle-ready', { battleId, playerId: player.playerId })
  expect(player.received.at(-1)).toMatchObject(['battle-error', { code: 'unknown_battle' }])
  expect(small.refusals).toEqual(['draining', 'unknown_battle'])
  expect(small.kept).toEqual([])
})

test('[BAT-70] players who attempted nothing or left are stored with the others, and a battle that nobody played is not stored', () => {
  const small = smallArena()
  const [player, idle, leaver, idler] = [enter(small), enter(small), enter(small), enter(small)]
  meetBot(idler)
  for (const guest of [player, idle, leaver]) join(guest)
  small.time.forward(1000)
  const [, start] = player.received.at(-1) as [string, { battleId: string }]
  leaver.line.receive('leave-battle-queue', undefined)
  const wrong = { battleId: start.battleId, problemIndex: 0, answer: 999, responseTime: 900 }
  player.line.receive('battle-answer', wrong)
  small.time.forward(62_000)
  for (const { received } of [player, idle, idler]) expect(received.at(-1)?.[0]).toBe('battle-end')
  expect(small.kept.map(({ battleId }) => battleId)).toEqual([start.battleId])
  const kept = small.kept[0]?.players.map(
    (one) => one.kind === 'person' && [one.tokenHash, one.left, one.isWinner],
  )
  expect(kept).toHaveLength(3)
  expect(kept).toContainEqual([player.playerId, false, false])
  expect(kept).toContainEqual([idle.playerId, false, false])
  expect(kept).toContainEqual([leaver.playerId, true, false])
})

test('[BAT-68] an address with its full share of battles gets busy, others play, and an ended battle makes room again', () => {
  const small = smallArena({ maxOfAddress: { battles: 2 } })
  const [left, played, late] = [enter(small, 'a'), enter(small, 'a'), enter(small, 'a')]
  const [other, ours] = [enter(small, 'b'), enter(small)]
  meetBot(left)
  meetBot(played)
  const codes = (): unknown[] =>
    late.received.map(([name, received]) => (received as { code?: string }).code ?? name)
  meetBot(late)
  join(late)
  expect(codes()).toEqual(['busy', 'busy'])
  for (const guest of [other, ours]) {
    meetBot(guest)
    expect(guest.received.at(-1)?.[0]).toBe('battle-start')
  }
  left.line.receive('leave-battle-queue', undefined)
  meetBot(late)
  expect(codes().at(-1)).toBe('battle-start')
  meetBot(left)
  expect(left.received.at(-1)).toMatchObject(['battle-error', { code: 'busy' }])
  small.time.forward(63_000)
  for (const guest of [left, played]) {
    meetBot(guest)
    expect(guest.received.at(-1)?.[0]).toBe('battle-start')
  }
})

test('[BAT-68] two players of one address in one battle count as one battle, and a returning player begins none', () => {
  const small = smallArena({ maxOfAddress: { battles: 2, startsAMinute: 3 } })
  const [one, two, three] = [enter(small, 'a'), enter(small, 'a'), enter(small, 'a')]
  join(one)
  join(two)
  small.time.forward(1000)
  for (let time = 0; time < 5; time += 1) join(one)
  expect(one.received.at(-1)?.[0]).toBe('battle-start')
  meetBot(three)
  expect(three.received.at(-1)?.[0]).toBe('battle-start')
})

test('[BAT-68] an address begins so much in a minute and no more, and the next minute it may again', () => {
  const small = smallArena({ maxOfAddress: { startsAMinute: 2 } })
  const minute = 60_000
  small.time.forward(minute - (small.time.nowMs() % minute) + 1)
  const guest = enter(small, 'a')
  for (let time = 0; time < 3; time += 1) {
    join(guest)
    guest.line.receive('leave-battle-queue', undefined)
  }
  expect(guest.received.map(([name]) => name)).toEqual(['queue-joined', 'queue-joined', 'battle-error'])
  const other = enter(small, 'b')
  join(other)
  expect(other.received.at(-1)?.[0]).toBe('queue-joined')
  other.line.receive('leave-battle-queue', undefined)
  small.time.forward(minute)
  join(guest)
  expect(guest.received.at(-1)?.[0]).toBe('queue-joined')
})

test('[BAT-68] thousands of children of one school play at the same moment', () => {
  const small = smallArena({ maxBattles: MAX_LIVE_BATTLES })
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

/** How often the guest received the whole battle. */
const startsTold = ({ received }: Guest): number =>
  received.filter(([name]) => name === 'battle-start').length

test('[BAT-62] however often a page asks for its battle, it draws one whole battle a second beyond the first dozen', () => {
  const small = smallArena({ length: WHOLE_LENGTH })
  for (const ask of ['join-battle-queue', 'start-computer-battle']) {
    const guest = enter(small)
    for (let time = 0; time < 30 * EVENTS_PER_SECOND; time += 1) {
      guest.line.receive(ask, { ...wishOf(guest.playerId), botId: 'bot-2' })
      if (time === 0) meetBot(guest)
      small.time.forward(1000 / EVENTS_PER_SECOND)
    }
    const aSecond = EVENTS_PER_SECOND / EVENTS_OF_WHOLE_BATTLE
    expect(startsTold(guest)).toBeLessThanOrEqual(13 + 31 * aSecond)
    expect(startsTold(guest)).toBeGreaterThan(20)
    expect(guest.received).toContainEqual([
      'battle-error',
      expect.objectContaining({ code: 'too_many_events' }),
    ])
  }
})

test('[BAT-62] reloading in quick succession and resending a whole outage stays within the budget', () => {
  const small = smallArena({ length: WHOLE_LENGTH })
  const guest = enter(small)
  meetBot(guest)
  const [, { battleId, problems }] = guest.received.at(-1) as [
    string,
    { battleId: string; problems: { answer: number }[] },
  ]
  guest.line.receive('battle-ready', { battleId, playerId: guest.playerId })
  const pages = Array.from({ length: 20 }, () => ({ ...enter(small), playerId: guest.playerId }))
  for (const page of pages) {
    page.line.receive('battle-ready', { battleId, playerId: guest.playerId })
    page.line.receive('battle-ready', { battleId, playerId: guest.playerId })
    expect(page.received.map(([name]) => name)).toEqual(['battle-start'])
    small.time.forward(300)
  }
  const last = pages.at(-1)
  for (const [problemIndex, { answer }] of problems.entries()) {
    last?.line.receive('battle-answer', { battleId, problemIndex, answer, responseTime: 300 })
  }
  small.time.forward(3000)
  last?.line.receive('battle-timeout', { battleId, finalScore: 750, problemsAnswered: 150 })
  expect(last?.received.at(-1)).toMatchObject(['battle-end', { results: [{}, {}] }])
  const end = last?.received.at(-1)?.[1] as { results: { you: boolean; problemsAnswered: number }[] }
  expect(end.results.find(({ you }) => you)?.problemsAnswered).toBe(150)
  expect(small.refusals.filter((code) => code === 'too_many_events')).toEqual([])
})

test('[BAT-62] a connection may send a burst and then so many events a second; one that never stops is closed', () => {
  const budget = new EventBudget(100, 0)
  const verdicts = (count: number, nowMs: number) =>
    Array.from({ length: count }, () => budget.take('battle-answer', nowMs))
  expect(new Set(verdicts(100, 0))).toEqual(new Set(['taken']))
  expect(verdicts(3, 0)).toEqual(['first_dropped', 'dropped', 'dropped'])
  expect(verdicts(EVENTS_PER_SECOND + 1, 1000).filter((verdict) => verdict === 'taken')).toHaveLength(
    EVENTS_PER_SECOND,
  )
  expect(verdicts(MAX_DROPPED_EVENTS, 1000).at(-1)).toBe('hopeless')
  expect(budget.take('battle-answer', 60_000)).toBe('taken')
})
