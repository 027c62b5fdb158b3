import { afterEach, expect, test, vi } from 'vitest'

const PAGE = '/guest'
const ENTRY = '/assets/index-1.js'
const TYPES = new Map([
  [ENTRY, 'text/javascript; charset=utf-8'],
  ['/assets/index-1.css', 'text/css; charset=utf-8'],
  ['/assets/font-1.woff2', 'font/woff2'],
  ['/manifest.webmanifest', 'application/manifest+json'],
  [PAGE, 'text/html; charset=utf-8'],
])
const FILES = [...TYPES.keys()].filter((path) => path !== PAGE)

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const answer = (path: string): Response =>
  new Response(`<script src="${ENTRY}">`, { headers: { 'content-type': TYPES.get(path) ?? '' } })

const blocked = (init: ResponseInit = {}): Response =>
  new Response('<h1>Blocked</h1>', { headers: { 'content-type': 'text/html' }, ...init })

let onFetch: (event: unknown) => void = () => {}

/** What the worker answers to a request of a page for a file; null if it leaves that to the browser. */
async function responseTo(path: string): Promise<Response | null> {
  let answered: Promise<Response> | null = null
  const request = { method: 'GET', mode: 'cors', url: `https://tenfold.example${path}` }
  onFetch({ request, respondWith: (response: Promise<Response>) => (answered = response) })
  return await answered
}

/** Installs the worker. Resolves to whether that succeeded; `kept` is its cache. */
async function install(kept: Map<string, Response>, fetchPath: (path: string) => Response): Promise<boolean> {
  let installed: Promise<unknown> = Promise.reject(new Error('no listener'))
  const cache = {
    match: (path: string) => Promise.resolve(kept.get(path)),
    put: (path: string, response: Response) => Promise.resolve(kept.set(path, response)),
  }
  vi.stubGlobal('caches', { open: () => Promise.resolve(cache) })
  vi.stubGlobal('fetch', (path: string) => Promise.resolve(fetchPath(path)))
  vi.stubGlobal('self', {
    offlineBuild: { version: 'one', page: PAGE, entry: ENTRY, files: FILES },
    location: { origin: 'https://tenfold.example' },
    addEventListener: (name: string, listener: (event: unknown) => void) => {
      if (name === 'install') listener({ waitUntil: (work: Promise<unknown>) => (installed = work) })
      if (name === 'fetch') onFetch = listener
    },
  })
  installed.catch(() => {})
  vi.resetModules()
  await vi.importActual('../../web/worker/offline.ts')
  return await installed.then(
    () => true,
    () => false,
  )
}

test('[APP-5] the worker keeps every file of its build, and the page', async () => {
  const kept = new Map<string, Response>()
  expect(await install(kept, answer)).toBe(true)
  expect([...kept.keys()]).toEqual([...FILES, PAGE])
})

test.each([
  ['a page of a filter', () => blocked()],
  [
    'a page of a filter that says it is XHTML',
    () => blocked({ headers: { 'content-type': 'application/xhtml+xml' } }),
  ],
  ['a page of a filter without a type', () => new Response(new Uint8Array([60]))],
  ['a refusal', () => blocked({ status: 403 })],
  ['a fault', () => new Response('', { status: 502, headers: { 'content-type': 'text/javascript' } })],
  ['another address', () => Object.defineProperty(answer(ENTRY), 'redirected', { value: true })],
])(
  '[APP-5] the worker keeps no file for which %s came, and completes its build later',
  async (_what, wrong) => {
    for (const path of FILES) {
      const kept = new Map<string, Response>()
      expect(await install(kept, (asked) => (asked === path ? wrong() : answer(asked)))).toBe(false)
      expect(kept.has(path)).toBe(false)
      expect(await install(kept, answer)).toBe(true)
      expect([...kept.keys()].toSorted()).toEqual([...TYPES.keys()].toSorted())
    }
  },
)

test.each([200, 403, 502])(
  '[APP-5] the worker keeps no page of a filter, answered with %i',
  async (status) => {
    const kept = new Map<string, Response>()
    expect(await install(kept, (path) => (path === PAGE ? blocked({ status }) : answer(path)))).toBe(false)
    expect(kept.has(PAGE)).toBe(false)
  },
)

test('[APP-5] the worker gives up a file that never comes, but no call', async () => {
  const kept = new Map<string, Response>()
  await install(kept, answer)
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const lost = responseTo('/assets/adults-1.js')
  expect(await responseTo(ENTRY)).toBe(kept.get(ENTRY))
  expect(await responseTo('/api/me')).toBeNull()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await lost).toMatchObject({ type: 'error' })
})
