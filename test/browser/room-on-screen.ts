import type { Page } from '@playwright/test'

/** The least that a target measures (look and feel). */
export const TARGET_PX = 48

/** What is on the screen, and how large it is. */
export type Box = { readonly what: string; readonly width: number; readonly height: number }

/** Links in running text are exempt from the target size, as WCAG 2.5.8 has it. */
export async function smallTargets(page: Page, leastPx: number): Promise<Box[]> {
  const boxes = await page
    .locator('button, a[href], summary, label:has(input), [role="switch"]')
    .evaluateAll((elements) =>
      elements
        .filter((element) => element.checkVisibility() && !element.closest('p, li p, dd'))
        .map((element) => {
          const { width, height } = element.getBoundingClientRect()
          return { what: element.textContent || (element.getAttribute('aria-label') ?? ''), width, height }
        }),
    )
  return boxes.filter(({ width, height }) => width < leastPx - 0.5 || height < leastPx - 0.5)
}

/** The buttons of a picture alone that show no tooltip, by their names. */
export async function iconsWithoutTooltip(page: Page): Promise<string[]> {
  return await page
    .locator('button:not([data-tooltip])')
    .evaluateAll((buttons) =>
      buttons
        .filter((button) => button.checkVisibility() && (button as HTMLElement).innerText.trim() === '')
        .map((button) => button.getAttribute('aria-label') ?? button.outerHTML),
    )
}

/** By how many pixels the page can be scrolled. */
export async function scrollRoom(page: Page): Promise<{ x: number; y: number }> {
  return await page.evaluate(() => {
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement
    return { x: scrollWidth - clientWidth, y: scrollHeight - clientHeight }
  })
}
