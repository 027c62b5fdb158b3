import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { fixClock } from './fixed-clock.ts'
import { test as base } from './fixtures.ts'

/** Console messages of pages whose server is away. */
export const NETWORK = /net::ERR_|Failed to load resource|WebSocket connection/

type KeptBrowser = {
  /** Opens the browser, with everything it stored before. */
  open(): Promise<Page>
  close(): Promise<void>
}

/** A browser with a profile on disk, which a restart keeps. */
export const test = base.extend<{ device: KeptBrowser }>({
  device: async ({ playwright, launchOptions, server, watch, viewport, locale, timezoneId }, provide) => {
    const profile = mkdtempSync(join(tmpdir(), 'tenfold-browser-'))
    let context: BrowserContext | null = null
    const close = async (): Promise<void> => {
      await context?.close()
      context = null
    }
    await provide({
      async open() {
        context = await playwright.chromium.launchPersistentContext(profile, {
          ...launchOptions,
          baseURL: server.origin,
          viewport,
          ...(locale === undefined ? {} : { locale }),
          ...(timezoneId === undefined ? {} : { timezoneId }),
        })
        await fixClock(context)
        watch.follow(context)
        return context.pages()[0] ?? (await context.newPage())
      },
      close,
    })
    await close()
    // The browser may still be writing when it has been closed.
    rmSync(profile, { recursive: true, force: true, maxRetries: 20 })
  },
})

/** Waits until everything for play without a network is stored. */
export async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
}
