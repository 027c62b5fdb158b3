import { describe } from 'vitest'
import { ADAPTERS } from './adapters.ts'
import { accountStoresSuite } from './account-stores.suite.ts'
import { badgesSuite } from './badges.suite.ts'
import { policyStoreSuite } from './policy-store.suite.ts'
import { storedPinsSuite } from './stored-pins.suite.ts'
import { adultStoreSuite } from './adult-store.suite.ts'
import { authAdapterSuite } from './auth-adapter.suite.ts'
import { signInFailureStoreSuite } from './sign-in-failure-store.suite.ts'

for (const { name, open } of ADAPTERS) {
  describe(name, () => {
    authAdapterSuite(open)
    accountStoresSuite(open)
    storedPinsSuite(open)
    badgesSuite(open)
    policyStoreSuite(open)
    adultStoreSuite(open)
    signInFailureStoreSuite(open)
  })
}
