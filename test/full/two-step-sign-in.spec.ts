import { appCode } from '../factories/app-code.ts'
import { accountMessages } from '../../web/features/account/messages.en.ts'
import { signInMessages } from '../../web/features/account/sign-in.messages.en.ts'
import { twoStepMessages } from '../../web/features/account/two-step-sign-in.messages.en.ts'
import { expect, test } from '../browser/fixtures.ts'
import { beAdult, callsOf, PASSWORD } from '../browser/people.ts'

test('[ACC-93] after five wrong codes the password is required again', async ({ page, server, watch }) => {
  watch.expectConsole(/401 \(/)
  const email = await beAdult(page, server.origin, 'parent')
  const calls = callsOf(page, server.origin)
  const begun = (await calls.post('/api/account/second-step', { password: PASSWORD })) as { key: string }
  await calls.post('/api/account/second-step/confirm', { code: appCode(begun.key) })
  await calls.post('/api/account/sign-out')
  await page.goto('/account')
  await page.getByRole('main').getByRole('link', { name: accountMessages.gate.signIn }).click()
  await page.getByRole('radio', { name: signInMessages.adult }).check()
  await page.getByLabel(signInMessages.adultForm.email).fill(email)
  await page.getByLabel(signInMessages.adultForm.password, { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: signInMessages.adultForm.submit }).click()
  for (let slip = 0; slip < 6; slip += 1) {
    await page.getByLabel(twoStepMessages.signIn.code).fill(`AAAA${slip}`)
    const answer = page.waitForResponse('**/api/account/sign-in/code')
    await page.getByRole('button', { name: twoStepMessages.signIn.submit }).click()
    await answer
    await expect(page.getByRole('alert')).toBeVisible()
  }
  await expect(page.getByText(twoStepMessages.signIn.over)).toBeVisible()
  await page.getByRole('button', { name: twoStepMessages.signIn.back }).click()
  await expect(page.getByLabel(signInMessages.adultForm.email)).toHaveValue(email)
})
