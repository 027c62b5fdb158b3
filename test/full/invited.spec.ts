import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from '../browser/fixtures.ts'
import { FIXED_CLOCK } from '../browser/fixed-clock.ts'
import { newEmail, PASSWORD } from '../browser/people.ts'
import { adultMessages } from '../../web/features/account/adult.messages.en.ts'
import { securityMessages } from '../../web/features/account/security.messages.en.ts'
import { consentMessages } from '../../web/features/classes/consent.messages.en.ts'
import { classMessages } from '../../web/features/classes/messages.en.ts'

const run = promisify(execFile)

/** The operator's `npm run operate -- invite`, beside the running server. */
async function invitation(dataDir: string): Promise<string> {
  const { stdout } = await run(process.execPath, ['scripts/operate.mjs', 'invite'], {
    env: { ...process.env, ...FIXED_CLOCK, DATA_DIR: dataDir },
  })
  const code = /^ *([B-Z2-9]{10})$/m.exec(stdout)?.[1]
  if (code === undefined) throw new Error(`no code in ${stdout}`)
  return code
}

test.describe('where adults need an invitation', () => {
  test.use({ serverSettings: { SIGN_UP: 'invited' } })

  test('[ACC-67, ACC-68] a parent signs up, sees what is missing, enters the code and adds a child', async ({
    page,
    server,
    watch,
  }) => {
    watch.expectConsole(/40[349] \(/)
    await page.goto('/sign-up?role=parent')
    await expect(page.getByText(adultMessages.signUp.rules.invited)).toBeVisible()
    await page.getByLabel(adultMessages.signUp.name).fill('Pat')
    await page.getByLabel(adultMessages.signUp.email).fill(newEmail())
    await page.getByLabel(adultMessages.signUp.password, { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: adultMessages.signUp.submit }).click()
    await expect(page).toHaveURL(/\/children$/)
    const add = async (): Promise<void> => {
      await page.getByLabel(classMessages.family.ownName).fill('Kim')
      await page.getByRole('button', { name: classMessages.family.ownDo }).click()
    }
    await add()
    const confirm = page.getByRole('button', { name: consentMessages.agree })
    const refused = page
      .getByRole('alert')
      .filter({ hasText: classMessages.family.failures.invitation_needed })
    await expect(confirm.or(refused)).toBeVisible()
    if (await confirm.isVisible()) await confirm.click()
    await expect(refused).toBeVisible()

    await page.goto('/account')
    await page.getByLabel(securityMessages.invitation.code).fill('BCDFGHJKMN')
    await page.getByRole('button', { name: securityMessages.invitation.submit }).click()
    await expect(page.getByText(securityMessages.invitation.failures.not_found)).toBeVisible()
    await page.getByLabel(securityMessages.invitation.code).fill(await invitation(server.dataDir))
    await page.getByRole('button', { name: securityMessages.invitation.submit }).click()
    await expect(page.getByText(securityMessages.invitation.accepted)).toBeVisible()
    await expect(page.getByLabel(securityMessages.invitation.code)).toHaveCount(0)

    await page.goto('/children')
    await add()
    const added = page.getByText(classMessages.family.code).first()
    await expect(confirm.or(added)).toBeVisible()
    if (await confirm.isVisible()) await confirm.click()
    await expect(page.getByRole('button', { name: classMessages.cards.done })).toBeVisible()
  })
})
