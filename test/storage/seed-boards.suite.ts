import { describe, expect, onTestFinished, test } from 'vitest'
import { seedBoards } from '../../bench/seed-boards.ts'
import type { SeedKey } from '../../bench/seed-players.ts'
import { nextPracticeDayMs, practiceDayStartMs } from '../../domain/practice-day.ts'
import type { Database } from '../../server/storage/database.ts'
import { sqlLeaderboardStore } from '../../server/storage/sql/boards/leaderboard-store.ts'
import { recountBoards } from '../factories/board-recount.ts'

const DAY = '2026-11-20'
const NEXT_DAY = '2026-11-21'
const PLAYERS = 40

/** What `npm run seed:boards` does with every adapter. */
export function seedBoardsSuite(open: () => Promise<Database>): void {
  describe('seedBoards', () => {
    test('[LB-43] the same seed fills a second league and day with other players, with every count right', async () => {
      const database = await open()
      onTestFinished(() => database.close())
      const nowMs = nextPracticeDayMs(practiceDayStartMs(NEXT_DAY))
      const fill = (key: SeedKey) => seedBoards(database, { ...key, players: PLAYERS, nowMs })
      const first: SeedKey = { seed: 1, league: 'addition_facts', day: DAY }
      await fill(first)
      await fill({ ...first, league: 'division_facts' })
      await fill({ ...first, day: NEXT_DAY })
      await expect(fill(first)).rejects.toThrow('Choose another --seed')
      await fill({ ...first, seed: 2 })

      const boards = sqlLeaderboardStore(database)
      const namesOn = async (day: string, league: SeedKey['league']) =>
        (await boards.players(day, league, 50)).map(({ nickname }) => nickname)
      expect(await namesOn(DAY, 'addition_facts')).toHaveLength(50)
      expect(await namesOn(DAY, 'division_facts')).toHaveLength(PLAYERS)
      expect(await namesOn(NEXT_DAY, 'addition_facts')).toHaveLength(PLAYERS)
      expect(await recountBoards(database, DAY)).toMatchObject({ differences: [] })
    })
  })
}
