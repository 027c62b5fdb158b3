import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { FIXED_CLOCK, systemMs } from './fixed-clock.ts'
import type { Settings } from '../factories/server-process.ts'

/** A clock of a server and its pages that goes to any moment. */
export type DayClock = {
  /** Settings with which the server is started. */
  readonly settings: Settings
  /** Goes to a moment; pages have it once they are loaded again. */
  goTo(context: BrowserContext, moment: string): Promise<void>
  discard(): void
}

/** Creates a clock that starts at the moment, such as `2030-04-18T10:00-04:00`. */
export function dayClock(moment: string): DayClock {
  const dir = mkdtempSync(join(tmpdir(), 'tenfold-clock-'))
  const file = join(dir, 'ahead-ms')
  const put = (atMs: number): void => writeFileSync(file, String(Math.round(atMs - systemMs())))
  put(Date.parse(moment))
  return {
    settings: { ...FIXED_CLOCK, CLOCK_FILE: file },
    goTo: async (context, next) => {
      put(Date.parse(next))
      await context.clock.setSystemTime(Date.parse(next))
    },
    discard: () => rmSync(dir, { recursive: true }),
  }
}
