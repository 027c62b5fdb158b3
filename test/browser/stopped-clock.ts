import type { Page } from '@playwright/test'

/** Longer than it takes to stop a clock, and shorter than a call may take: those in flight are not given up. */
const AHEAD_MS = 10_000

/**
 * Stops the clock of a page: what it shows for some seconds stays until the test has looked, on a slow machine too. From here on
 * time passes by `page.clock.runFor`, or again by itself after `page.clock.resume`. Parts that are still to be fetched need a
 * clock that runs.
 */
export async function stopClock(page: Page): Promise<void> {
  const nowMs = await page.evaluate(() => Date.now())
  await page.clock.pauseAt(nowMs + AHEAD_MS)
}
