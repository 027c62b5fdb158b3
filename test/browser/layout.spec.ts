import { accountMessages } from '../../web/features/account/messages.en.ts'
import { messages as practiceMessages } from '../../web/features/practice/messages.en.ts'
import { frameMessages } from '../../web/features/frame/messages.en.ts'
import { expect, test } from './fixtures.ts'
import { GATE_PROBLEMS } from './gate-screens.ts'
import { openAsGuest, failToSend } from './guest.ts'
import {
  answerMany,
  endSession,
  practiceScreen,
  readProblem,
  startPractice,
  typeAnswer,
  wrongFor,
} from './practice-screen.ts'
import { ALL_ENLARGED, expectInside, isOnTop, layoutTests, LOW_SIZES, MORE_SIZES } from './layout.suite.ts'
import { beAdult } from './people.ts'
import { PRACTICE_SCREENS, PROBLEM_SCREENS } from './practice-screens.ts'
import { SIZES } from './screens.ts'
import { stopClock } from './stopped-clock.ts'
import { noteShifts, shiftsSoFar } from './shifts.ts'
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

test('[AX-1] enlarged to 400 %, every entry of the account menu can be reached', async ({ page, server }) => {
  await beAdult(page, server.origin, 'teacher')
  await page.goto('/classes')
  const { classes, account, signOut } = accountMessages.menu
  const menu = page.getByRole('banner')
  await menu.locator('summary').click()
  const entries = [
    menu.getByRole('link', { name: classes }),
    menu.getByRole('link', { name: account }),
    menu.getByRole('button', { name: signOut }),
  ]
  for (const size of ALL_ENLARGED) {
    await page.setViewportSize(size)
    for (const entry of entries) {
      await entry.evaluate((element) => element.scrollIntoView({ block: 'nearest' }))
      await expectInside(page, entry)
      expect(await isOnTop(entry), size.name).toBe(true)
    }
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

test('[PER-6] nothing shifts from the first problem to the results, on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.clock.install()
  await noteShifts(page)
  await openAsGuest(page)
  const screen = await startPractice(page, { league: 'mixed_add_sub' })
  await shiftsSoFar(page)
  await answerMany(page, 2, 10)
  await screen.showMe.click()
  await answerMany(page, 1, 10, 2)
  const problem = await readProblem(page)
  await stopClock(page)
  for (let miss = 0; miss < 3; miss += 1) {
    await typeAnswer(page, wrongFor(problem))
    const { tryAgain, answerIs } = practiceMessages.problem
    await expect(page.getByText(miss < 2 ? tryAgain(2 - miss) : answerIs(problem.answer))).toBeVisible()
    await page.clock.runFor(2000)
  }
  await page.clock.resume()
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
