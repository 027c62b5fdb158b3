import { describe } from 'vitest'
import { ADAPTERS } from './adapters.ts'
import { battleStoreSuite } from './battle-store.suite.ts'
import { databaseSuite } from './database.suite.ts'
import { guestStoreSuite } from './guest-store.suite.ts'
import { leaderboardStoreSuite } from './leaderboard-store.suite.ts'
import { practiceStoreSuite } from './practice-store.suite.ts'
import { removalStoreSuite } from './removal-store.suite.ts'
import { retentionStoreSuite } from './retention-store.suite.ts'
import { verifyBoardsSuite } from './verify-boards.suite.ts'

for (const { name, open } of ADAPTERS) {
  describe(name, () => {
    databaseSuite(open)
    guestStoreSuite(open)
    practiceStoreSuite(open)
    retentionStoreSuite(open)
    removalStoreSuite(open)
    leaderboardStoreSuite(open)
    verifyBoardsSuite(open)
    battleStoreSuite(open)
  })
}
