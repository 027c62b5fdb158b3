import { dataMessages } from '../../web/features/classes/data.messages.en.ts'
import { accessMessages } from '../../web/features/classes/access.messages.en.ts'
import { consentMessages } from '../../web/features/classes/consent.messages.en.ts'
import { classMessages } from '../../web/features/classes/messages.en.ts'
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
  await page.getByLabel(classMessages.family.ownName).fill('Kim')
  await page.getByRole('button', { name: classMessages.family.ownDo }).click()
  const dialog = page.getByRole('alertdialog', { name: consentMessages.title })
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await dialog.getByRole('button', { name: consentMessages.agree }).click()
  await expect(cardOf(page, 'Kim').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: classMessages.cards.addedTitle(1) })).toBeVisible()
  await page.getByRole('button', { name: classMessages.cards.done }).click()
  const unprinted = page.getByRole('alertdialog', { name: classMessages.cards.unprintedTitle })
  await expect(unprinted).toContainText(classMessages.cards.unprinted(1, true))
  await unprinted.getByRole('button', { name: classMessages.cards.leave }).click()

  await page.getByLabel(classMessages.family.ownName).fill('Lou')
  await page.getByRole('button', { name: classMessages.family.ownDo }).click()
  await expect(cardOf(page, 'Lou').first()).toBeVisible()
  await page.getByRole('button', { name: classMessages.cards.done }).click()
  await unprinted.getByRole('button', { name: classMessages.cards.leave }).click()
  await page.getByRole('link', { name: /^Lou/ }).click()
  await page.getByText(accessMessages.heading).click()
  const kept = dataMessages.keptUntil(0, 400).replace(/[A-Z][a-z]+ \d+, \d+/, '.+')
  await expect(page.getByText(new RegExp(kept))).toBeVisible()
})
