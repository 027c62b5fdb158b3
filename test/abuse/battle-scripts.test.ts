import { expect, test } from 'vitest'
import { sqlBattleStore } from '../../server/storage/sql/battles/battle-store.ts'
import { openSqlite } from '../../server/storage/sqlite/sqlite-database.ts'
import { battlePlayer } from '../factories/battle-player.ts'
import { answerRight, startArena } from '../factories/battle-server.ts'
import { tempFolder } from '../factories/temp-folder.ts'

const ADDITION = '/api/battles/leaderboard?division=addition_subtraction'

/**
 * A minute against the easiest computer, by answers that each take what `paceMs` says; the arena's clock is put forward by that. The
 * board and the totals are what is stored of it.
 */
async function battle(answers: number, paceMs: (place: number) => number) {
  const database = openSqlite({ dataDir: tempFolder() })
  const { save } = sqlBattleStore(database)
  const arena = await startArena({ onSave: save, app: { database } })
  const player = await battlePlayer(arena.url)
  player.send('start-computer-battle', {
    playerId: player.playerId,
    nickname: 'SwiftFox42',
    location: '',
    division: 'addition_subtraction',
    preference: 'addition',
    botId: 'bot-1',
  })
  await player.next('battle-countdown')
  arena.time.forward(1000)
  const start = await player.next('battle-start')
  for (let place = 0; place < answers; place += 1) {
    const takesMs = paceMs(place)
    arena.time.forward(takesMs)
    answerRight(player, start, place, takesMs)
    // The computer's answers are events too.
    for (let score = 0; score < 5 * (place + 1);) {
      const { scores } = await player.next('battle-score-update')
      score = scores.find(({ you }) => you)?.score ?? 0
    }
  }
  arena.time.forward(62_000)
  const end = await player.next('battle-end')
  await expect.poll(() => arena.kept.length).toBe(1)
  arena.clock.elapsedMs += 60_000
  const stats = (await arena.get(`/api/battles/stats/${player.playerId}`)).json
  return { end, board: (await arena.get(ADDITION)).json, stats }
}

test('[BAT-111] a script that answers every 260 ms has no win and no board score, but sees its result as usual', async () => {
  const { end, board, stats } = await battle(60, () => 260)
  expect(end).toMatchObject({ isWinner: true, playerRank: 1, winner: { nickname: 'SwiftFox42' } })
  expect(end).not.toHaveProperty('uncounted')
  expect(JSON.stringify(end)).not.toMatch(/aside|fast|cheat/i)
  expect(board).toMatchObject([{ wins: 0, winStreak: 0, topScore: 0 }])
  expect(stats).toEqual({ victories: 0, battles: 1, currentStreak: 0, bestStreak: 0, topScore: 0 })
})

test('[BAT-111] a perfectly regular script gets neither, however slow it is', async () => {
  const { board } = await battle(40, () => 1200)
  expect(board).toMatchObject([{ wins: 0, topScore: 0 }])
})

test('[BAT-111] a practiced child who is quicker on average wins', async () => {
  const { end, board } = await battle(50, (place) => 600 + ((place * 337) % 700))
  expect(end).toMatchObject({ isWinner: true })
  expect(board).toMatchObject([{ wins: 1, winStreak: 1, topScore: 250 }])
})
