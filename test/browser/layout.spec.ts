import type { Page } from '@playwright/test'
import { frameMessages } from '../../web/features/frame/messages.en.ts'
import { studentMessages } from '../../web/features/student/messages.en.ts'
import { childOf, classElsewhere, signIn } from './child.ts'
import { expect, test } from './fixtures.ts'
import { GATE_PROBLEMS } from './gate-screens.ts'
import { openAsGuest, failToSend, gate } from './guest.ts'
import {
  answerMany,
  endSession,
  practiceScreen,
  readProblem,
  startPractice,
  typeAnswer,
  wrongFor,
} from './practice-screen.ts'
import { expectInside, layoutTests, LOW_SIZES, MORE_SIZES } from './layout.suite.ts'
import { PRACTICE_SCREENS, PROBLEM_SCREENS } from './practice-screens.ts'
import { SIZES } from './screens.ts'
import { CONNECTION_PX, overlaps } from './room-on-screen.ts'

layoutTests((name) => GATE_PROBLEMS.includes(name))

test('[LOK-3, PRA-27] the offline line covers nothing of the problem, at every size', async ({
  page,
  server,
  watch,
}) => {
  watch.expectConsole(/net::ERR_FAILED/)
  await failToSend(page)
  await page.clock.install()
  await PROBLEM_SCREENS.find(({ name }) => name === 'practice-widest')?.open(page, server)
  const line = page.getByText(frameMessages.away)
  for (const { name: size, width, height } of [...SIZES, ...MORE_SIZES, ...LOW_SIZES]) {
    await page.setViewportSize({ width, height })
    await expectInside(page, line)
    expect((await line.boundingBox())?.y, size).toBeGreaterThanOrEqual(height - CONNECTION_PX)
    expect(await overlaps(page), size).toEqual([])
    const cut = await practiceScreen(page).answer.evaluate((box) => box.scrollWidth - box.clientWidth)
    expect(cut, `${size}: three digits fit into the box of the answer`).toBeLessThanOrEqual(0)
  }
})

test('[LOK-4] the problem is the largest text by far: at least 64 px on a Chromebook', async ({
  page,
  server,
}) => {
  await page.clock.install()
  await PRACTICE_SCREENS.find(({ name }) => name === 'practice-problem')?.open(page, server)
  const px = await practiceScreen(page).problem.evaluate((element) =>
    Math.max(
      ...[element, ...element.querySelectorAll('*')].map((part) =>
        parseFloat(getComputedStyle(part).fontSize),
      ),
    ),
  )
  expect(px).toBeGreaterThanOrEqual(64)
})

type Shift = { readonly value: number; readonly moved: readonly string[] }

/**
 * Notes every layout shift of the page, those right after a key included, though the usual measure leaves them out: a
 * child's eyes do not forgive them. Only the digits in the answer box may move: they stay centred as one types.
 */
async function noteShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      const box = document.querySelector('input:not([type=radio])')?.getBoundingClientRect()
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & {
          value: number
          sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
        }
        const moved = sources
          .filter(({ previousRect, currentRect }) =>
            [previousRect, currentRect].some(
              ({ left, right }) => !box || left < box.left || right > box.right,
            ),
          )
          .map(({ node, previousRect: { x, y }, currentRect }) => {
            const what = node instanceof Element ? node.outerHTML.slice(0, 120) : String(node?.textContent)
            return `${what} from ${x},${y} to ${currentRect.x},${currentRect.y}`
          })
        if (moved.length > 0) shifts.push({ value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

const shiftsSoFar = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts.splice(0))

for (const { name: size, width, height } of SIZES) {
  test(`[PER-6] nothing shifts from the first problem to the results, at ${size} size`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await page.clock.install()
    await noteShifts(page)
    await openAsGuest(page)
    const screen = await startPractice(page, { league: 'mixed_add_sub' })
    await shiftsSoFar(page)
    await answerMany(page, 2, 10)
    await screen.showMe.click()
    await answerMany(page, 1, 10, 2)
    const problem = await readProblem(page)
    for (let miss = 0; miss < 3; miss += 1) {
      await typeAnswer(page, wrongFor(problem))
      await expect(page.getByText(miss < 2 ? /Try again!/ : /^Answer: /)).toBeVisible()
      await page.clock.runFor(2000)
    }
    await screen.proceed.click()
    await screen.pause.click()
    await screen.resume.click()
    await answerMany(page, 2, 10, 4)
    expect(await shiftsSoFar(page)).toEqual([])
    await endSession(page)
    await expect(screen.processing).toBeVisible()
    // The code that finds out what was achieved loads meanwhile: it takes no time of this clock.
    await page.waitForFunction(() => localStorage.getItem('tenfold.guestAchievements'))
    await page.clock.runFor(2600)
    await expect(screen.playAgain).toBeVisible()
    expect(await shiftsSoFar(page)).toEqual([])
  })
}

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
    { path: '/me', loaded: page.getByRole('group', { name: 'Addition bed' }) },
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
