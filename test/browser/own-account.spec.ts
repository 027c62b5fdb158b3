import { securityMessages } from '../../web/features/account/security.messages.en.ts'
import { expect, test } from './fixtures.ts'
import { beAdult, callsOf, PASSWORD } from './people.ts'

const NEW_PASSWORD = 'a better battery staple'

test('[ACC-65, ACC-66] an adult changes the password and signs out everywhere else', async ({
  page,
  browser,
  server,
  watch,
}) => {
  watch.expectConsole(/40[01] \(/)
  const email = await beAdult(page, server.origin, 'teacher')
  const elsewhere = await browser.newContext()
  const there = callsOf(await elsewhere.newPage(), server.origin)
  const signIn = (password: string) => there.post('/api/account/sign-in', { email, password })
  await signIn(PASSWORD)
  await page.goto('/account')
  const list = page.getByRole('listitem')
  const signedIn = list.filter({ hasText: /Linux/ })
  await expect(signedIn).toHaveCount(2)
  await expect(list.filter({ hasText: securityMessages.sessions.here })).toHaveCount(1)
  await page.getByRole('button', { name: securityMessages.sessions.endOthers }).click()
  await expect(signedIn).toHaveCount(1)
  await signIn(PASSWORD)

  await page.getByRole('button', { name: securityMessages.password.open }).click()
  const submit = page.getByRole('button', { name: securityMessages.password.submit })
  await page.getByLabel(securityMessages.password.current).fill('not the password')
  await page.getByLabel(securityMessages.password.next).fill('princess')
  await submit.click()
  await expect(page.getByText(securityMessages.password.failures.common_password)).toBeVisible()
  await page.getByLabel(securityMessages.password.next).fill(NEW_PASSWORD)
  await submit.click()
  await expect(page.getByText(securityMessages.password.failures.wrong_sign_in)).toBeVisible()
  await page.getByLabel(securityMessages.password.current).fill(PASSWORD)
  await submit.click()
  await expect(page.getByText(securityMessages.password.changed)).toBeVisible()
  await expect(signedIn).toHaveCount(1)
  await signIn(NEW_PASSWORD)
  await elsewhere.close()
})
