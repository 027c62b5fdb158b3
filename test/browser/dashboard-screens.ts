import { expect, type Page } from '@playwright/test'
import { SET_NAMES } from '../../domain/school/set-names.en.ts'
import { assignmentMessages } from '../../web/features/assignments/assignments.messages.en.ts'
import { goalMessages } from '../../web/features/class-goal/messages.en.ts'
import { dashboardMessages } from '../../web/features/dashboard/dashboard.messages.en.ts'
import { practicedClass } from './dashboard-class.ts'
import { madeOnce, makeClass, type MadeClass } from './people.ts'
import { giveCertificates } from './printed.ts'
import type { Screen } from './screens.ts'

const practiced = madeOnce('teacher', (teacher, page, origin) => practicedClass(page, origin, teacher))
const unpracticed = madeOnce('teacher', (teacher) => makeClass(teacher, ['Ana', 'Ben']))

const screenOf = (
  name: string,
  made: (page: Page, origin: string) => Promise<MadeClass>,
  then: (page: Page, made: MadeClass) => Promise<void>,
): Screen => ({
  name,
  open: async (page, { origin }) => then(page, await made(page, origin)),
})

/** A class whose children have not begun what is assigned. */
const assigned = madeOnce('teacher', async (teacher) => {
  const made = await makeClass(teacher, ['Ana', 'Ben', 'Wilhelmina-Charlotte Featherstonehaugh'])
  const path = `/api/classes/${made.id}/assignments`
  const { today } = (await teacher.get(path)) as { today: string }
  await teacher.post(path, {
    who: null,
    assigned: { kind: 'needs', operations: ['addition'] },
    amount: { kind: 'problems', count: 20 },
    firstDay: today,
    dueDay: today,
    lastDay: today,
  })
  return made
})

/** Chooses one of the children. */
const chooseChildren = async (page: Page): Promise<void> => {
  await page.getByRole('radio', { name: assignmentMessages.form.some }).check()
  await page.getByRole('checkbox', { name: 'Ana' }).check()
}

const openDashboard = async (page: Page, { id }: MadeClass): Promise<void> => {
  await page.goto(`/classes/${id}`)
  await expect(page.getByRole('heading', { name: dashboardMessages.practiced.title })).toBeVisible()
  // The largest table comes after the first paint.
  await page.clock.runFor(100)
  await expect(page.getByRole('table', { name: dashboardMessages.facts.table })).toBeVisible()
}

const openSheets = async (page: Page, { id }: MadeClass, query: string): Promise<void> => {
  await page.goto(`/classes/${id}/print?what=${query}`)
  await expect(page.locator('.paper').first()).toBeVisible()
}

/** The dashboard of a class, its assignments, and what its teacher prints. */
export const DASHBOARD_SCREENS: readonly Screen[] = [
  screenOf('class-dashboard', practiced, openDashboard),
  screenOf('class-dashboard-set', practiced, async (page, made) => {
    await openDashboard(page, made)
    await page.getByRole('button', { name: SET_NAMES.add_across_10 }).click()
    await page.getByRole('switch', { name: dashboardMessages.practiced.minutes }).click()
    await expect(page.getByRole('button', { name: dashboardMessages.facts.back })).toBeVisible()
  }),
  screenOf('class-dashboard-empty', unpracticed, async (page, { id }) => {
    await page.goto(`/classes/${id}`)
    await expect(page.getByRole('heading', { name: dashboardMessages.empty.title })).toBeVisible()
  }),
  screenOf('assignments-form', unpracticed, async (page, { id }) => {
    await page.goto(`/assignments/${id}?new`)
    await chooseChildren(page)
    await page.getByRole('radio', { name: assignmentMessages.form.kinds.sets }).check()
    await page.getByRole('switch', { name: assignmentMessages.form.repeats }).click()
    await expect(page.getByRole('button', { name: assignmentMessages.form.untilYearEnds })).toBeVisible()
  }),
  screenOf('assignments-change', assigned, async (page, { id }) => {
    await page.goto(`/assignments/${id}`)
    await page.getByRole('button', { name: assignmentMessages.item.change }).click()
    await chooseChildren(page)
    await page.getByRole('radio', { name: assignmentMessages.form.kinds.facts }).check()
    await page.getByRole('radio', { name: assignmentMessages.form.operation.division }).check()
    await page.getByRole('button', { name: assignmentMessages.change.save }).click()
    await expect(page.getByText(assignmentMessages.form.problems.what)).toBeVisible()
  }),
  screenOf('assignments-children', assigned, async (page, { id }) => {
    await page.goto(`/assignments/${id}`)
    await page.getByRole('button', { name: assignmentMessages.item.show }).click()
    await expect(page.getByRole('rowheader', { name: 'Ana' })).toBeVisible()
    await page.setViewportSize({ width: 768, height: 1024 })
    await page.getByText(assignmentMessages.work.actions, { exact: true }).nth(1).click()
    await expect(page.getByRole('button', { name: assignmentMessages.work.excuseOf('Ana') })).toBeVisible()
  }),
  screenOf('print-practice', practiced, (page, made) => openSheets(page, made, 'practice')),
  screenOf('print-group', practiced, (page, made) => openSheets(page, made, 'group&set=add_across_10')),
  screenOf('print-certificates', practiced, async (page, made) => {
    await giveCertificates(page, ['add_doubles'])
    await openSheets(page, made, 'certificates')
  }),
  screenOf('class-goal-shown', unpracticed, async (page, { id }) => {
    await page.goto(`/classes/${id}?view=children`)
    await page.getByRole('button', { name: goalMessages.show }).click()
    await expect(page.getByRole('dialog', { name: goalMessages.ofChild })).toBeVisible()
  }),
]
