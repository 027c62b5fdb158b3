import { studentMessages } from '../../web/features/student/messages.en.ts'
import { gardenMessages } from '../../web/features/garden/messages.en.ts'
import { childOf, classElsewhere, signIn } from '../browser/child.ts'
import { expect, test } from '../browser/fixtures.ts'
import { gate } from '../browser/guest.ts'
import { SIZES } from '../browser/screens.ts'
import { noteShifts, shiftsSoFar } from '../browser/shifts.ts'

test("[PER-8] nothing shifts while a student's home and garden load, at every size", async ({
  page,
  browser,
  server,
}) => {
  const made = await classElsewhere(browser, server.origin, ['Mia'])
  await signIn(page, made, childOf(made, 'Mia'))
  // What the server has said once is there from the first paint.
  await expect(page.getByText(studentMessages.points(0))).toBeVisible()
  await noteShifts(page)
  const screens = [
    { path: '/dashboard', loaded: page.getByText(studentMessages.points(0)) },
    { path: '/me', loaded: page.getByRole('group', { name: gardenMessages.bed('addition') }) },
  ]
  for (const { name, width, height } of SIZES) {
    await page.setViewportSize({ width, height })
    for (const { path, loaded } of screens) {
      // As in a new tab, which asks who is signed in.
      await page.evaluate(() => sessionStorage.clear())
      const answers = gate()
      await page.route(/\/api\//, async (route) => {
        await answers.opened
        await route.continue()
      })
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.evaluate(() => document.fonts.ready)
      answers.open()
      await expect(loaded).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect(await shiftsSoFar(page), `${path}, ${name}`).toEqual([])
      await page.unrouteAll({ behavior: 'wait' })
    }
  }
})
