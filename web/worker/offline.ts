import type { OfflineBuild } from '../../contract/offline.ts'

/**
 * The service worker: play without a network after one visit (ADR 0065). Keeps the files of one build and one page, the same for
 * everyone; never sees calls. With a network, pages come from the server.
 */
declare const self: ServiceWorkerGlobalScope & { readonly offlineBuild: OfflineBuild }

const { version, page, entry, files } = self.offlineBuild
const CACHE = `tenfold ${version}`
const KEPT = new Set(files)
/** A page that takes longer is shown from the cache: on bad Wi-Fi, a request may hang for minutes. */
const MAX_PAGE_MS = 4000
/** A file that is not kept and takes longer is lost, so that the page can say so. */
const MAX_FILE_MS = 15_000
/** Addresses that are neither pages nor files: calls, which include downloads, and what operators read. */
const NO_PAGE = /^\/(api|socket\.io|healthz|readyz|metrics)\b/

/** A file of the build, none of which is a page. Throws if a filter or a sign-in page of the network answers in its place. */
async function fetchFile(path: string): Promise<Response> {
  const response = await fetch(path)
  const isPage = response.headers.get('content-type')?.includes('html') ?? true
  if (!response.ok || response.redirected || isPage) throw new Error(`${path} is not the file of the build.`)
  return response
}

/** One file after another, so that a slow line stays free for the child. Throws unless all belong to the same build. */
async function keepBuild(): Promise<void> {
  const cache = await caches.open(CACHE)
  for (const file of files) if (!(await cache.match(file))) await cache.put(file, await fetchFile(file))
  const response = await fetch(page, { cache: 'no-store' })
  const html = await response.clone().text()
  if (!response.ok || !html.includes(entry)) throw new Error('The server has another version by now.')
  await cache.put(page, response)
}

/** Runs at the next start, when no page of the previous version is open. */
async function takeOver(): Promise<void> {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name)
  await self.registration.navigationPreload.enable()
  await self.clients.claim()
}

const keptFile = async (path: string): Promise<Response | undefined> =>
  await (await caches.open(CACHE)).match(path, { ignoreVary: true })

const after = (ms: number): Promise<null> => new Promise((resolve) => setTimeout(() => resolve(null), ms))

async function pageFor({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const kept = await keptFile(page)
  const asked = (async (): Promise<Response> => (await preloadResponse) ?? (await fetch(request)))()
  if (!kept) return await asked
  const answer = await Promise.race([asked.catch(() => null), after(MAX_PAGE_MS)])
  return answer === null || answer.status >= 500 ? kept : answer
}

async function fileFor(request: Request, path: string): Promise<Response> {
  const kept = KEPT.has(path) ? await keptFile(path) : undefined
  return kept ?? (await Promise.race([fetch(request), after(MAX_FILE_MS)])) ?? Response.error()
}

self.addEventListener('install', (event) => event.waitUntil(keepBuild()))
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || NO_PAGE.test(pathname)) return
  event.respondWith(request.mode === 'navigate' ? pageFor(event) : fileFor(request, pathname))
})
