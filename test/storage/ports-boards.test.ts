import { describe } from 'vitest'
import { ADAPTERS } from './adapters.ts'
import { leaderboardStoreSuite } from './leaderboard-store.suite.ts'
import { seedBoardsSuite } from './seed-boards.suite.ts'

for (const { name, open } of ADAPTERS) {
  describe(name, () => {
    leaderboardStoreSuite(open)
    seedBoardsSuite(open)
  })
}
