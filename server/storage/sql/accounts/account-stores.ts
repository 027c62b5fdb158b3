import type { Database } from '../../database.ts'
import { sqlAccessStore } from './access-store.ts'
import { sqlAdultStore } from './adult-store.ts'
import { sqlAuthAdapter } from './auth-adapter.ts'
import { sqlCalendarStore } from './calendar-store.ts'
import { sqlChildStore } from './child-store.ts'
import { sqlConsentStore } from './consent-store.ts'
import { sqlClassStore } from './class-store.ts'
import { sqlPolicyStore } from '../retention/policy-store.ts'
import { sqlDashboardStore } from '../school/dashboard-store.ts'
import { sqlAssignmentStore } from '../school/assignment-store.ts'
import { sqlPrintStore } from '../school/print-store.ts'
import { sqlReportStore } from '../school/report-store.ts'
import { sqlWeeklyMailStore } from '../school/weekly-mail-store.ts'
import { sqlGoalStore } from '../school/goal-store.ts'
import { sqlSettingsStore } from './settings-store.ts'
import { sqlWrongPinStore } from './wrong-pin-store.ts'
import { sqlStudentDataStore } from '../students/student-data-store.ts'

export function sqlAccountStores(database: Database) {
  return {
    database: sqlAuthAdapter(database),
    classes: sqlClassStore(database),
    children: sqlChildStore(database),
    accesses: sqlAccessStore(database),
    wrongPins: sqlWrongPinStore(database),
    childData: sqlStudentDataStore(database),
    adults: sqlAdultStore(database),
    consents: sqlConsentStore(database),
    policy: sqlPolicyStore(database),
    calendars: sqlCalendarStore(database),
    settings: sqlSettingsStore(database),
    assignments: sqlAssignmentStore(database),
    dashboards: sqlDashboardStore(database),
    reports: sqlReportStore(database),
    prints: sqlPrintStore(database),
    weeklyMails: sqlWeeklyMailStore(database),
    goals: sqlGoalStore(database),
  }
}

export type AccountStores = ReturnType<typeof sqlAccountStores>
