import { expect, test } from 'vitest'
import { battleRoutes } from '../../contract/battles.ts'
import type { FinishedBattle } from '../../server/battle/port.ts'
import { tokenHash } from '../../server/guest/token.ts'
import { BOARD_MAX_AGE_MS } from '../../server/leaderboard/service.ts'
import { sqlBattleStore } from '../../server/storage/sql/battles/battle-store.ts'
import { startApp, type RunningApp } from '../factories/app.ts'
import { battlePlayer, type BattlePlayer } from '../factories/battle-player.ts'
import { answerRight } from '../factories/battle-server.ts'
import { botPlayer, finishedBattle, person, WON } from '../factories/finished-battle.ts'
import { newToken } from '../factories/guest-calls.ts'
import { guestRecord } from '../factories/guests.ts'
import { movableClock } from '../factories/movable-clock.ts'

const BOARD = '/api/battles/leaderboard'
const ADDITION = `${BOARD}?division=addition_subtraction`
const NOTHING = { victories: 0, battles: 0, currentStreak: 0, bestStreak: 0, topScore: 0 }

let lastEndedMs = 0

async function save(app: RunningApp, battle: FinishedBattle): Promise<void> {
  lastEndedMs += 1000
  await sqlBattleStore(app.database).save({ ...battle, endedAtMs: lastEndedMs })
  app.clock.elapsedMs += BOARD_MAX_AGE_MS
}

/** A battle against a bot that the player won; returns the player's token. */
async function win(app: RunningApp, score: number, sessionToken = newToken()): Promise<string> {
  const hash = tokenHash(sessionToken)
  await save(app, finishedBattle([person(hash, { ...WON, score }), botPlayer('bot-1')]))
  return sessionToken
}

const named = (nickname: string) => () => guestRecord({ nickname, publicId: 'AAAABBBBCCCCDDDD' })

async function boardOf(app: RunningApp, query = '') {
  const answer = await app.get(ADDITION + query)
  expect(answer.status).toBe(200)
  return battleRoutes.board.response.parse(answer.json)
}

test('[BAT-71] a board has its division’s players, best first, 50 unless the limit says otherwise, and no bots', async () => {
  const app = await startApp()
  for (let score = 1; score <= 53; score += 1) await win(app, score)
  const board = await boardOf(app)
  expect(board.map(({ topScore }) => topScore)).toEqual(Array.from({ length: 50 }, (_, index) => 53 - index))
  expect(await boardOf(app, '&limit=3')).toEqual(board.slice(0, 3))
  expect(await boardOf(app, '&limit=1')).toEqual(board.slice(0, 1))
  expect((await app.get(`${BOARD}?division=multiplication_division`)).json).toEqual([])
})

test('[BAT-71] the caller’s own row has the token; no other row has one', async () => {
  const app = await startApp()
  const tokens = [await win(app, 60), await win(app, 50), await win(app, 40)]
  const plain = await boardOf(app)
  const publicIds = tokens.map((token) => tokenHash(token).slice(0, 16))
  expect(plain.map(({ playerId }) => playerId)).toEqual(publicIds)
  for (const [place, token] of tokens.entries()) {
    const own = await boardOf(app, `&sessionToken=${token}`)
    expect(own).toEqual(plain.map((row, at) => (at === place ? { ...row, playerId: token } : row)))
  }
  expect(await boardOf(app, `&limit=2&sessionToken=${tokens[2]}`)).toEqual(plain.slice(0, 2))
  expect(await boardOf(app, `&sessionToken=${newToken()}`)).toEqual(plain)
  expect(await boardOf(app)).toEqual(plain)
})

test('[BAT-71] many requests within a second share one computation, and a new winner is on the board at once', async () => {
  const computed: string[] = []
  const app = await startApp()
  const store = sqlBattleStore(app.database)
  const counted = await startApp({
    battleBoards: {
      ...store,
      board: (division, limit) => {
        computed.push(division)
        return store.board(division, limit)
      },
    },
  })
  await win(app, 60)
  const boards = await Promise.all(Array.from({ length: 200 }, () => boardOf(counted)))
  for (const board of boards) expect(board).toHaveLength(1)
  expect(computed).toEqual(['addition_subtraction'])
  expect(await boardOf(counted, `&sessionToken=${newToken()}`)).toHaveLength(1)
  expect(computed).toHaveLength(1)

  const token = await win(app, 70)
  expect(await boardOf(counted)).toHaveLength(1)
  expect(await boardOf(counted, `&sessionToken=${token}`)).toMatchObject([
    { playerId: token, wins: 1 },
    { wins: 1 },
  ])
  expect(await boardOf(counted)).toHaveLength(2)
  await win(app, 10, token)
  expect(await boardOf(counted, `&sessionToken=${token}`)).toMatchObject([{ wins: 2 }, { wins: 1 }])
  expect(computed).toHaveLength(3)
  counted.clock.elapsedMs += BOARD_MAX_AGE_MS
  await boardOf(counted)
  expect(computed).toHaveLength(4)
})

test('[BAT-72] a history is the caller’s battles, newest first, 10 unless the limit says otherwise', async () => {
  const app = await startApp()
  const [token, rival] = [newToken(), newToken()]
  const [own, other] = [tokenHash(token), tokenHash(rival)]
  const mixed = { division: 'multiplication_division', preference: 'mixed' } as const
  await save(app, finishedBattle([person(own, { ...WON, score: 60 }), person(other, { score: 50 })]))
  await save(app, finishedBattle([person(other, WON), person(own, { score: 30, left: true })]))
  await save(app, finishedBattle([botPlayer('bot-4', WON), person(own, { score: 5 })], mixed))
  await save(app, finishedBattle([person(other, { left: true }), person(own, { rank: 2, left: true })]))
  const path = `/api/battles/history/${token}`
  const history = battleRoutes.history.response.parse((await app.get(path)).json)
  expect(history.map(({ winnerId, score, rank }) => [winnerId, score, rank])).toEqual([
    [null, 20, 2],
    ['bot-4', 5, 2],
    [other.slice(0, 16), 30, 2],
    [token, 60, 1],
  ])
  expect(history[1]).toEqual({
    battleId: expect.any(String),
    ...mixed,
    endedAt: lastEndedMs - 1000,
    winnerId: 'bot-4',
    topScore: 5,
    score: 5,
    rank: 2,
    players: 2,
  })
  expect((await app.get(path)).text).not.toContain(rival)
  for (let score = 1; score <= 10; score += 1) await win(app, score, token)
  expect((await app.get(path)).json).toHaveLength(10)
  expect((await app.get(`${path}?limit=50`)).json).toHaveLength(14)
  expect((await app.get(`${path}?limit=1`)).json).toMatchObject([{ score: 10, winnerId: token }])
  expect((await app.get(`/api/battles/history/${newToken()}`)).json).toEqual([])
})

test('[BAT-73, BAT-74] stats are over both divisions together, streaks too', async () => {
  const app = await startApp()
  const token = newToken()
  const own = tokenHash(token)
  const stats = async () => (await app.get(`/api/battles/stats/${token}`)).json
  expect(await stats()).toEqual(NOTHING)
  await win(app, 40, token)
  await save(
    app,
    finishedBattle([person(own, { ...WON, score: 90 }), botPlayer('bot-2')], {
      division: 'multiplication_division',
      preference: 'division',
    }),
  )
  await win(app, 50, token)
  await save(app, finishedBattle([botPlayer('bot-2', WON), person(own, { score: 10 })]))
  await win(app, 30, token)
  expect(await stats()).toEqual({
    victories: 4,
    battles: 5,
    currentStreak: 1,
    bestStreak: 3,
    topScore: 90,
  })
})

test('[BAT-71] a player is shown by the name that the guest has now', async () => {
  const app = await startApp()
  const token = newToken()
  for (const nickname of ['CalmOtter7', 'SwiftFox42']) {
    await save(app, finishedBattle([person(tokenHash(token), WON, named(nickname)), botPlayer('bot-1')]))
  }
  expect(await boardOf(app)).toMatchObject([
    { playerId: 'AAAABBBBCCCCDDDD', nickname: 'SwiftFox42', wins: 2 },
  ])
})

test.each([
  [BOARD, /^division must be one of addition_subtraction, multiplication_division\.$/],
  [`${BOARD}?division=chess`, /^division must be one of /],
  [`${BOARD}?division=__proto__`, /^division must be one of /],
  [`${ADDITION}&limit=0`, /^limit must be a whole number from 1 to 50\.$/],
  [`${ADDITION}&limit=51`, /^limit must be a whole number from 1 to 50\.$/],
  [`${ADDITION}&limit=2.5`, /^limit must be a whole number from 1 to 50\.$/],
  [`${ADDITION}&sessionToken=short`, /^sessionToken must be 16 letters or digits\.$/],
  ['/api/battles/history/short', /^sessionToken must be 16 letters or digits\.$/],
  ['/api/battles/history/abcdefgh12345678?limit=51', /^limit must be a whole number from 1 to 50\.$/],
  ['/api/battles/stats/..%2f', /^sessionToken must be 16 letters or digits\.$/],
])('[BAT-71, BAT-72, BAT-73] %s is a 400 that says what can be asked', async (path, message) => {
  const app = await startApp()
  const answer = await app.get(path)
  expect(answer.status).toBe(400)
  expect((answer.json as { message: string }).message).toMatch(message)
})

test('[BAT-70, BAT-71, BAT-72] a battle that was played over the socket is in the history and on the board', async () => {
  const clock = movableClock()
  const app: RunningApp = await startApp({
    battles: {
      clock,
      length: { durationMs: 60_000, countdownSeconds: 1, problemCount: 150 },
      store: { save: (battle) => sqlBattleStore(app.database).save(battle) },
    },
  })
  const [one, two] = [await battlePlayer(app.url), await battlePlayer(app.url)]
  one.join({ nickname: 'BraveOwl7' })
  two.join({ nickname: 'CalmBear5' })
  await one.next('battle-countdown')
  clock.forward(1000)
  const start = await one.next('battle-start')
  const { battleId } = start
  clock.forward(1000)
  for (const player of [one, two]) {
    answerRight(player, start, 0)
    await player.next('battle-score-update')
  }
  two.send('leave-battle-queue')
  clock.forward(58_500)
  one.send('battle-timeout', { battleId, finalScore: 0, problemsAnswered: 0 })
  await one.next('battle-end')
  const history = async (player: BattlePlayer) =>
    (await app.get(`/api/battles/history/${player.playerId}`)).json
  await expect
    .poll(() => history(one))
    .toMatchObject([{ battleId, winnerId: one.playerId, rank: 1, players: 2 }])
  const [row] = await boardOf(app, `&sessionToken=${one.playerId}`)
  expect(row).toEqual({
    playerId: one.playerId,
    nickname: 'BraveOwl7',
    wins: 1,
    winStreak: 1,
    topScore: 5,
  })
  const lost = battleRoutes.history.response.parse(await history(two))
  expect(lost).toMatchObject([{ battleId, rank: 2 }])
  expect(lost[0]?.winnerId).toMatch(/^[A-Za-z0-9]{16}$/)
  expect(lost[0]?.winnerId).not.toBe(one.playerId)
})
