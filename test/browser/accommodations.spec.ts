import type { StudentSettings } from '../../domain/student-settings.ts'
import { LEAGUE_NAMES } from '../../domain/league-names.en.ts'
import { violations } from './axe.ts'
import { childOf, signIn } from './child.ts'
import { expect, test } from './fixtures.ts'
import { byTeacherElsewhere, makeClass } from './people.ts'
import { practiceScreen } from './practice-screen.ts'
import { overlaps, scrollRoom, smallTargets, TARGET_PX } from './room-on-screen.ts'
import { SIZES } from './screens.ts'

/** What is set together most often: calm and without time, and a picture for each problem. */
const COMBINATIONS: readonly Partial<StudentSettings>[] = [
  { calm: true, timeFactor: 'none', clock: 'hidden', pictures: 'miss' },
  { calm: false, timeFactor: '2', clock: 'shown', pictures: 'always' },
]

const ALL_SIZES = [...SIZES, { name: 'narrow phone', width: 360, height: 640 }]

test('[ACM-1] a page that stays open has an adult’s changes when its next session starts, and when home is shown', async ({
  page,
  browser,
  server,
}) => {
  await byTeacherElsewhere(browser, server.origin, async (teacher) => {
    const made = await makeClass(teacher, ['Mia'])
    const mia = childOf(made, 'Mia')
    const change = (settings: Partial<StudentSettings>) =>
      teacher.post(`/api/children/${mia.id}/settings`, settings)
    const shown = (name: keyof StudentSettings) =>
      page.evaluate((setting) => document.documentElement.dataset[setting], name)
    await signIn(page, made, mia)
    await page.getByRole('button', { name: LEAGUE_NAMES.addition_facts }).click()
    const screen = practiceScreen(page)
    await expect(screen.start).toBeVisible()
    await change({ pictures: 'always' })
    await screen.start.click()
    await expect(screen.model).toBeVisible()
    await change({ clock: 'hidden' })
    await page.goBack()
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect.poll(() => shown('clock')).toBe('hidden')
  })
})

test('[ACM-5] the common combinations of settings meet WCAG, and nothing is cut off or covered at any size', async ({
  page,
  browser,
  server,
}) => {
  // Each visit begins a session of its own.
  await page.addInitScript(() => localStorage.removeItem('practiceSession'))
  await byTeacherElsewhere(browser, server.origin, async (teacher) => {
    const made = await makeClass(teacher, ['Mia'])
    const mia = childOf(made, 'Mia')
    await signIn(page, made, mia)
    for (const settings of COMBINATIONS) {
      await teacher.post(`/api/children/${mia.id}/settings`, settings)
      // Home asks the server; practice begins with what the device knows.
      await page.goto('/dashboard')
      const clock = () => page.evaluate(() => document.documentElement.dataset['clock'])
      await expect.poll(clock).toBe(settings.clock)
      await page.goto('/practice/addition_facts')
      const screen = practiceScreen(page)
      await screen.start.click()
      await expect(screen.problem).toBeVisible()
      await expect(screen.timeLeft).toBeVisible({ visible: settings.clock === 'shown' })
      await expect(screen.model).toBeVisible({ visible: settings.pictures === 'always' })
      expect(await violations(page, ['light'])).toEqual([])
      for (const { name, width, height } of ALL_SIZES) {
        await page.setViewportSize({ width, height })
        const what = `${JSON.stringify(settings)} on a ${name}`
        expect(await scrollRoom(page), what).toEqual({ x: 0, y: 0 })
        expect(await overlaps(page), what).toEqual([])
        expect(await smallTargets(page, TARGET_PX), what).toEqual([])
      }
    }
  })
})
