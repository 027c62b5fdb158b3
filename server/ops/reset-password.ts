import { createAuth } from '../account/auth.ts'
import { boundedHashing } from '../account/hashing.ts'
import { resetByOperator } from '../account/operator-reset.ts'
import { secretRandomBelow } from '../account/random-below.ts'
import { runDatabaseCommand } from './open-installation.ts'
import { sqlAccountStores } from '../storage/sql/accounts/account-stores.ts'

const USAGE = 'Usage: npm run reset:password -- <email address>'
/** Never used, because this command signs nothing. */
const NO_SECRET = 'this program signs no cookies and no links'

const [email, ...others] = process.argv.slice(2)
if (email === undefined || email === '' || others.length > 0) {
  process.stderr.write(`${USAGE}\n`)
  process.exitCode = 2
} else {
  await runDatabaseCommand(async (database) => {
    const { database: storage, failures, adults } = sqlAccountStores(database)
    const hashing = boundedHashing()
    const auth = createAuth({
      database: storage,
      secret: NO_SECRET,
      secure: false,
      publicUrl: 'http://localhost',
      hashing,
      mails: null,
    })
    const { lines, exitCode } = await resetByOperator(
      { auth, hashing, failures, adults },
      email,
      secretRandomBelow,
    )
    process.stdout.write(`${lines.join('\n')}\n`)
    return exitCode
  })
}
