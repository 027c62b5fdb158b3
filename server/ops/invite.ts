import { secretRandomBelow } from '../account/random-below.ts'
import { invite } from '../account/sign-up-gate.ts'
import { runDatabaseCommand } from './open-installation.ts'
import { sqlAccountStores } from '../storage/sql/accounts/account-stores.ts'

if (process.argv.length > 2) {
  process.stderr.write('Usage: npm run invite\n')
  process.exitCode = 2
} else {
  await runDatabaseCommand(async (database) => {
    const code = await invite(sqlAccountStores(database).adults, secretRandomBelow, Date.now())
    process.stdout.write(
      `${code}\nOne teacher or parent enters this code on the page “My account” within two weeks. It won’t be shown again.\n`,
    )
    return 0
  })
}
