import { describe } from 'vitest'
import { ADAPTERS } from './adapters.ts'
import { childStoreSuite } from './child-store.suite.ts'
import { calendarStoreSuite } from './calendar-store.suite.ts'
import { classStoreSuite } from './class-store.suite.ts'
import { badgesSuite } from './badges.suite.ts'
import { policyStoreSuite } from './policy-store.suite.ts'
import { storedPinsSuite } from './stored-pins.suite.ts'
import { adultStoreSuite } from './adult-store.suite.ts'
import { authAdapterSuite } from './auth-adapter.suite.ts'
import { assignmentChangesSuite } from './assignment-changes.suite.ts'
import { assignmentsSuite } from './assignments.suite.ts'
import { weeklyMailsSuite } from './weekly-mails.suite.ts'
import { weeklyReportsSuite } from './weekly-reports.suite.ts'
import { hiddenPlayersSuite } from './hidden-players.suite.ts'
import { settingsStoreSuite } from './settings-store.suite.ts'
import { wrongPinStoreSuite } from './wrong-pin-store.suite.ts'

for (const { name, open } of ADAPTERS) {
  describe(name, () => {
    authAdapterSuite(open)
    classStoreSuite(open)
    calendarStoreSuite(open)
    childStoreSuite(open)
    storedPinsSuite(open)
    badgesSuite(open)
    policyStoreSuite(open)
    adultStoreSuite(open)
    settingsStoreSuite(open)
    hiddenPlayersSuite(open)
    assignmentsSuite(open)
    assignmentChangesSuite(open)
    weeklyReportsSuite(open)
    weeklyMailsSuite(open)
    wrongPinStoreSuite(open)
  })
}
