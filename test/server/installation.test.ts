import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { OfflineBuild } from '../../contract/offline.ts'
import { readConfig } from '../../server/config.ts'
import { startApp, type RunningApp } from '../factories/app.ts'
import { builtPages } from '../factories/built-pages.ts'

const PUBLIC = 'web/public'

async function startWith(settings: Record<string, string> = {}): Promise<RunningApp> {
  const { site, offlinePlay } = readConfig(settings)
  return await startApp({ webDir: builtPages(), site, offlinePlay })
}

async function offlineBuild(app: RunningApp): Promise<OfflineBuild> {
  const { text } = await app.get('/sw.js')
  return JSON.parse(/^self\.offlineBuild=(.*)$/m.exec(text)?.[1] ?? 'null')
}

/** Width and height of a PNG file. */
function sizeOf(path: string): string {
  const png = readFileSync(path)
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`
}

test('[APP-1] the page links to the manifest, which names the operator’s product and the icons', async () => {
  const app = await startWith({ SITE_NAME: 'Zehn' })
  const [, path = ''] = /<link rel="manifest" href="([^"]+)"/.exec((await app.get('/guest')).text) ?? []
  const { text, headers } = await app.get(path)
  expect(headers.get('content-type')).toBe('application/manifest+json')
  const manifest = JSON.parse(text)
  expect(manifest).toMatchObject({
    name: 'Zehn',
    short_name: 'Zehn',
    description: 'Math facts',
    lang: 'en',
    start_url: '/guest',
    scope: '/',
    display: 'standalone',
  })
  const pngs = manifest.icons.filter(({ type }: { type: string }) => type === 'image/png')
  expect(pngs).toHaveLength(4)
  for (const { src, sizes } of pngs) expect({ src, sizes }).toEqual({ src, sizes: sizeOf(join(PUBLIC, src)) })
})

test('[APP-4] the worker keeps what players need, no page for adults, no socket and no call', async () => {
  const { page, entry, files } = await offlineBuild(await startWith())
  expect(page).toBe('/guest')
  expect(entry).toBe('/assets/main-abc123.js')
  expect(files.toSorted()).toEqual([
    '/assets/animals-8.svg',
    '/assets/battle-6.js',
    '/assets/card-2.js',
    '/assets/further-5.js',
    '/assets/home-1.js',
    '/assets/lexend-789.woff2',
    '/assets/lost-4.js',
    '/assets/main-abc123.js',
    '/assets/react-0.js',
    '/assets/small-def456.css',
    '/favicon.svg',
    '/manifest.webmanifest',
  ])
})

test('[APP-5] the worker is checked at every visit, and any change of the page or a setting is another version', async () => {
  const app = await startWith()
  const { headers } = await app.get('/sw.js')
  expect(headers.get('cache-control')).toBe('no-cache')
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  const { version } = await offlineBuild(app)
  expect((await offlineBuild(await startWith())).version).toBe(version)
  expect((await offlineBuild(await startWith({ SITE_NAME: 'Zehn' }))).version).not.toBe(version)
})

test('[APP-6] with OFFLINE_PLAY off, the worker only removes what was kept', async () => {
  const app = await startWith({ OFFLINE_PLAY: 'off' })
  expect((await app.get('/sw.js')).text).toBe('removeThem()')
  expect((await app.get('/guest')).text).not.toContain('sw.js')
  expect((await (await startWith()).get('/guest')).text).toContain('data-worker="/sw.js"')
})
