import type { Page } from '@playwright/test'

type Shift = { readonly value: number; readonly moved: readonly string[] }

/**
 * Notes every layout shift of the page, those right after a key included, though the usual measure leaves them out: a
 * child's eyes do not forgive them. Only the digits in the answer box may move: they stay centred as one types.
 */
export async function noteShifts(page: Page): Promise<void> {
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

/** Takes the shifts noted since the last call. */
export const shiftsSoFar = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts.splice(0))
