import type { Page } from '@playwright/test'

/** Always the same dice, so that a picture or an outline changes only when the screen does. */
const SEED = 20_260_302

/** Replaces the page's dice with ones that always fall the same way (mulberry32). */
export async function loadDice(page: Page): Promise<void> {
  await page.addInitScript((seed) => {
    let state = seed
    Math.random = () => {
      state = (state + 0x6d2b79f5) | 0
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
    }
  }, SEED)
}
