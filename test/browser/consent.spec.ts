import { expect, test } from './fixtures.ts'
import { storeBeforehand } from './guest.ts'
import { cardOf } from './name-card.ts'
import { callsOf, newEmail, PASSWORD } from './people.ts'

test("[RET-8, RET-1, CLS-48] a new parent confirms three statements once, and the child's page says until when it is kept", async ({
  page,
  server,
  watch,
}) => {
  watch.expectConsole(/status of 409/)
  const parent = { role: 'parent', name: 'Pat', email: newEmail(), password: PASSWORD }
  await callsOf(page, server.origin).post('/api/account/sign-up', parent)
  await storeBeforehand(page, 'tenfold.signedIn', JSON.stringify(`parent ${crypto.randomUUID()}`))
  await page.goto('/children')
  await page.getByLabel('Child’s name').fill('Kim')
  await page.getByRole('button', { name: 'Create account' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Before you add a child' })
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await dialog.getByRole('button', { name: 'Confirm and continue' }).click()
  await expect(cardOf(page, 'Kim').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: '1 child added' })).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  const unprinted = page.getByRole('alertdialog', { name: 'Leave without printing?' })
  await expect(unprinted).toContainText('Your child needs the card to sign in.')
  await unprinted.getByRole('button', { name: 'Leave' }).click()

  await page.getByLabel('Child’s name').fill('Lou')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(cardOf(page, 'Lou').first()).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await unprinted.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('link', { name: /^Lou/ }).click()
  await page.getByText('Who looked at this').click()
  await expect(page.getByText(/^Kept until .* Each answer is kept for 400 days\.$/)).toBeVisible()
})
