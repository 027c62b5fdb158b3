import type { Locator, Page } from '@playwright/test'
import { messages as uiMessages } from '../../web/ui/messages.en.ts'
import { expect, test } from './fixtures.ts'
import { practiceScreen } from './practice-screen.ts'
import { PROBLEM_SCREENS } from './practice-screens.ts'
import {
  iconsWithoutTooltip,
  overlaps,
  scrollRoom,
  smallTargets,
  TARGET_PX,
  type Box,
} from './room-on-screen.ts'
import { ENLARGED, SIZES, type Size } from './screens.ts'

const KEY_PX = 64
export const MORE_SIZES: readonly Size[] = [
  { name: 'tablet on its side', width: 1024, height: 768 },
  { name: 'phone with a bar of its browser', width: 390, height: 664 },
  { name: 'narrow phone', width: 360, height: 640 },
]
/** A Chromebook enlarged to three and four times its size. */
export const ALL_ENLARGED: readonly Size[] = [
  ENLARGED,
  { name: 'enlarged to 300 %', width: 455, height: 256 },
  { name: 'chromebook enlarged to 400 %', width: 341, height: 192 },
]
/** Too low for four keys of the usual size: there they are as large as any other target. */
export const LOW_SIZES: readonly Size[] = [
  { name: 'phone on its side', width: 844, height: 390 },
  { name: 'chromebook enlarged to twice the size', width: 683, height: 384 },
]

/** The element is on the screen as a whole. */
export async function expectInside(page: Page, locator: Locator): Promise<void> {
  const box = await locator.boundingBox()
  const size = page.viewportSize()
  expect(box, `${locator} is on the screen`).not.toBeNull()
  if (!box || !size) return
  expect(box.x).toBeGreaterThanOrEqual(0)
  expect(box.y).toBeGreaterThanOrEqual(0)
  expect(box.x + box.width).toBeLessThanOrEqual(size.width)
  expect(box.y + box.height).toBeLessThanOrEqual(size.height)
}

/** Nothing covers the middle of the element. */
export const isOnTop = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })

async function smallKeys(page: Page, minPx: number): Promise<Box[]> {
  const keys = await page
    .getByRole('group', { name: uiMessages.keypad })
    .getByRole('button')
    .evaluateAll((elements) =>
      elements.map((element) => {
        const { width, height } = element.getBoundingClientRect()
        return { what: element.textContent ?? '', width, height }
      }),
    )
  expect(keys).toHaveLength(12)
  return keys.filter(({ width, height }) => width < minPx || height < minPx)
}

/** A test for each screen with a problem whose name is chosen. */
export function layoutTests(isChosen: (name: string) => boolean): void {
  for (const { name, open } of PROBLEM_SCREENS.filter(({ name }) => isChosen(name))) {
    test(`[LOK-3, LOK-4, PRA-24, SCR-14, AX-1] ${name}: nothing scrolls, everything is in view, targets are large enough and named, at every size; enlarged to 400 % the problem stays above the keys, and each can be pressed`, async ({
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
        const inView = [screen.problem, screen.answer, screen.end, screen.timeLeft]
        if (await screen.model.isVisible()) inView.push(screen.model)
        if (await screen.proceed.isVisible()) inView.push(screen.proceed)
        else {
          inView.push(screen.submit, ...['1', '5', '0', uiMessages.clear].map((key) => screen.key(key)))
          const minPx = LOW_SIZES.some(({ name }) => name === size) ? TARGET_PX : KEY_PX
          expect(await smallKeys(page, minPx), size).toEqual([])
        }
        await Promise.all(inView.map((locator) => expectInside(page, locator)))
        expect(await overlaps(page), size).toEqual([])
        expect(await smallTargets(page, TARGET_PX), size).toEqual([])
        expect(await iconsWithoutTooltip(page), size).toEqual([])
      }
      const keys = (await screen.proceed.isVisible())
        ? [screen.proceed]
        : [...['1', '0', uiMessages.clear, uiMessages.backspace].map((key) => screen.key(key)), screen.submit]
      for (const size of ALL_ENLARGED) {
        await page.setViewportSize(size)
        for (const key of keys) {
          await key.evaluate((element) => element.scrollIntoView({ block: 'end' }))
          expect(await isOnTop(key), `${size.name}: ${key}`).toBe(true)
          await expectInside(page, screen.problem)
          await expectInside(page, screen.answer)
        }
      }
    })
  }
}
