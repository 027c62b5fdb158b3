import type { Page } from '@playwright/test'

/** The least that a target measures (look and feel). */
export const TARGET_PX = 48

/** What is on the screen, and its size. */
export type Box = { readonly what: string; readonly width: number; readonly height: number }

/** Links in running text are exempt from the target size (WCAG 2.5.8). */
export async function smallTargets(page: Page, minPx: number): Promise<Box[]> {
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
  return boxes.filter(({ width, height }) => width < minPx - 0.5 || height < minPx - 0.5)
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

/** The strip below that the connection line may need. */
export const CONNECTION_PX = 32

/** Which parts of the problem screen lie over each other; the bottom strip is the connection line's. */
export async function overlaps(page: Page): Promise<string[]> {
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

/** Sets the distances of letters, words, lines and paragraphs that a reader may choose (WCAG 1.4.12), or takes them back. */
export async function spreadText(page: Page, isSpread: boolean): Promise<void> {
  await page.evaluate((isOn) => {
    if (!isOn) {
      document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1)
      return
    }
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    )
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }, isSpread)
}

/** The texts of which more than two pixels are cut off, where nothing can be scrolled. The product's name and, on its button, a person's may give way. */
export async function cutTexts(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const SLACK = 2
    const HIDDEN = 'option, script, noscript, svg, .sr-only, header > a, [href="#content"], summary .truncate'
    const known = new Map<Element, { clips: boolean; scrolls: boolean; isHidden: boolean }>()
    const isCut = (text: Text): boolean => {
      const range = document.createRange()
      range.selectNodeContents(text)
      const { left, right, top, bottom } = range.getBoundingClientRect()
      for (let box = text.parentElement; box && box !== document.body; box = box.parentElement) {
        let look = known.get(box)
        if (!look) {
          const { overflow, contain, clipPath } = getComputedStyle(box)
          const clips = /hidden|clip/.test(overflow) || /strict|content|paint/.test(contain)
          look = { clips, scrolls: /auto|scroll/.test(overflow), isHidden: clipPath !== 'none' }
          known.set(box, look)
        }
        if (look.isHidden) return false
        if (!look.clips && !look.scrolls) continue
        const edge = box.getBoundingClientRect()
        if (look.clips && (left < edge.left - SLACK || right > edge.right + SLACK)) return true
        if (look.scrolls) return false
        if (top < edge.top - SLACK || bottom > edge.bottom + SLACK) return true
      }
      return left < -SLACK || right > innerWidth + SLACK
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const cut: string[] = []
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      const parent = text.parentElement
      if (!parent || text.data.trim() === '' || parent.closest(HIDDEN)) continue
      if (parent.checkVisibility({ visibilityProperty: true }) && isCut(text)) cut.push(text.data)
    }
    return cut
  })
}
