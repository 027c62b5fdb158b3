import { expect, test as base, type BrowserContext } from '@playwright/test'
import { startServer, type ServerProcess, type Settings } from '../factories/server-process.ts'

/** What a test may see in the console without failing; everything else it sees there fails it. */
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
  const expected: RegExp[] = []
  const heard: string[] = []
  const broken: string[] = []
  const follow = (context: BrowserContext) => {
    context.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') {
        heard.push(`${message.type()}: ${message.text()} (${message.location().url})`)
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
    watch: { expectConsole: (pattern) => void expected.push(pattern), follow, console: heard },
    // Chromium reports a violated content security policy as a console error, so it is among these.
    surprises: () => [...broken, ...heard.filter((line) => !expected.some((pattern) => pattern.test(line)))],
  }
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  actionTimeout: 30_000,
  serverSettings: [null, { option: true }],
  sharedSettings: [{}, { option: true, scope: 'worker' }],
  sharedServer: [
    async ({ sharedSettings }, provide) => {
      const server = await startServer(sharedSettings)
      await provide(server)
      await server.discard()
    },
    { scope: 'worker' },
  ],
  server: async ({ serverSettings, sharedServer }, provide) => {
    if (serverSettings === null) return await provide(sharedServer)
    const server = await startServer(serverSettings)
    await provide(server)
    await server.discard()
  },
  baseURL: async ({ server }, provide) => await provide(server.origin),
  page: async ({ page }, provide) => {
    await provide(page)
    // What a page asks when a test is over already is no part of the test.
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
