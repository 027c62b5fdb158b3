import { expect, test } from 'vitest'
import { LEAGUE_IDS } from '../../domain/league.ts'
import { sqlBattleStore } from '../../server/storage/sql/battles/battle-store.ts'
import { tokenHash } from '../../server/guest/token.ts'
import { signedIn } from '../factories/accounts.ts'
import { botPlayer, finishedBattle, person, WON } from '../factories/finished-battle.ts'
import { newToken, scoreBody } from '../factories/guest-calls.ts'
import { attemptBody, beginBody } from '../factories/student-calls.ts'
import { classOfTwo, guestWith, playerTokenOf, pointsToday, type ClassOfTwo } from './students.ts'

const NOTHING = { sessions: 0, points: 0, battles: 0 }
/** Of a minute that ended so many seconds ago, against the easiest computer. */
const MINUTE_MS = 60_000

async function merge(student: ClassOfTwo['anas'], sessionToken: string) {
  return (await student.post('/api/me/guest', { sessionToken })).json
}

/** Stores won battles of these guests, which ended so many seconds ago, one of each. */
async function won({ app }: ClassOfTwo, wins: readonly (readonly [string, number])[]): Promise<void> {
  const store = sqlBattleStore(app.database)
  for (const [token, secondsAgo] of wins) {
    const endedAtMs = app.clock.nowMs - secondsAgo * 1000
    const players = [person(tokenHash(token), { ...WON, score: 90 }), botPlayer('bot-1')]
    await store.save(finishedBattle(players, { startedAtMs: endedAtMs - MINUTE_MS, endedAtMs }))
  }
}

async function winsOf({ app }: ClassOfTwo, token: string): Promise<number> {
  const stats = (await app.get(`/api/battles/stats/${token}`)).json as { victories: number }
  return stats.victories
}

test('[ACC-70] fifty guests merged into one student add as much as one', async () => {
  const world = await classOfTwo()
  const { app, anas } = world
  const guests: string[] = []
  for (let count = 0; count < 50; count += 1) guests.push(await guestWith(app, [0, 200]))
  for (const guest of guests) await merge(anas, guest)
  expect(await pointsToday(anas)).toBe(500)
})

test('[ACC-70] a made-up guest brings along as much as fits into the allowance of a day, and no more', async () => {
  const { app, anas } = await classOfTwo()
  const guest = newToken()
  const session = { score: 250, problemsSolved: 50, correctAnswers: 50, averageTime: 500 }
  for (let sent = 0; sent < 40; sent += 1) {
    const { status } = await app.post('/api/guest/score', scoreBody({ sessionToken: guest, ...session }))
    expect(status).toBe(sent < 25 ? 200 : 400)
    app.clock.nowMs += 25_000
  }
  expect(await merge(anas, guest)).toMatchObject({ points: 6250 })
  expect(await pointsToday(anas)).toBe(6250)
})

test('[ACC-70] signing in again and again to merge guests adds no more than one child can have played', async () => {
  const { app, anas, ana, code } = await classOfTwo()
  const [one, two] = [await guestWith(app, [0]), await guestWith(app, [10], 'division_facts')]
  await merge(anas, one)
  const elsewhere = await signedIn(app, code, ana)
  // The second guest played while the first one did.
  expect(await merge(elsewhere, two)).toEqual(NOTHING)
  expect(await pointsToday(anas)).toBe(250)
})

test('[ACC-70] three guests a day from other devices count where the time allows, a fourth does not', async () => {
  const { app, anas, ana, code } = await classOfTwo()
  const points: number[] = []
  for (const [place, league] of LEAGUE_IDS.slice(0, 4).entries()) {
    const device = await signedIn(app, code, ana)
    await merge(device, await guestWith(app, [place * 300], league))
    points.push(await pointsToday(anas))
    // Until the pace of 50 problems is paid off.
    app.clock.nowMs += 25_000
  }
  expect(points).toEqual([250, 500, 750, 750])
})

test('[ACC-70] a browser that signs out and in is the same device', async () => {
  const { app, anas, ana, code } = await classOfTwo()
  const points: number[] = []
  for (const [place, league] of LEAGUE_IDS.slice(0, 3).entries()) {
    await merge(anas, await guestWith(app, [place * 300], league))
    points.push(await pointsToday(anas))
    await anas.post('/api/account/sign-out')
    const signIn = { code, name: ana.name, pin: ana.pin }
    expect((await anas.post('/api/account/child/sign-in', signIn)).status).toBe(200)
    app.clock.nowMs += 25_000
  }
  expect(points).toEqual([250, 250, 250])
})

test('[ACC-70] a student and a guest together have the pace limit of one player', async () => {
  const { app, anas } = await classOfTwo()
  await merge(anas, await guestWith(app, [0, 200]))
  app.clock.nowMs += 24 * 3_600_000
  const [first, second] = [await guestWith(app, [0, 200]), await guestWith(app, [400], 'division_facts')]
  await merge(anas, first)
  expect(await merge(anas, second)).toEqual(NOTHING)
  expect(await pointsToday(anas)).toBe(500)
})

test('[ACC-28] with the token of a guest who has signed in, nothing counts any more', async () => {
  const world = await classOfTwo()
  const { app, anas } = world
  const guest = await guestWith(app, [0])
  await merge(anas, guest)
  app.clock.nowMs += 600_000
  for (const secondsAgo of [0, 300, 720]) {
    const late = await app.post('/api/guest/score', scoreBody({ sessionToken: guest, secondsAgo }))
    expect(late).toMatchObject({ status: 409, json: { code: 'guest_signed_in' } })
  }
  await won(world, [[guest, 0]])
  expect(await pointsToday(anas)).toBe(250)
  expect(await winsOf(world, await playerTokenOf(anas))).toBe(0)
  expect(await winsOf(world, guest)).toBe(0)
})

test('[ACC-70] battles of three guests in one minute are one win', async () => {
  const world = await classOfTwo()
  const { app, anas, ana, code } = world
  const guests = Array.from({ length: 3 }, newToken)
  await won(
    world,
    guests.map((guest, place) => [guest, place] as const),
  )
  for (const guest of guests) await merge(await signedIn(app, code, ana), guest)
  expect(await winsOf(world, await playerTokenOf(anas))).toBe(1)
})

test('[ACC-70] honest play on two devices, one after the other, is merged completely', async () => {
  const world = await classOfTwo()
  const { app, anas, ana, code } = world
  const [school, home] = [await guestWith(app, [1500, 1380]), await guestWith(app, [300], 'division_facts')]
  await won(world, [
    [school, 1200],
    [school, 1130],
    [home, 60],
  ])
  app.clock.nowMs += 60_000
  expect(await merge(anas, school)).toEqual({ sessions: 2, points: 500, battles: 2 })
  const tablet = await signedIn(app, code, ana)
  app.clock.nowMs += 60_000
  expect(await merge(tablet, home)).toEqual({ sessions: 1, points: 250, battles: 1 })
  expect(await pointsToday(anas)).toBe(750)
  expect(await winsOf(world, await playerTokenOf(anas))).toBe(3)
})

test('[STU-19] a student merged with a guest cannot practice a second time at the same time', async () => {
  const { app, anas } = await classOfTwo()
  await merge(anas, await guestWith(app, [0]))
  // The guest's 50 problems took 100 s.
  const session = beginBody({ totalProblems: 20, secondsAgo: 90 })
  await anas.post('/api/practice/sessions', session)
  const attempts = Array.from({ length: 20 }, (_, place) =>
    attemptBody(session.id, place, { responseTime: 1800 + place * 7, secondsAgo: 80 - place * 3 }),
  )
  expect((await anas.post('/api/practice/logs', { attempts })).status).toBe(200)
  await anas.call('PATCH', `/api/practice/sessions/${session.id}`, {})
  expect(await pointsToday(anas)).toBeLessThanOrEqual(250 + 2 * 5)
})
