import { describe } from 'vitest'
import { achievementsSuite } from './achievements.suite.ts'
import { weekCloserSuite } from './week-closer.suite.ts'
import { dashboardSuite } from './dashboard.suite.ts'
import { ADAPTERS } from './adapters.ts'
import { lateLogSuite } from './late-log.suite.ts'
import { reportsSuite } from './reports.suite.ts'
import { studentDataSuite } from './student-data.suite.ts'
import { studentOverviewSuite } from './student-overview.suite.ts'
import { studentStoreSuite } from './student-store.suite.ts'
import { studentTimeSuite } from './student-time.suite.ts'

for (const { name, open } of ADAPTERS) {
  describe(name, () => {
    studentStoreSuite(open)
    lateLogSuite(open)
    studentTimeSuite(open)
    studentOverviewSuite(open)
    studentDataSuite(open)
    achievementsSuite(open)
    weekCloserSuite(open)
    dashboardSuite(open)
    reportsSuite(open)
  })
}
