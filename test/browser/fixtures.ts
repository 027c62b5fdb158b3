import { expect, test as base, type BrowserContext } from '@playwright/test'
import { FIXED_CLOCK, fixClock } from './fixed-clock.ts'
import { startServer, type ServerProcess, type Settings } from '../factories/server-process.ts'

/** Console messages that a test may ignore; any other message fails the test. */
export type Watch = {
  /** From now on, console messages that match are no surprise in this test. */
  expectConsole(pattern: RegExp): void
  /** Adds a browser context the test made itself. */
  follow(context: BrowserContext): void
  /** Console messages so far, expected ones included, as `type: text`. */
  readonly console: readonly string[]
}

type TestFixtures = {
  /** Settings for a server of this test's own; null shares one with the other tests of the worker. */
  serverSettings: Settings | null
  server: ServerProcess
  watch: Watch
}

type WorkerFixtures = {
  /** Settings of the server that tests share. */
  sharedSettings: Settings
  sharedServer: ServerProcess
}

function watchFor(origin: string): { watch: Watch; surprises: () => string[] } {
  // A page asks who is signed in whenever it opens or is seen again. If the person signs out meanwhile, the server refuses to say.
  const expected: RegExp[] = [/401 \(Unauthorized\) \(\S+\/api\/me\)$/]
  const consoleMessages: string[] = []
  const broken: string[] = []
  const follow = (context: BrowserContext) => {
    context.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') {
        consoleMessages.push(`${message.type()}: ${message.text()} (${message.location().url})`)
      }
    })
    context.on('weberror', (error) =>
      broken.push(`page error: ${error.error().stack ?? error.error().message}`),
    )
    context.on('request', (request) => {
      const url = new URL(request.url())
      if (url.protocol.startsWith('http') && url.origin !== origin) {
        broken.push(`request to another host: ${request.url()}`)
      }
    })
  }
  return {
    watch: { expectConsole: (pattern) => void expected.push(pattern), follow, console: consoleMessages },
    // Chromium reports a violated content security policy as a console error, so it is among these.
    surprises: () => [
      ...broken,
      ...consoleMessages.filter((line) => !expected.some((pattern) => pattern.test(line))),
    ],
  }
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  actionTimeout: 30_000,
  serverSettings: [null, { option: true }],
  sharedSettings: [{}, { option: true, scope: 'worker' }],
  browser: [
    async ({ browser }, provide) => {
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const context = await newContext(options)
        await fixClock(context)
        return context
      }
      await provide(browser)
    },
    { scope: 'worker' },
  ],
  sharedServer: [
    async ({ sharedSettings }, provide) => {
      const server = await startServer({ ...FIXED_CLOCK, ...sharedSettings })
      await provide(server)
      await server.discard()
    },
    { scope: 'worker' },
  ],
  server: async ({ serverSettings, sharedServer }, provide) => {
    if (serverSettings === null) return await provide(sharedServer)
    const server = await startServer({ ...FIXED_CLOCK, ...serverSettings })
    await provide(server)
    await server.discard()
  },
  baseURL: async ({ server }, provide) => await provide(server.origin),
  page: async ({ page }, provide) => {
    await provide(page)
    // Requests after the end of a test do not belong to it.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
  watch: [
    async ({ server, context }, provide) => {
      const { watch, surprises } = watchFor(server.origin)
      watch.follow(context)
      await provide(watch)
      expect(surprises(), 'nothing unexpected in the console, no page error, no other host').toEqual([])
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'
