import { expect, test } from 'vitest'
import { battlePlayer, wishOf } from '../factories/battle-player.ts'
import { answerRight, startArena, startBattle } from '../factories/battle-server.ts'
import { newToken } from '../factories/guest-calls.ts'

test('[BAT-3, BAT-10, BAT-12, BAT-20, BAT-21, BAT-26, BAT-32, BAT-70] two waiting players play a whole battle over the wire and see the same result', async () => {
  const arena = await startArena()
  const [one, two] = [await battlePlayer(arena.url), await battlePlayer(arena.url)]
  one.join({ nickname: 'BraveOwl7' })
  expect(await one.next('queue-joined')).toEqual({ position: 1 })
  two.join({ nickname: 'CalmBear5' })
  expect(await two.next('queue-joined')).toEqual({ position: 2 })
  const countdown = await one.next('battle-countdown')
  expect(countdown).toMatchObject({
    countdownSeconds: 1,
    opponents: [{ nickname: 'CalmBear5', location: 'California', isBot: false }],
  })
  arena.time.forward(1000)
  const [start, startOfTwo] = [await one.next('battle-start'), await two.next('battle-start')]
  expect(start).toMatchObject({ battleId: countdown.battleId, duration: 60_000 })
  expect(start.problems).toHaveLength(150)
  expect(startOfTwo.problems).toEqual(start.problems)
  one.send('battle-ready', { battleId: start.battleId, playerId: one.playerId })
  arena.time.forward(1000)
  answerRight(one, start, 0)
  for (const player of [one, two]) {
    const { scores } = await player.next('battle-score-update')
    expect(scores).toEqual([
      { nickname: 'BraveOwl7', score: 5, you: player === one },
      { nickname: 'CalmBear5', score: 0, you: player === two },
    ])
  }
  for (const player of [one, two]) {
    player.send('battle-timeout', { battleId: start.battleId, finalScore: 750, problemsAnswered: 150 })
  }
  const ends = [await one.next('battle-end'), await two.next('battle-end')]
  expect(ends[0]).toMatchObject({
    isWinner: true,
    playerRank: 1,
    immediate: true,
    winner: { nickname: 'BraveOwl7', score: 5 },
  })
  expect(ends[1]).toMatchObject({ isWinner: false, playerRank: 2, currentPlayerNickname: 'CalmBear5' })
  await expect
    .poll(() => arena.kept.map(({ players }) => players.map(({ score }) => score)))
    .toEqual([[5, 0]])
  expect(JSON.stringify([one.received, two.received])).not.toMatch(`${one.playerId}|${two.playerId}`)
})

test('[BAT-3] polling is a way in where websockets are not let through', async () => {
  const arena = await startArena()
  const player = await battlePlayer(arena.url, { transports: ['polling'] })
  player.send('start-computer-battle', { ...wishOf(player.playerId), botId: 'bot-1' })
  expect((await player.next('battle-countdown')).opponents).toMatchObject([{ isBot: true, botId: 'bot-1' }])
  arena.time.forward(1000)
  const start = await player.next('battle-start')
  arena.time.forward(1000)
  answerRight(player, start, 0)
  expect((await player.next('battle-score-update')).scores[0]).toMatchObject({ score: 5, you: true })
})

test('[BAT-3] names of places in any script, and more problems than a short frame holds, arrive as they are', async () => {
  const arena = await startArena({ problemCount: 1000 })
  const player = await battlePlayer(arena.url)
  player.send('start-computer-battle', { ...wishOf(player.playerId), botId: 'bot-4' })
  const { opponents } = await player.next('battle-countdown')
  expect(opponents).toMatchObject([{ location: 'São Paulo, Brazil' }])
  arena.time.forward(1000)
  expect((await player.next('battle-start')).problems).toHaveLength(1000)
})

test('[BAT-31, BAT-54, BAT-55] a player who returns on a new connection continues at the server’s problem', async () => {
  const arena = await startArena()
  const { one, two, start } = await startBattle(arena)
  arena.time.forward(1000)
  answerRight(one, start, 0)
  await one.next('battle-score-update')
  one.close()
  await one.closed
  arena.time.forward(10_000)
  const again = await battlePlayer(arena.url, { playerId: one.playerId })
  again.send('battle-ready', { battleId: start.battleId, playerId: one.playerId })
  const resumed = await again.next('battle-start')
  expect(resumed).toMatchObject({ battleId: start.battleId, problems: start.problems })
  expect(resumed).toMatchObject({ problemIndex: 1, problemsAnswered: 1 })
  expect(resumed.duration).toBeLessThanOrEqual(49_000)
  expect(resumed.duration).toBeGreaterThan(30_000)
  expect(resumed.scores).toMatchObject([{ score: 5, you: true }, { score: 0 }])
  answerRight(again, start, 1)
  await two.next('battle-score-update')
  expect((await two.next('battle-score-update')).scores[0]).toMatchObject({ score: 10 })
})

test('[BAT-61, BAT-15] a second tab takes over, and joining in it leads back into the battle', async () => {
  const arena = await startArena()
  const { one, two, start } = await startBattle(arena)
  const tab = await battlePlayer(arena.url, { playerId: one.playerId })
  tab.join({ preference: 'mixed' })
  expect(await one.next('battle-error')).toMatchObject({ code: 'taken_over' })
  expect(await tab.next('battle-start')).toMatchObject({ battleId: start.battleId, problemIndex: 0 })
  arena.time.forward(1000)
  answerRight(one, start, 0)
  one.send('leave-battle-queue')
  one.send('battle-ready', { battleId: start.battleId, playerId: one.playerId })
  expect(await one.next('battle-error')).toMatchObject({ code: 'taken_over' })
  answerRight(tab, start, 0)
  expect((await two.next('battle-score-update')).scores[0]).toMatchObject({ score: 5 })
  expect(one.received.filter(({ name }) => name === 'battle-score-update')).toEqual([])
})

test('[BAT-61, BAT-60] an old tab that asks for an earlier battle takes nothing from the running one', async () => {
  const arena = await startArena()
  const { one, start: earlier } = await startBattle(arena)
  one.send('leave-battle-queue')
  one.send('start-computer-battle', { ...wishOf(one.playerId), botId: 'bot-1' })
  await one.next('battle-countdown')
  arena.time.forward(1000)
  const start = await one.next('battle-start')
  expect(start.battleId).not.toBe(earlier.battleId)

  const oldTab = await battlePlayer(arena.url, { playerId: one.playerId })
  oldTab.send('battle-ready', { battleId: earlier.battleId, playerId: one.playerId })
  expect(await oldTab.next('battle-error')).toMatchObject({ code: 'unknown_battle' })
  arena.time.forward(1000)
  answerRight(one, start, 0)
  expect((await one.next('battle-score-update')).scores[0]).toMatchObject({ score: 5, you: true })
  expect(one.received.filter(({ name }) => name === 'battle-error')).toEqual([])
})

test('[BAT-26, BAT-30, BAT-66] a player who leaves is marked, last and gets no result; the one who stayed can get it again', async () => {
  const arena = await startArena()
  const { one, two, start } = await startBattle(arena)
  one.send('leave-battle-queue')
  expect((await two.next('battle-score-update')).scores).toEqual([
    { nickname: 'BraveOwl7', score: 0, you: false, left: true },
    { nickname: 'CalmBear5', score: 0, you: true },
  ])
  arena.time.forward(1000)
  answerRight(two, start, 0)
  two.send('battle-timeout', { battleId: start.battleId, finalScore: 0, problemsAnswered: 0 })
  const { results, ...end } = await two.next('battle-end')
  expect(end).toMatchObject({ isWinner: true, playerRank: 1 })
  expect(results.map(({ nickname, left }) => [nickname, left])).toEqual([
    ['CalmBear5', undefined],
    ['BraveOwl7', true],
  ])
  one.send('battle-ready', { battleId: start.battleId, playerId: one.playerId })
  expect(await one.next('battle-error')).toMatchObject({ code: 'unknown_battle' })
  two.send('battle-ready', { battleId: start.battleId, playerId: two.playerId })
  expect(await two.next('battle-end')).toMatchObject({ battleId: start.battleId, isWinner: true })
  arena.time.forward(10 * 60_000)
  two.send('battle-ready', { battleId: start.battleId, playerId: two.playerId })
  expect(await two.next('battle-error')).toMatchObject({ code: 'unknown_battle' })
})

test('[BAT-30, BAT-66] a player who leaves after finishing is free at once and keeps the rank', async () => {
  const arena = await startArena()
  const { one, two, start } = await startBattle(arena)
  const { battleId } = start
  arena.time.forward(1000)
  answerRight(one, start, 0)
  await two.next('battle-score-update')
  one.send('battle-timeout', { battleId, finalScore: 5, problemsAnswered: 1 })
  one.send('leave-battle-queue')
  one.join()
  expect(await one.next('queue-joined')).toEqual({ position: 1 })
  two.send('battle-timeout', { battleId, finalScore: 0, problemsAnswered: 0 })
  const { results, winner } = await two.next('battle-end')
  expect(winner).toMatchObject({ nickname: 'BraveOwl7' })
  expect(results.map(({ nickname, rank, left }) => [nickname, rank, left])).toEqual([
    ['BraveOwl7', 1, undefined],
    ['CalmBear5', 2, undefined],
  ])
  await expect
    .poll(() => arena.kept.flatMap(({ players }) => players.map(({ left }) => left)))
    .toEqual([false, false])
  one.send('battle-ready', { battleId, playerId: one.playerId })
  expect(await one.next('battle-end')).toMatchObject({ battleId, playerRank: 1 })
})

test('[BAT-67, BAT-13] a lost connection, and leaving, take a player out of the queue', async () => {
  const arena = await startArena()
  const [lost, left, waiting] = [
    await battlePlayer(arena.url),
    await battlePlayer(arena.url),
    await battlePlayer(arena.url),
  ]
  lost.join()
  await lost.next('queue-joined')
  lost.close()
  await lost.closed
  await expect.poll(async () => (await arena.get('/metrics')).text).toMatch(/^battle_queue_length 0$/m)
  left.join()
  expect(await left.next('queue-joined')).toEqual({ position: 1 })
  left.send('leave-battle-queue')
  await expect.poll(async () => (await arena.get('/metrics')).text).toMatch(/^battle_queue_length 0$/m)
  waiting.join()
  expect(await waiting.next('queue-joined')).toEqual({ position: 1 })
})

test('[BAT-28] without a word from anybody a battle ends 2 seconds after its clock', async () => {
  const arena = await startArena()
  const { one, two } = await startBattle(arena)
  arena.time.forward(61_000)
  expect(one.received.map(({ name }) => name)).not.toContain('battle-end')
  arena.time.forward(1000)
  for (const player of [one, two]) {
    const end = await player.next('battle-end')
    expect(end).toMatchObject({ immediate: false, playerRank: 1, isWinner: false, winner: null })
  }
})

test('[BAT-64] what happens in the arena is seen in the metrics', async () => {
  const arena = await startArena()
  const { one, start } = await startBattle(arena)
  answerRight(one, start, 0)
  one.send('battle-answer', { battleId: 'somebody-elses', problemIndex: 0, answer: 1, responseTime: 1 })
  await one.next('battle-error')
  const waiting = await battlePlayer(arena.url, { playerId: newToken() })
  waiting.join()
  await waiting.next('queue-joined')
  const impatient = await battlePlayer(arena.url, { playerId: newToken() })
  const hers = { division: 'addition_subtraction', preference: 'subtraction' }
  impatient.join(hers)
  await impatient.next('queue-joined')
  arena.time.forward(7000)
  impatient.send('start-computer-battle', { ...wishOf(impatient.playerId, hers), botId: 'bot-1' })
  await impatient.next('battle-countdown')
  const { text } = await arena.get('/metrics')
  for (const line of [
    'battle_connections 4',
    'battle_queue_length 1',
    'battle_live 2',
    'battle_answers_total 2',
    'battle_refusals_total{code="unknown_battle"} 1',
    'battle_wait_seconds_count{outcome="people"} 2',
    'battle_wait_seconds_count{outcome="computer"} 1',
    'battle_unsaved 0',
    'battle_lost_total 0',
  ]) {
    expect(text.split('\n')).toContain(line)
  }
})
