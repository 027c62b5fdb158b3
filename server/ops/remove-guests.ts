import { userInfo } from 'node:os'
import { loggingGuestRemovals } from './deletion-log.ts'
import { openDeletionLog, runDatabaseCommand } from './open-installation.ts'
import { readBulkRemoval, removeGuests } from './bulk-removal.ts'
import { sqlBulkRemovalStore } from '../storage/sql/retention/bulk-removal-store.ts'

const USAGE =
  "Usage: npm run remove:guests -- [--day YYYY-MM-DD] [--name 'Swift*'] [--state Texas] [--same-address-as PUBLIC_ID] [--yes]. Without --yes, it only counts."

const wanted = readBulkRemoval(process.argv.slice(2))
if (wanted === null) {
  process.stderr.write(`${USAGE}\n`)
  process.exitCode = 2
} else if (typeof wanted === 'string') {
  process.stderr.write(`${wanted}\n`)
  process.exitCode = 1
} else {
  await runDatabaseCommand(async (database, config) => {
    const by = { operator: userInfo().username, nowMs: Date.now() }
    const store = loggingGuestRemovals(sqlBulkRemovalStore(database), openDeletionLog(config), Date.now)
    const { lines, exitCode } = await removeGuests(store, wanted, by)
    process.stdout.write(`${lines.join('\n')}\n`)
    return exitCode
  })
}
