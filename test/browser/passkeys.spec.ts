import type { Page } from '@playwright/test'
import { signInMessages } from '../../web/features/account/sign-in.messages.en.ts'
import { accountMessages } from '../../web/features/account/messages.en.ts'
import { passkeyMessages } from '../../web/features/account/passkey.messages.en.ts'
import { twoStepMessages } from '../../web/features/account/two-step-sign-in.messages.en.ts'
import { startServer } from '../factories/server-process.ts'
import { FIXED_CLOCK } from './fixed-clock.ts'
import { expect, test as base } from './fixtures.ts'
import { beAdult, callsOf, PASSWORD } from './people.ts'
import { appCode } from '../factories/app-code.ts'

/** A passkey belongs to a name; a number has none. */
const test = base.extend({
  server: async ({ serverSettings }, provide) => {
    const server = await startServer({ ...FIXED_CLOCK, ...serverSettings })
    await provide({ ...server, origin: server.origin.replace('127.0.0.1', 'localhost') })
    await server.discard()
  },
})

/** A device with a screen lock that its owner unlocks. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    unlock: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

async function addPasskey(page: Page): Promise<void> {
  await page.goto('/account')
  await page.getByRole('button', { name: passkeyMessages.add }).click()
  await page.getByLabel(twoStepMessages.password).fill(PASSWORD)
  await page.getByRole('button', { name: passkeyMessages.addDo }).click()
  await expect(page.getByText(passkeyMessages.added)).toBeVisible()
}

async function openSignIn(page: Page): Promise<void> {
  await page.goto('/account')
  await page.getByRole('main').getByRole('link', { name: accountMessages.gate.signIn }).click()
  await page.getByRole('radio', { name: signInMessages.adult }).check()
}

test('[ACC-97, ACC-98] an adult adds a passkey, signs in with it alone instead of password and code, and removes it', async ({
  page,
  server,
  watch,
}) => {
  watch.expectConsole(/401 \(/)
  await addAuthenticator(page)
  await beAdult(page, server.origin, 'teacher')
  const calls = callsOf(page, server.origin)
  const begun = (await calls.post('/api/account/second-step', { password: PASSWORD })) as { key: string }
  await calls.post('/api/account/second-step/confirm', { code: appCode(begun.key) })
  await addPasskey(page)
  await expect(page.getByRole('listitem').filter({ hasText: passkeyMessages.made('') })).toHaveCount(1)

  await calls.post('/api/account/sign-out')
  await openSignIn(page)
  await page.getByRole('button', { name: passkeyMessages.signIn }).click()
  await expect(page).toHaveURL(/\/account$/)
  const [remove = ''] = passkeyMessages.removeOf('', '').split(',')
  await page.getByRole('button', { name: remove }).click()
  await page.getByLabel(twoStepMessages.password).fill('not the password')
  await page.getByRole('button', { name: passkeyMessages.removeDo, exact: true }).click()
  await expect(page.getByText(passkeyMessages.failures.wrong_sign_in)).toBeVisible()
  await page.getByLabel(twoStepMessages.password).fill(PASSWORD)
  await page.getByRole('button', { name: passkeyMessages.removeDo, exact: true }).click()
  await expect(page.getByText(passkeyMessages.removed)).toBeVisible()

  await calls.post('/api/account/sign-out')
  await openSignIn(page)
  await page.getByRole('button', { name: passkeyMessages.signIn }).click()
  await expect(page.getByText(passkeyMessages.signInFailures.wrong_sign_in)).toBeVisible()
})
