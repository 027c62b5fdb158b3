import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OfflineBuild } from '../../contract/offline.ts'
import type { Site } from '../../contract/site.ts'
import { playFiles } from './page-assets.ts'
import { staticFile, type StaticFile } from './static-files.ts'

export const WORKER_PATH = '/sw.js'
export const MANIFEST_PATH = '/manifest.webmanifest'

/** The first page of the installed app, and the one that is kept. */
const HOME = '/guest'

/** As `--color-paper` in web/styles.css. */
const PAPER = '#f3f4ed'

const ICONS = [
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  ...[192, 512].flatMap((size) => [
    { src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' },
    { src: `/icon-maskable-${size}.png`, sizes: `${size}x${size}`, type: 'image/png', purpose: 'maskable' },
  ]),
]

type BuiltPages = {
  /** The HTML before the settings are put in. */
  readonly template: string
  /** Vite's manifest. */
  readonly manifest: string
  /** The HTML of home, as it is served. */
  readonly home: StaticFile
}

/** The manifest of the installed app. */
export function appManifest(template: string, site: Site): StaticFile {
  const [, description] = /<meta\s+name="description"\s+content="([^"]*)"/.exec(template) ?? []
  const manifest = {
    id: '/',
    name: site.name,
    short_name: site.name,
    description,
    lang: 'en',
    start_url: HOME,
    scope: '/',
    display: 'standalone',
    background_color: PAPER,
    theme_color: PAPER,
    icons: ICONS,
  }
  return staticFile(MANIFEST_PATH, Buffer.from(JSON.stringify(manifest)))
}

/** Paths of the files that a text names: fonts in styles, styles and preloaded fonts in HTML. */
const assetsNamedIn = (text: string): string[] => text.match(/\/assets\/[\w.-]+/g) ?? []

function offlineBuild(built: BuiltPages, readText: (path: string) => string, code: string): OfflineBuild {
  const ofPlay = playFiles(built.manifest)
  const ofPage = assetsNamedIn(built.template)
  const ofStyles = ofPage
    .filter((path) => path.endsWith('.css'))
    .flatMap((path) => assetsNamedIn(readText(path)))
  const files = [...new Set([...ofPlay, ...ofPage, ...ofStyles, '/favicon.svg', MANIFEST_PATH])]
  const version = createHash('sha256')
    .update([code, built.home.etag, ...files].join('\n'))
    .digest('base64url')
    .slice(0, 12)
  return { version, page: HOME, entry: ofPlay[0] ?? '', files }
}

type WorkerOptions = {
  readonly webDir: string
  readonly offlinePlay: boolean
  /** The text of a built file. */
  readonly readText: (path: string) => string
}

/**
 * The service worker: one that keeps what play without a network needs, or one that removes what was kept.
 * Null if it has not been built.
 */
export function serviceWorker(
  { webDir, offlinePlay, readText }: WorkerOptions,
  built: BuiltPages,
): StaticFile | null {
  const path = join(webDir, '.worker', offlinePlay ? 'offline.js' : 'remove.js')
  if (!existsSync(path)) return null
  const code = readFileSync(path, 'utf8')
  const text = offlinePlay
    ? `self.offlineBuild=${JSON.stringify(offlineBuild(built, readText, code))}\n${code}`
    : code
  return staticFile(WORKER_PATH, Buffer.from(text))
}
