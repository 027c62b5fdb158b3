import type { Locator, Page } from '@playwright/test'
import { frameMessages } from '../../web/features/frame/messages.en.ts'
import { expect, test } from './fixtures.ts'
import { becomeGuest, failToSend } from './guest.ts'
import {
  answerMany,
  endSession,
  practiceScreen,
  readProblem,
  startPractice,
  typeAnswer,
  wrongFor,
} from './practice-screen.ts'
import { PRACTICE_SCREENS, PROBLEM_SCREENS } from './practice-screens.ts'
import { SIZES, type Size } from './screens.ts'
import { iconsWithoutTooltip, scrollRoom, smallTargets, TARGET_PX, type Box } from './room-on-screen.ts'

const KEY_PX = 64
const CONNECTION_PX = 32
const MORE_SIZES: readonly Size[] = [
  { name: 'tablet on its side', width: 1024, height: 768 },
  { name: 'phone with a bar of its browser', width: 390, height: 664 },
  { name: 'narrow phone', width: 360, height: 640 },
]
/** Too low for four keys of the usual size: there they are as large as any other target. */
const LOW_SIZES: readonly Size[] = [
  { name: 'phone on its side', width: 844, height: 390 },
  { name: 'chromebook enlarged to twice the size', width: 683, height: 384 },
]

async function expectInside(page: Page, locator: Locator): Promise<void> {
  const box = await locator.boundingBox()
  const size = page.viewportSize()
  expect(box, `${locator} is on the screen`).not.toBeNull()
  if (!box || !size) return
  expect(box.x).toBeGreaterThanOrEqual(0)
  expect(box.y).toBeGreaterThanOrEqual(0)
  expect(box.x + box.width).toBeLessThanOrEqual(size.width)
  expect(box.y + box.height).toBeLessThanOrEqual(size.height)
}

for (const { name, open } of PROBLEM_SCREENS) {
  test(`[LOK-3, LOK-4, PRA-24, SCR-14] ${name}: nothing scrolls, all in view, targets large enough and named, at every size`, async ({
    page,
    server,
  }) => {
    await page.clock.install()
    await open(page, server)
    const screen = practiceScreen(page)
    for (const { name: size, width, height } of [...SIZES, ...MORE_SIZES, ...LOW_SIZES]) {
      await page.setViewportSize({ width, height })
      expect(await scrollRoom(page), size).toEqual({ x: 0, y: 0 })
      await page.mouse.wheel(0, 400)
      expect(await page.evaluate(() => scrollY), size).toBe(0)
      await expectInside(page, screen.problem)
      await expectInside(page, screen.answer)
      await expectInside(page, screen.end)
      await expectInside(page, screen.timeLeft)
      if (await screen.proceed.isVisible()) await expectInside(page, screen.proceed)
      else {
        await expectInside(page, screen.submit)
        for (const key of ['1', '5', '0', 'Clear']) await expectInside(page, screen.key(key))
        const leastPx = LOW_SIZES.some(({ name }) => name === size) ? TARGET_PX : KEY_PX
        expect(await smallKeys(page, leastPx), size).toEqual([])
      }
      expect(await overlaps(page), size).toEqual([])
      if (await screen.model.isVisible()) await expectInside(page, screen.model)
      expect(await smallTargets(page, TARGET_PX), size).toEqual([])
      expect(await iconsWithoutTooltip(page), size).toEqual([])
    }
  })
}

test('[LOK-3, PRA-27] without a connection the line that says so covers nothing of the problem, at every size', async ({
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

/** Which parts of the problem screen lie over each other; the bottom strip is the connection line's. */
async function overlaps(page: Page): Promise<string[]> {
  return await page.evaluate((connectionPx) => {
    const parts = [
      ...document.querySelectorAll(
        '.practice-bar button, .practice-progress svg, .practice-points, .practice-visual > *, .play-problem, .play-answer, .play-feedback > *, .play-keys button',
      ),
    ].filter((part) => part.checkVisibility())
    const boxes = parts.map((part) => ({
      what: part.textContent || part.className.toString(),
      box: part.getBoundingClientRect(),
    }))
    boxes.push({
      what: 'connection line',
      box: new DOMRect(0, innerHeight - connectionPx, innerWidth, connectionPx),
    })
    return boxes.flatMap((one, at) =>
      boxes.slice(at + 1).flatMap((other) => {
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
        return across > 0.5 && down > 0.5 ? [`${one.what} and ${other.what}`] : []
      }),
    )
  }, CONNECTION_PX)
}

async function smallKeys(page: Page, leastPx: number): Promise<Box[]> {
  const keys = await page
    .getByRole('group', { name: 'Number keypad' })
    .getByRole('button')
    .evaluateAll((elements) =>
      elements.map((element) => {
        const { width, height } = element.getBoundingClientRect()
        return { what: element.textContent ?? '', width, height }
      }),
    )
  expect(keys).toHaveLength(12)
  return keys.filter(({ width, height }) => width < leastPx || height < leastPx)
}

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
      const box = document.querySelector('input')?.getBoundingClientRect()
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
  test(`[PER-6] nothing moves from the first problem to the results, at ${size} size`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await page.clock.install()
    await noteShifts(page)
    await becomeGuest(page)
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
    await page.clock.runFor(2600)
    await expect(screen.playAgain).toBeVisible()
    expect(await shiftsSoFar(page)).toEqual([])
  })
}
