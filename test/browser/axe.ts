import type { Page } from '@playwright/test'
import axe, { type RunOnly, type RunOptions } from 'axe-core'
import { THEMES } from './screens.ts'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What of the same page can be right in one theme and wrong in the other. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

const RULES: Readonly<Record<(typeof THEMES)[number], RunOnly>> = {
  light: { type: 'tag', values: WCAG },
  dark: { type: 'rule', values: COLOR_RULES },
}

/** Axe waits for timers: it has the browser's own, whatever clock the page goes by (`keepTimers`). */
const SOURCE = `(({ setTimeout, clearTimeout }) => {${axe.source}})(globalThis.ownTimers ?? globalThis)`

declare global {
  interface Window {
    axe?: typeof axe
    ownTimers?: { readonly setTimeout: unknown; readonly clearTimeout: unknown }
  }
}

/** Keeps the browser's timers for axe. To be called before the page's clock is installed. */
export async function keepTimers(page: Page): Promise<void> {
  await page.context().addInitScript(() => {
    window.ownTimers = { setTimeout, clearTimeout }
  })
}

/** What axe finds on the page as it is, as sentences: in the light theme everything, in the dark one what colors decide. */
export async function violations(page: Page, themes: typeof THEMES | ['light'] = THEMES): Promise<string[]> {
  const found: string[] = []
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const options: RunOptions = { runOnly: RULES[colorScheme], resultTypes: ['violations'], iframes: false }
    const results = await page.evaluate((each) => window.axe?.run(document, each), options)
    if (!results) throw new Error('Axe has not looked at the page')
    for (const { id, help, nodes } of results.violations) {
      for (const { target, failureSummary = '' } of nodes)
        found.push(`${colorScheme} ${id}: ${help} (${target.join(' ')}) ${failureSummary}`)
    }
  }
  return found
}
