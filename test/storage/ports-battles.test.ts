import { describe } from 'vitest'
import { ADAPTERS } from './adapters.ts'
import { battleArenaSuite } from './battle-arena.suite.ts'
import { battleStoreSuite } from './battle-store.suite.ts'

for (const { name, open } of ADAPTERS) {
  describe(name, () => {
    battleStoreSuite(open)
    battleArenaSuite(open)
  })
}
