import { adultMessages } from '../../web/features/account/adult.messages.en.ts'
import { classMessages } from '../../web/features/classes/messages.en.ts'
import { startServer, type ServerProcess } from '../factories/server-process.ts'
import { openMailServer, type MailServer, type MailServerOptions } from '../factories/open-mail-server.ts'
import { FIXED_CLOCK } from '../browser/fixed-clock.ts'
import { expect, test as base } from '../browser/fixtures.ts'
import { newEmail, PASSWORD } from '../browser/people.ts'

type MailFixtures = { mailOptions: MailServerOptions; mails: MailServer; server: ServerProcess }

/** A server that sends its mails to one of the test's own. */
const test = base.extend<MailFixtures>({
  mailOptions: [{}, { option: true }],
  mails: async ({ mailOptions }, provide) => {
    const mails = await openMailServer(mailOptions)
    await provide(mails)
    await mails.close()
  },
  server: async ({ mails }, provide) => {
    const server = await startServer({
      ...FIXED_CLOCK,
      SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
      PUBLIC_URL: 'http://tenfold.example',
    })
    await provide(server)
    await server.discard()
  },
})

/** Path and `#` of the link in a mail. */
function linkIn(text: string): string {
  const link = /http:\/\/tenfold\.example(\/\S+)/.exec(text)?.[1]
  if (link === undefined) throw new Error(`no link in ${text}`)
  return link
}

test('[CLS-1, CLS-2] with a mail server, the emailed link signs in with the password, and its token leaves the address', async ({
  page,
  mails,
  watch,
}) => {
  watch.expectConsole(/400 \(Bad Request\)|401 \(Unauthorized\)/)
  const [mistyped, email] = [newEmail(), newEmail()]
  await page.goto('/sign-up')
  await expect(page.getByText(adultMessages.signUp.mailed)).toBeVisible()
  await page.getByRole('button', { name: adultMessages.signUp.submit }).click()
  await expect(page.getByText(adultMessages.signUp.problems.name)).toBeVisible()
  await expect(page.getByLabel(adultMessages.signUp.name)).toBeFocused()
  await page.getByLabel(adultMessages.signUp.name).fill('Pat')
  await page.getByRole('radio', { name: adultMessages.signUp.parent }).check()
  await page.getByLabel(adultMessages.signUp.email).fill(mistyped)
  await page.getByLabel(adultMessages.signUp.password, { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: adultMessages.signUp.submit }).click()
  await expect(page.getByRole('heading', { name: adultMessages.mailSent.title })).toBeVisible()
  await page.getByRole('button', { name: adultMessages.mailSent.other }).click()
  await expect(page.getByLabel(adultMessages.signUp.name)).toHaveValue('Pat')
  await page.getByLabel(adultMessages.signUp.email).fill(email)
  await page.getByRole('button', { name: adultMessages.signUp.submit }).click()
  expect((await mails.next()).to).toEqual([mistyped])
  const first = await mails.next()
  await page.getByRole('button', { name: adultMessages.mailSent.again }).click()
  await expect(page.getByText(adultMessages.mailSent.sent)).toBeVisible()
  expect((await mails.next()).to).toEqual([email])
  await page.goto(linkIn(first.text))
  await expect(page.getByRole('heading', { name: adultMessages.verify.title })).toBeVisible()
  await expect(page).toHaveURL(/\/verify$/)
  await page.getByRole('button', { name: adultMessages.verify.confirm }).click()
  await expect(page.getByText(adultMessages.verify.missing)).toBeVisible()
  await page.getByLabel(adultMessages.verify.password, { exact: true }).fill('somebody else chose this')
  await page.getByRole('button', { name: adultMessages.verify.confirm }).click()
  await expect(page.getByText(adultMessages.verify.wrong.wrong_sign_in)).toBeVisible()
  await page.getByLabel(adultMessages.verify.password, { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: adultMessages.verify.confirm }).click()
  await expect(page).toHaveURL(/\/children$/)
  await expect(page.getByRole('heading', { name: classMessages.family.title })).toBeVisible()
  await page.goto('/verify#made-up')
  await page.getByLabel(adultMessages.verify.password, { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: adultMessages.verify.confirm }).click()
  await expect(page.getByRole('heading', { name: adultMessages.verify.badTitle })).toBeVisible()
  await expect(page).toHaveURL(/\/verify$/)
})
