import { dashboardMessages } from '../../web/features/dashboard/dashboard.messages.en.ts'
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
  await page.getByRole('radio', { name: /^Grown-up/ }).check()
  await journey.type('Email address', email)
  await journey.type('Password', PASSWORD)
  await press('button', 'Sign in')

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
    expect(sheets[0]).not.toContain('Facts and children')
  }

  journey.read(await page.locator('.friday').innerText())
  await press('button', 'Assign next week’s practice')
  await expect(page.getByText('Assigned: what each child needs, 20 problems by')).toBeVisible()
  await press('link', 'Print certificates')
  await expect(page.getByRole('radio', { name: /^Certificates/ })).toBeChecked()
  await page.goBack()
  await press('link', 'Assign this set to this group')
  await expect(page.getByRole('checkbox', { name: 'Ana' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Di', exact: true })).not.toBeChecked()
  await press('button', 'Assign')
  await expect(page.getByText('0 of 2 done')).toBeVisible()
  await journey.needsAtMost({ presses: 6, seconds: 10 * 60 })
})
