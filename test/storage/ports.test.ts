import { describe } from 'vitest'
import { ADAPTERS } from './adapters.ts'
import { accountStoresSuite } from './account-stores.suite.ts'
import { adultStoreSuite } from './adult-store.suite.ts'
import { authAdapterSuite } from './auth-adapter.suite.ts'
import { battleArenaSuite } from './battle-arena.suite.ts'
import { battleStoreSuite } from './battle-store.suite.ts'
import { databaseSuite } from './database.suite.ts'
import { forgottenPlayersSuite } from './forgotten-players.suite.ts'
import { guestStoreSuite } from './guest-store.suite.ts'
import { leaderboardStoreSuite } from './leaderboard-store.suite.ts'
import { playerStoreSuite } from './player-store.suite.ts'
import { practiceStoreSuite } from './practice-store.suite.ts'
import { removalStoreSuite } from './removal-store.suite.ts'
import { retentionStoreSuite } from './retention-store.suite.ts'
import { studentDataSuite } from './student-data.suite.ts'
import { studentOverviewSuite } from './student-overview.suite.ts'
import { studentStoreSuite } from './student-store.suite.ts'
import { verifyBattlesSuite } from './verify-battles.suite.ts'
import { verifyBoardsSuite } from './verify-boards.suite.ts'

for (const { name, open } of ADAPTERS) {
  describe(name, () => {
    databaseSuite(open)
    guestStoreSuite(open)
    practiceStoreSuite(open)
    playerStoreSuite(open)
    retentionStoreSuite(open)
    removalStoreSuite(open)
    leaderboardStoreSuite(open)
    verifyBoardsSuite(open)
    verifyBattlesSuite(open)
    battleStoreSuite(open)
    battleArenaSuite(open)
    authAdapterSuite(open)
    accountStoresSuite(open)
    adultStoreSuite(open)
    studentStoreSuite(open)
    studentOverviewSuite(open)
    studentDataSuite(open)
    forgottenPlayersSuite(open)
  })
}
