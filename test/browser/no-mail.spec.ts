import { securityMessages } from '../../web/features/account/security.messages.en.ts'
import { faqMessages } from '../../web/pages/faq-page.messages.en.ts'
import { adultMessages } from '../../web/features/account/adult.messages.en.ts'
import { expect, test } from './fixtures.ts'
import { beAdult } from './people.ts'

test('[CLS-2] without a mail server sign-up, reset, account and FAQ promise no email', async ({
  page,
  server,
}) => {
  await page.goto('/verify')
  await expect(page.getByRole('main')).toContainText(adultMessages.verify.noMail)
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await page.goto('/reset')
  await expect(page.getByRole('main')).toContainText(adultMessages.forgotten.noMail('hello@tenfold.example'))
  await page.goto('/faq')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(faqMessages.title)
  await expect(page.getByRole('main')).not.toContainText(/e-?mail/i)
  await beAdult(page, server.origin, 'teacher')
  await page.goto('/account')
  await expect(page.getByRole('button', { name: securityMessages.password.open })).toBeVisible()
  await expect(page.getByRole('link', { name: securityMessages.password.forgotten })).toHaveCount(0)
})
