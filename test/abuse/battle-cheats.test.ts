import { expect, test } from 'vitest'
import { sqlBattleStore } from '../../server/storage/sql/battles/battle-store.ts'
import { openSqlite } from '../../server/storage/sqlite/sqlite-database.ts'
import { battlePlayer, type BattlePlayer } from '../factories/battle-player.ts'
import {
  answerRight,
  startArena,
  startBattle,
  type RunningArena,
  type StartedBattle,
} from '../factories/battle-server.ts'
import { tempFolder } from '../factories/temp-folder.ts'

const PREFERENCE = { division: 'addition_subtraction', preference: 'addition' }
const BOARD = '/api/battles/leaderboard?division=addition_subtraction'

/** A server that stores its battles. */
function storingArena(): Promise<RunningArena> {
  const database = openSqlite({ dataDir: tempFolder() })
  const { save } = sqlBattleStore(database)
  return startArena({ onSave: save, app: { database } })
}

/** Two players on a server that stores its battles: one answers honestly, the other cheats. */
async function duel() {
  const arena = await storingArena()
  const { one, two, start } = await startBattle(arena)
  return { arena, honest: one, cheat: two, start }
}

type Duel = Awaited<ReturnType<typeof duel>>

/** Three right answers of a second each. */
async function playHonestly({ arena, honest, start }: Duel): Promise<void> {
  for (let place = 0; place < 3; place += 1) {
    arena.time.forward(1000)
    answerRight(honest, start, place)
    await scoreOf(honest, 5 * (place + 1))
  }
}

/** Waits until the player receives this own score. */
async function scoreOf(player: BattlePlayer, score: number): Promise<void> {
  for (let own = -1; own !== score;) {
    const { scores } = await player.next('battle-score-update')
    own = scores.find(({ you }) => you)?.score ?? -1
  }
}

/** Waits until everything sent before has been handled: the messages of a connection are handled in order. */
async function handled(player: BattlePlayer): Promise<void> {
  player.send('battle-ready', { battleId: 'no such battle', playerId: player.playerId })
  await player.next('battle-error')
}

async function statsOf(arena: RunningArena, { playerId }: BattlePlayer) {
  return (await arena.get(`/api/battles/stats/${playerId}`)).json
}

async function ended({ arena, honest }: Duel) {
  arena.time.forward(62_000)
  const end = await honest.next('battle-end')
  await expect.poll(() => arena.kept.length).toBe(1)
  return end
}

/** The honest player has the only victory. `ownTop` is what the other one has earned. */
async function expectHonestWin(world: Duel, ownTop = 0): Promise<void> {
  const { arena, honest, cheat } = world
  expect(await ended(world)).toMatchObject({ isWinner: true })
  expect(await statsOf(arena, honest)).toMatchObject({ victories: 1, battles: 1, topScore: 15 })
  expect(await statsOf(arena, cheat)).toMatchObject({ victories: 0, battles: 1, topScore: ownTop })
}

const rightAnswers = (start: StartedBattle['start'], count: number) =>
  start.problems.slice(0, count).map(({ answer }, problemIndex) => ({ problemIndex, answer }))

test('[BAT-23, BAT-25, BAT-27] forged: times, points and totals claimed by the page are ignored', async () => {
  const world = await duel()
  const { cheat, start } = world
  const { battleId } = start
  for (const answer of rightAnswers(start, 150)) {
    const forged = { points: 5, score: 750, correct: true }
    cheat.send('battle-answer', { battleId, responseTime: 1000, ...answer, ...forged })
  }
  await handled(cheat)
  await playHonestly(world)
  cheat.send('battle-timeout', { battleId, finalScore: 750, problemsAnswered: 150, score: 750 })
  await expectHonestWin(world)
})

test('[BAT-22] replayed: a right answer counts once, even when the whole battle is sent again after its end', async () => {
  const world = await duel()
  const { arena, cheat, start } = world
  await playHonestly(world)
  for (let repeat = 0; repeat < 50; repeat += 1) answerRight(cheat, start, 0, 2000)
  await scoreOf(cheat, 5)
  await handled(cheat)
  await expectHonestWin(world, 5)
  await cheat.next('battle-end')
  for (let place = 0; place < 50; place += 1) answerRight(cheat, start, place, 2000)
  cheat.send('battle-timeout', { battleId: start.battleId, finalScore: 250, problemsAnswered: 50 })
  await handled(cheat)
  expect(arena.kept).toHaveLength(1)
  expect(await statsOf(arena, cheat)).toMatchObject({ victories: 0, battles: 1, topScore: 5 })
})

test('[BAT-15, BAT-61] parallel: one player in three tabs has one battle, in which each problem counts once', async () => {
  const arena = await storingArena()
  const first = await battlePlayer(arena.url)
  const { playerId } = first
  const tabs = [first, ...(await Promise.all([1, 2].map(() => battlePlayer(arena.url, { playerId }))))]
  for (const tab of tabs) {
    const wish = { playerId, nickname: 'SwiftFox42', location: '', ...PREFERENCE, botId: 'bot-6' }
    tab.send('start-computer-battle', wish)
  }
  const last = tabs[2] ?? first
  await last.next('battle-countdown')
  arena.time.forward(1000)
  const start = await last.next('battle-start')
  arena.time.forward(2000)
  for (const tab of tabs) answerRight(tab, start, 0, 2000)
  await scoreOf(last, 5)
  arena.time.forward(62_000)
  await last.next('battle-end')
  await expect.poll(() => arena.kept.length).toBe(1)
  arena.time.forward(62_000)
  expect(await statsOf(arena, first)).toMatchObject({ victories: 0, battles: 1, topScore: 5 })
})

test('[BAT-22, BAT-76] early: answers before the start do not count, and a battle ended at once is not a win', async () => {
  const arena = await storingArena()
  const [cheat, second] = [await battlePlayer(arena.url), await battlePlayer(arena.url)]
  cheat.join()
  await cheat.next('queue-joined')
  second.join()
  const { battleId } = await cheat.next('battle-countdown')
  // One of them is right.
  for (let answer = 2; answer <= 24; answer += 1) {
    cheat.send('battle-answer', { battleId, problemIndex: 0, answer, responseTime: 2000 })
  }
  await handled(cheat)
  arena.time.forward(1000)
  const start = await cheat.next('battle-start')
  arena.time.forward(2000)
  answerRight(cheat, start, 0, 2000)
  await scoreOf(cheat, 5)
  for (const player of [cheat, second]) {
    player.send('battle-timeout', { battleId, finalScore: 5, problemsAnswered: 1 })
  }
  expect(await cheat.next('battle-end')).toMatchObject({
    uncounted: true,
    results: [{ score: 5 }, { score: 0 }],
  })
  await expect.poll(() => arena.kept.length).toBe(1)
  expect(await statsOf(arena, cheat)).toMatchObject({ victories: 0, battles: 1 })
  expect((await arena.get(BOARD)).json).not.toContainEqual(expect.objectContaining({ wins: 1 }))
})

test("[BAT-22, BAT-27, BAT-28] late: answers after one's own end, and after the end of the battle, do not count", async () => {
  const world = await duel()
  const { arena, cheat, start } = world
  const { battleId } = start
  cheat.send('battle-timeout', { battleId, finalScore: 0, problemsAnswered: 0 })
  await handled(cheat)
  await playHonestly(world)
  for (const { problemIndex } of rightAnswers(start, 20)) answerRight(cheat, start, problemIndex, 1000)
  await handled(cheat)
  await expectHonestWin(world)
  await cheat.next('battle-end')
  for (const { problemIndex } of rightAnswers(start, 20)) answerRight(cheat, start, problemIndex, 1000)
  await handled(cheat)
  expect(await statsOf(arena, cheat)).toMatchObject({ victories: 0, battles: 1, topScore: 0 })
})

test('[BAT-60] other people’s: nobody can play, end or win a battle with the id shown on boards', async () => {
  const world = await duel()
  const { arena, honest, cheat, start } = world
  await playHonestly(world)
  await expectHonestWin(world)
  arena.clock.elapsedMs += 60_000
  const [row] = (await arena.get(BOARD)).json as { playerId: string; wins: number }[]
  const publicId = row?.playerId ?? ''
  expect(publicId).toMatch(/^[A-Za-z0-9]{16}$/)
  expect(publicId).not.toBe(honest.playerId)

  const thief = await battlePlayer(arena.url, { playerId: publicId })
  thief.send('battle-ready', { battleId: start.battleId, playerId: publicId })
  expect(await thief.next('battle-error')).toMatchObject({ code: 'unknown_battle' })
  const wish = { playerId: publicId, nickname: 'SwiftFox42', location: '', ...PREFERENCE, botId: 'bot-6' }
  thief.send('start-computer-battle', wish)
  await thief.next('battle-countdown')
  arena.time.forward(1000)
  const own = await thief.next('battle-start')
  arena.time.forward(2000)
  answerRight(thief, own, 0, 2000)
  await scoreOf(thief, 5)
  thief.send('leave-battle-queue')
  await expect.poll(() => arena.kept.length).toBe(2)
  expect(await statsOf(arena, honest)).toEqual({
    victories: 1,
    battles: 1,
    currentStreak: 1,
    bestStreak: 1,
    topScore: 15,
  })
  expect(await statsOf(arena, cheat)).toMatchObject({ battles: 1 })
})
