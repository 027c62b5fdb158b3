import type { AccountStores } from '../../account/port.ts'
import type { Database } from '../database.ts'
import { sqlAdultStore } from './adult-store.ts'
import { sqlAuthAdapter } from './auth-adapter.ts'
import { sqlChildStore } from './child-store.ts'
import { sqlClassStore } from './class-store.ts'
import { sqlSignInFailureStore } from './sign-in-failure-store.ts'
import { sqlStudentDataStore } from './student-data-store.ts'

/** Everything accounts keep, in a SQL database. */
export function sqlAccountStores(database: Database): AccountStores {
  return {
    database: sqlAuthAdapter(database),
    classes: sqlClassStore(database),
    children: sqlChildStore(database),
    failures: sqlSignInFailureStore(database),
    childData: sqlStudentDataStore(database),
    adults: sqlAdultStore(database),
  }
}
