import { expect, type Page } from '@playwright/test'

/** What a person needs to find and press something: to think, point and press (keystroke-level model: 1.35 + 1.1 + 0.2 s). */
const SECONDS_PER_PRESS = 2.65
/** What an average typist needs for a letter, by the same model. */
const SECONDS_PER_LETTER = 0.28
/** How fast adults read. */
const WORDS_PER_MINUTE = 200

/**
 * Counts what a person does in a page. Presses are those that the page itself sees, so that none is forgotten. The seconds are the
 * stated times for each press, letter and word. How long the pages work is not among them: it depends on the machine, and
 * benchmarks measure it (docs/performance.md).
 */
export async function startJourney(page: Page) {
  let presses = 0
  let letters = 0
  let words = 0
  await page.exposeFunction('journeyPress', () => {
    presses += 1
  })
  await page.addInitScript(() => {
    const counting = window as unknown as { journeyPress: () => void }
    addEventListener('pointerdown', ({ isTrusted }) => isTrusted && counting.journeyPress(), true)
  })
  return {
    async type(label: string, text: string): Promise<void> {
      letters += text.length
      await page.getByLabel(label, { exact: true }).fill(text)
    },
    /** Text that is read. */
    read(text: string): void {
      words += text.split(/\s+/).length
    },
    /** Checks what was needed so far. */
    async needsAtMost(most: { presses: number; seconds: number }): Promise<void> {
      // The last press is counted before this answer.
      await page.evaluate(() => 0)
      expect(presses, 'presses').toBeLessThanOrEqual(most.presses)
      const seconds =
        presses * SECONDS_PER_PRESS + letters * SECONDS_PER_LETTER + (60 * words) / WORDS_PER_MINUTE
      expect(seconds, 'seconds').toBeLessThanOrEqual(most.seconds)
    },
  }
}
