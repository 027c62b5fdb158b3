import { adultMessages } from '../../web/features/account/adult.messages.en.ts'
import { startServer, type ServerProcess } from '../factories/server-process.ts'
import { openMailServer, type MailServer, type MailServerOptions } from '../factories/open-mail-server.ts'
import { FIXED_CLOCK } from './fixed-clock.ts'
import { expect, test as base } from './fixtures.ts'
import { newEmail, PASSWORD } from './people.ts'

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

test('[CLS-2] an emailed link resets a forgotten password; an expired link leads to a new one', async ({
  page,
  mails,
  server,
  watch,
}) => {
  // The password that is set ends the session of this very page, which finds out when it asks.
  watch.expectConsole(/400 \(Bad Request\)|401 \(Unauthorized\)/)
  const email = newEmail()
  await page.request.post('/api/account/sign-up', {
    headers: { origin: server.origin },
    data: { role: 'teacher', name: 'Ms Rivera', email, password: PASSWORD },
  })
  const verify = await mails.next()
  await page.goto(linkIn(verify.text))
  await page.getByLabel(adultMessages.verify.password, { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: adultMessages.verify.confirm }).click()
  await expect(page).toHaveURL(/\/classes$/)
  await page.goto('/reset')
  await page.getByLabel(adultMessages.forgotten.email).fill(email)
  await page.getByRole('button', { name: adultMessages.forgotten.submit }).click()
  await expect(page.getByText(adultMessages.forgotten.sent(email))).toBeVisible()
  const link = linkIn((await mails.next()).text)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: adultMessages.reset.title })).toBeVisible()
  await expect(page).toHaveURL(/\/reset$/)
  await page.getByLabel(adultMessages.reset.password).fill('short')
  await page.getByRole('button', { name: adultMessages.reset.submit }).click()
  await expect(page.getByText(adultMessages.signUp.problems.password(8))).toBeVisible()
  await page.getByLabel(adultMessages.reset.password).fill('another horse battery')
  await page.getByRole('button', { name: adultMessages.reset.submit }).click()
  await expect(page.getByRole('heading', { name: adultMessages.reset.doneTitle })).toBeVisible()
  await page.goto('/about')
  await page.goto(link)
  await page.getByLabel(adultMessages.reset.password).fill('a third horse battery')
  await page.getByRole('button', { name: adultMessages.reset.submit }).click()
  await page.getByRole('button', { name: adultMessages.reset.again }).click()
  await expect(page.getByLabel(adultMessages.forgotten.email)).toBeVisible()
})
