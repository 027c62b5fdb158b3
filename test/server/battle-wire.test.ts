import { expect, test } from 'vitest'
import { battlePlayer, type BattlePlayer } from '../factories/battle-player.ts'
import { startArena } from '../factories/battle-server.ts'

/** Answers the first problems right, each as if it had taken half a second. */
function answer(player: BattlePlayer, battleId: string, answers: readonly number[]): void {
  answers.forEach((given, problemIndex) =>
    player.send('battle-answer', { battleId, problemIndex, answer: given, responseTime: 500 }),
  )
}

test('[BAT-3, BAT-10, BAT-21, BAT-26, BAT-32] two who wait play a whole battle over the wire and see the same result', async () => {
  const { url, kept } = await startArena({ battleSeconds: 2 })
  const [one, two] = [await battlePlayer(url), await battlePlayer(url)]
  one.join({ nickname: 'BraveOwl7' })
  expect(await one.next('queue-joined')).toEqual({ position: 1 })
  two.join({ nickname: 'CalmBear5' })
  const countdown = await one.next('battle-countdown')
  expect(countdown).toMatchObject({
    countdownSeconds: 1,
    opponents: [{ nickname: 'CalmBear5', location: 'Sacramento', isBot: false }],
  })
  const [start, startOfTwo] = [await one.next('battle-start'), await two.next('battle-start')]
  expect(start).toMatchObject({ battleId: countdown.battleId, duration: 2000 })
  expect(startOfTwo.problems).toEqual(start.problems)
  one.send('battle-ready', { battleId: start.battleId, playerId: one.playerId })
  await new Promise((resolve) => setTimeout(resolve, 600))
  answer(one, start.battleId, [start.problems[0]?.answer ?? -1])
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
  expect(kept).toHaveLength(1)
})
