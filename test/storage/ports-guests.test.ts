import { describe } from 'vitest'
import { ADAPTERS } from './adapters.ts'
import { databaseSuite } from './database.suite.ts'
import { deletedPlayersSuite } from './deleted-players.suite.ts'
import { guestStoreSuite } from './guest-store.suite.ts'
import { playerStoreSuite } from './player-store.suite.ts'
import { practiceStoreSuite } from './practice-store.suite.ts'
import { removalStoreSuite } from './removal-store.suite.ts'
import { retentionStoreSuite } from './retention-store.suite.ts'

for (const { name, open } of ADAPTERS) {
  describe(name, () => {
    databaseSuite(open)
    guestStoreSuite(open)
    practiceStoreSuite(open)
    playerStoreSuite(open)
    retentionStoreSuite(open)
    removalStoreSuite(open)
    deletedPlayersSuite(open)
  })
}
