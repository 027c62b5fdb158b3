import type { Page } from '@playwright/test'
import { signInMessages } from '../../web/features/account/sign-in.messages.en.ts'
import { accountMessages } from '../../web/features/account/messages.en.ts'
import { passkeyMessages } from '../../web/features/account/passkey.messages.en.ts'
import { twoStepMessages } from '../../web/features/account/two-step-sign-in.messages.en.ts'
import { startServer } from '../factories/server-process.ts'
import { FIXED_CLOCK } from '../browser/fixed-clock.ts'
import { expect, test as base } from '../browser/fixtures.ts'
import { beAdult, callsOf, PASSWORD } from '../browser/people.ts'

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

test('[ACC-98] a passkey of a device that was not unlocked signs nobody in, and no response works twice', async ({
  page,
  server,
  watch,
}) => {
  watch.expectConsole(/401 \(/)
  const device = await addAuthenticator(page)
  await beAdult(page, server.origin, 'parent')
  await addPasskey(page)
  const calls = callsOf(page, server.origin)
  await calls.post('/api/account/sign-out')
  await openSignIn(page)
  await device.unlock(false)
  // A page that asks for less than the server does.
  await page.route('**/api/account/sign-in/passkey', async (route) => {
    const response = await route.fetch()
    const { options } = (await response.json()) as { options: object }
    await route.fulfill({ response, json: { options: { ...options, userVerification: 'discouraged' } } })
  })
  await page.getByRole('button', { name: passkeyMessages.signIn }).click()
  await expect(page.getByText(passkeyMessages.signInFailures.wrong_sign_in)).toBeVisible()
  await page.unroute('**/api/account/sign-in/passkey')
  await device.unlock(true)
  const sent = page.waitForRequest('**/api/account/sign-in/passkey/answer')
  await page.getByRole('button', { name: passkeyMessages.signIn }).click()
  const answer = (await sent).postDataJSON() as unknown
  await expect(page).toHaveURL(/\/account$/)
  const again = await page.request.post('/api/account/sign-in/passkey/answer', {
    headers: { origin: server.origin },
    data: answer,
  })
  expect(again.status()).toBe(401)
})
