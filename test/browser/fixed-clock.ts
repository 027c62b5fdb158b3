import { pathToFileURL } from 'node:url'
import { resolve } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import type { Settings } from '../factories/server-process.ts'

/** Shifts the clock of a process with CLOCK_AHEAD_MS or CLOCK_FILE. */
const SHIFTED_CLOCK = pathToFileURL(resolve('test/browser/shifted-clock.mjs')).href

/** The system's time, which a process with a shifted clock no longer has from `Date`. */
export const systemMs = (): number => performance.timeOrigin + performance.now()

/**
 * All tests of the browser and of components run on one morning of school: no day changes during a run, and what depends on the
 * day of the week is the same whenever they run.
 */
const MORNING = '2030-03-20T10:00-04:00'
const aheadMs = Math.round(Date.parse(MORNING) - systemMs())

process.env['CLOCK_AHEAD_MS'] ??= String(aheadMs)
await import(SHIFTED_CLOCK)

/** Settings of a server with that clock. */
export const FIXED_CLOCK: Settings = {
  CLOCK_AHEAD_MS: process.env['CLOCK_AHEAD_MS'],
  NODE_OPTIONS: `--import ${SHIFTED_CLOCK}`,
}

/** Gives the pages of a browser context that clock. */
export async function fixClock(context: BrowserContext): Promise<void> {
  await context.addInitScript((ahead) => {
    const SystemDate = Date
    const now = (): number => SystemDate.now() + ahead
    globalThis.Date = new Proxy(SystemDate, {
      construct: (target, parts, newTarget) =>
        Reflect.construct(target, parts.length === 0 ? [now()] : parts, newTarget) as object,
      get: (target, key, receiver) => (key === 'now' ? now : (Reflect.get(target, key, receiver) as unknown)),
    })
  }, Number(process.env['CLOCK_AHEAD_MS']))
}
