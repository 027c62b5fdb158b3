import { FIXED_CLOCK } from './fixed-clock.ts'
import { startServer, type ServerProcess } from '../factories/server-process.ts'
import { openMailServer, type MailServer, type MailServerOptions } from '../factories/open-mail-server.ts'
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
      SMTP_VERIFY: 'off',
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
  await expect(page.getByText('We’ll email you a link')).toBeVisible()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Please enter your name.')).toBeVisible()
  await expect(page.getByLabel('Your name')).toBeFocused()
  await page.getByLabel('Your name').fill('Pat')
  await page.getByRole('radio', { name: /Parent/ }).check()
  await page.getByLabel('Email address').fill(mistyped)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await page.getByRole('button', { name: 'Another address' }).click()
  await expect(page.getByLabel('Your name')).toHaveValue('Pat')
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Create account' }).click()
  expect((await mails.next()).to).toEqual([mistyped])
  const first = await mails.next()
  await page.getByRole('button', { name: 'Send it again' }).click()
  await expect(page.getByText('Email sent again')).toBeVisible()
  expect((await mails.next()).to).toEqual([email])
  await page.goto(linkIn(first.text))
  await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible()
  await expect(page).toHaveURL(/\/verify$/)
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(page.getByText('Please enter your password.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('somebody else chose this')
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(page.getByText('That password isn’t right')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(page).toHaveURL(/\/children$/)
  await expect(page.getByRole('heading', { name: 'My children' })).toBeVisible()
  await page.goto('/verify#made-up')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expect(page).toHaveURL(/\/verify$/)
})

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
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(page).toHaveURL(/\/classes$/)
  await page.goto('/reset')
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(`If ${email} has an account`)).toBeVisible()
  const link = linkIn((await mails.next()).text)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'A new password' })).toBeVisible()
  await expect(page).toHaveURL(/\/reset$/)
  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Please use at least 8 characters.')).toBeVisible()
  await page.getByLabel('New password').fill('another horse battery')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible()
  await page.goto('/about')
  await page.goto(link)
  await page.getByLabel('New password').fill('a third horse battery')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('button', { name: 'Get a new link' }).click()
  await expect(page.getByLabel('Email address')).toBeVisible()
})
