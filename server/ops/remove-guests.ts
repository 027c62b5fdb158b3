import { userInfo } from 'node:os'
import { notingRemoval } from './deletion-log.ts'
import { deletionsOf, operate } from './open-installation.ts'
import { readBulkRemoval, removeGuests } from './bulk-removal.ts'
import { sqlBulkRemovalStore } from '../storage/sql/retention/bulk-removal-store.ts'

const HOW =
  "Usage: npm run remove:guests -- [--day YYYY-MM-DD] [--name 'Swift*'] [--state Texas] [--same-address-as PUBLIC_ID] [--yes]. Without --yes, it only counts."

const wanted = readBulkRemoval(process.argv.slice(2))
if (wanted === null) {
  process.stderr.write(`${HOW}\n`)
  process.exitCode = 2
} else {
  await operate(async (database, config) => {
    const by = { operator: userInfo().username, nowMs: Date.now() }
    const store = notingRemoval(sqlBulkRemovalStore(database), deletionsOf(config), Date.now)
    const { lines, exitCode } = await removeGuests(store, wanted, by)
    process.stdout.write(`${lines.join('\n')}\n`)
    return exitCode
  })
}
