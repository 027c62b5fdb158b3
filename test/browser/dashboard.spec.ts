import { dashboardMessages } from '../../web/features/dashboard/dashboard.messages.en.ts'
import { signInMessages } from '../../web/features/account/sign-in.messages.en.ts'
import { assignmentMessages } from '../../web/features/assignments/assignments.messages.en.ts'
import { printMessages } from '../../web/features/print/print.messages.en.ts'
import { startJourney } from './adult-journey.ts'
import { expect, test } from './fixtures.ts'
import { practicedClass } from './dashboard-class.ts'
import { callsOf, newEmail, PASSWORD } from './people.ts'
import { printedSheets } from './printed.ts'

test('[DSH-8, DSH-12, DSH-16] on Friday a teacher signs in, sees who practiced, who is stuck and what is next, and with one press each assigns next week, prints sheets and certificates', async ({
  page,
  server,
}) => {
  const calls = callsOf(page, server.origin)
  const email = newEmail()
  await calls.post('/api/account/sign-up', { role: 'teacher', name: 'Ms Rivera', email, password: PASSWORD })
  await calls.post('/api/account/consent', { version: 1 })
  await practicedClass(page, server.origin, calls)
  await page.context().clearCookies()
  const journey = await startJourney(page)
  const press = (role: 'button' | 'link', name: string): Promise<void> =>
    page.getByRole(role, { name, exact: true }).first().click()
  await page.goto('/sign-in')
  await page.getByRole('radio', { name: signInMessages.adult }).check()
  await journey.type(signInMessages.adultForm.email, email)
  await journey.type(signInMessages.adultForm.password, PASSWORD)
  await press('button', signInMessages.adultForm.submit)

  // With one class, signing in leads to it.
  await expect(page.getByRole('heading', { name: dashboardMessages.practiced.title })).toBeVisible()
  await expect(page.getByText('Not yet this week:')).toContainText('Di')
  const needs = page.getByRole('region', { name: dashboardMessages.stuck.title })
  await expect(needs.getByRole('row', { name: /Ana Stuck/ })).toBeVisible()
  const next = page.getByRole('region', { name: dashboardMessages.groups.title })
  await expect(next.getByRole('listitem').first()).toContainText('Ana and Ben')
  for (const format of ['A4', 'Letter'] as const) {
    const sheets = await printedSheets(page, format, true)
    expect(sheets, format).toHaveLength(1)
    for (const text of [
      dashboardMessages.practiced.title,
      dashboardMessages.stuck.title,
      dashboardMessages.groups.title,
      'Wilhelmina',
    ])
      expect(sheets[0], format).toContain(text)
    expect(sheets[0]).not.toContain(dashboardMessages.facts.title)
  }

  journey.read(await page.locator('.friday').innerText())
  await press('button', assignmentMessages.nextWeek.assign)
  await expect(page.getByText(assignmentMessages.nextWeek.assigned('2030-03-29'))).toBeVisible()
  await press('link', dashboardMessages.friday.certificates)
  await expect(page.getByRole('radio', { name: printMessages.kinds.certificates.label })).toBeChecked()
  await page.goBack()
  await press('link', dashboardMessages.groups.assign)
  await expect(page.getByRole('checkbox', { name: 'Ana' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Di', exact: true })).not.toBeChecked()
  await press('button', assignmentMessages.form.assign)
  await expect(page.getByText(assignmentMessages.item.done(0, 2))).toBeVisible()
  await journey.needsAtMost({ presses: 6, seconds: 10 * 60 })
})
