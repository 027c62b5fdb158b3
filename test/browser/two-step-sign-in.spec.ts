import { appCode } from '../factories/app-code.ts'
import { accountMessages } from '../../web/features/account/messages.en.ts'
import { signInMessages } from '../../web/features/account/sign-in.messages.en.ts'
import { twoStepMessages } from '../../web/features/account/two-step-sign-in.messages.en.ts'
import { expect, test } from './fixtures.ts'
import { beAdult, callsOf, PASSWORD } from './people.ts'

test('[ACC-90, ACC-91, ACC-92, ACC-95] an adult turns on two-step sign-in, signs in with a code and with a recovery code, and turns it off', async ({
  page,
  server,
  watch,
  context,
}) => {
  watch.expectConsole(/401 \(/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const email = await beAdult(page, server.origin, 'teacher')
  await page.goto('/account')
  await page.getByRole('button', { name: twoStepMessages.turnOn }).click()
  await page.getByRole('button', { name: twoStepMessages.next }).click()
  await expect(page.getByText(twoStepMessages.missing)).toBeVisible()
  await page.getByLabel(twoStepMessages.password).fill(PASSWORD)
  await page.getByRole('button', { name: twoStepMessages.next }).click()
  await expect(page.getByRole('img', { name: twoStepMessages.qr })).toBeVisible()
  const shown = await page.getByText(twoStepMessages.key).textContent()
  const key = /([A-Z2-7]{4} ?)+$/.exec(shown ?? '')?.[0].replaceAll(' ', '') ?? ''
  const code = page.getByLabel(twoStepMessages.appCode)
  await code.fill('12')
  await page.getByRole('button', { name: twoStepMessages.confirm }).click()
  await expect(page.getByText(twoStepMessages.codeFailures.wrong_sign_in)).toBeVisible()
  await code.fill(appCode(key))
  await page.getByRole('button', { name: twoStepMessages.confirm }).click()

  await expect(page.getByRole('heading', { name: twoStepMessages.codes.title })).toBeFocused()
  const codes = await page.getByRole('main').getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  await page.getByRole('button', { name: twoStepMessages.codes.copy }).click()
  await expect(page.getByText(twoStepMessages.codes.copied)).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'))
  await page.getByRole('button', { name: twoStepMessages.codes.done }).click()
  await expect(page.getByText(twoStepMessages.onText(10))).toBeVisible()

  const signIn = async (): Promise<void> => {
    // A call of the page that is answered after the sign-out would make the next page start again.
    await page.goto('/healthz')
    await callsOf(page, server.origin).post('/api/account/sign-out')
    await page.goto('/account')
    await page.getByRole('main').getByRole('link', { name: accountMessages.gate.signIn }).click()
    await page.getByRole('radio', { name: signInMessages.adult }).check()
    await page.getByLabel(signInMessages.adultForm.email).fill(email)
    await page.getByLabel(signInMessages.adultForm.password, { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: signInMessages.adultForm.submit }).click()
    await expect(page.getByLabel(twoStepMessages.signIn.code)).toBeFocused()
  }
  const enter = async (typed: string): Promise<void> => {
    await page.getByLabel(twoStepMessages.signIn.code).fill(typed)
    await page.getByRole('button', { name: twoStepMessages.signIn.submit }).click()
  }
  await signIn()
  await enter('12')
  await expect(page.getByText(twoStepMessages.signIn.failures.wrong_sign_in)).toBeVisible()
  await enter(appCode(key, 1))
  await expect(page.getByText(twoStepMessages.onText(10))).toBeVisible()
  await signIn()
  await enter(codes[0] ?? '')
  await expect(page.getByText(twoStepMessages.onText(9))).toBeVisible()

  await page.getByRole('button', { name: twoStepMessages.turnOff }).click()
  await page.getByLabel(twoStepMessages.password).fill(PASSWORD)
  await page.getByRole('button', { name: twoStepMessages.offDo, exact: true }).click()
  await expect(page.getByText(twoStepMessages.turnedOff)).toBeVisible()
  await expect(page.getByRole('button', { name: twoStepMessages.turnOn })).toBeVisible()
})
