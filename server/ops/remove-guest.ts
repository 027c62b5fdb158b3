import { userInfo } from 'node:os'
import { loggingGuestRemovals } from './deletion-log.ts'
import { tokenHash } from '../guest/token.ts'
import { openDeletionLog, runDatabaseCommand } from './open-installation.ts'
import { removeGuest } from './removal.ts'
import { sqlRemovalStore } from '../storage/sql/retention/removal-store.ts'

const USAGE = 'Usage: npm run remove:guest -- <nickname, public id or session token>'

const [text, ...others] = process.argv.slice(2)
if (text === undefined || text === '' || others.length > 0) {
  process.stderr.write(`${USAGE}\n`)
  process.exitCode = 2
} else {
  await runDatabaseCommand(async (database, config) => {
    const by = { operator: userInfo().username, nowMs: Date.now() }
    const store = loggingGuestRemovals(sqlRemovalStore(database), openDeletionLog(config), Date.now)
    const { lines, exitCode } = await removeGuest(store, { text, tokenHash: tokenHash(text) }, by)
    process.stdout.write(`${lines.join('\n')}\n`)
    return exitCode
  })
}
