import { calendarMessages } from '../../web/features/classes/calendar.messages.en.ts'
import { violations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { beAdult, callsOf, makeClass } from './people.ts'

test('[STR-10, STR-9] a teacher sets practice days, a holiday and announcements in four presses on one page; impossible dates are rejected', async ({
  page,
  baseURL,
}) => {
  await beAdult(page, baseURL ?? '', 'teacher')
  const teacher = callsOf(page, baseURL ?? '')
  const { id, children } = await makeClass(teacher, ['Ana'])
  const other = (await teacher.post('/api/classes', { name: '4a' })) as { id: string }
  await page.goto(`/classes/${id}?settings`)
  const friday = page.getByRole('checkbox', { name: calendarMessages.weekdays[4] })
  await expect(friday).toBeChecked()
  await expect(page.getByRole('checkbox', { name: calendarMessages.weekdays[5] })).not.toBeChecked()
  await friday.click()
  await expect(friday).not.toBeChecked()
  await page.getByLabel(calendarMessages.from).fill('2026-12-21')
  await page.getByLabel(calendarMessages.to).fill('2026-12-01')
  const add = page.getByRole('button', { name: calendarMessages.holidays.add })
  await add.click()
  await expect(page.getByText(calendarMessages.problems.ends_first)).toBeVisible()
  await page.getByLabel(calendarMessages.to).fill('2027-01-03')
  await add.click()
  await expect(page.getByText(calendarMessages.range('2026-12-21', '2027-01-03'))).toBeVisible()
  await page.getByRole('button', { name: calendarMessages.copyHolidays }).click()
  await expect(page.getByText(calendarMessages.copiedHolidays(['4a']))).toBeVisible()
  expect(await teacher.get(`/api/classes/${other.id}/calendar`)).toMatchObject({
    holidays: [{ from: '2026-12-21', to: '2027-01-03' }],
  })
  const announces = page.getByRole('switch', { name: calendarMessages.announcesHome })
  await announces.click()
  await expect(announces).toHaveAttribute('aria-checked', 'false')
  expect(await violations(page, ['light'])).toEqual([])
  expect(await teacher.get(`/api/classes/${id}/calendar`)).toMatchObject({
    schoolDays: [1, 2, 3, 4],
    announces: false,
    holidays: [{ from: '2026-12-21', to: '2027-01-03' }],
  })

  await page.getByLabel(calendarMessages.child, { exact: true }).selectOption('Ana')
  const away = page.getByRole('region', { name: calendarMessages.ofChild })
  await away.getByLabel(calendarMessages.from).fill('2026-11-20')
  await away.getByRole('button', { name: calendarMessages.away.add }).click()
  await expect(away.getByText(calendarMessages.range('2026-11-20', '2026-11-20'))).toBeVisible()
  await page.goto(`/classes/${id}?child=${children[0]?.id}`)
  await expect(page.getByText(calendarMessages.range('2026-11-20', '2026-11-20'))).toBeVisible()
  await page.getByRole('button', { name: calendarMessages.removeOf('2026-11-20', '2026-11-20') }).click()
  await expect(page.getByText(calendarMessages.away.none)).toBeVisible()
})
