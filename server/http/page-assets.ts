import { z } from 'zod'
import type { PageModule } from '../../contract/pages.ts'
import type { PageAssets } from './page-document.ts'

/** Where the pages are imported that are not in the first load. */
const FURTHER = 'web/further-screens.tsx'

/** Of those, the ones of players; the other pages need the server anyway. Boards and battles say that they do. */
const OFFLINE_PAGES: readonly PageModule[] = [
  'garden-page',
  'me-page',
  'leaderboard-page',
  'leaderboard-individual-page',
  'battle-page',
  'battle-leaderboard-page',
  'not-found-page',
]

/** What those import later and nobody needs without a network: the socket of battles, and what adults look at. */
const NOT_OFFLINE = /^(node_modules|web\/features\/dashboard)\//

/** A chunk in Vite's manifest. */
const chunk = z.object({
  file: z.string(),
  imports: z.array(z.string()).default([]),
  dynamicImports: z.array(z.string()).default([]),
  assets: z.array(z.string()).default([]),
  isEntry: z.boolean().default(false),
})
const manifest = z.record(z.string(), chunk)

type Manifest = z.infer<typeof manifest>

/** The chunk and its static imports, recursively. */
function chunksOf(chunks: Manifest, name: string, found = new Set<string>()): Set<string> {
  const own = chunks[name]
  if (own && !found.has(name)) {
    found.add(name)
    for (const next of own.imports) chunksOf(chunks, next, found)
  }
  return found
}

/** The chunk that imports this one dynamically; the entry if that is one of several. */
function importerOf(chunks: Manifest, name: string, entry: string): string {
  const fetches = (other: string): boolean => chunks[other]?.dynamicImports.includes(name) === true
  return [entry, ...Object.keys(chunks)].find(fetches) ?? entry
}

/**
 * The scripts that a screen needs besides the entry, including those of the shell and of the chunk that imports the screen,
 * from Vite's manifest (`.vite/manifest.json`). Throws if it is invalid.
 */
export function pageAssets(manifestText: string, module: PageModule): PageAssets {
  const chunks = manifest.parse(JSON.parse(manifestText))
  const entry = Object.keys(chunks).find((name) => chunks[name]?.isEntry) ?? ''
  const screen = `web/pages/${module}.tsx`
  const needed = new Set(
    [entry, importerOf(chunks, screen, entry), screen].flatMap((name) => [...chunksOf(chunks, name)]),
  )
  needed.delete(entry)
  return { scripts: [...needed].flatMap((name) => chunks[name]?.file ?? []).map((file) => `/${file}`) }
}

/** Whether play without a network needs what one chunk imports dynamically. */
function isForPlay(importer: string, imported: string): boolean {
  if (NOT_OFFLINE.test(imported)) return false
  return importer !== FURTHER || OFFLINE_PAGES.some((page) => imported === `web/pages/${page}.tsx`)
}

/** Paths of the scripts and pictures that play without a network needs, the entry first. Throws if the manifest is invalid. */
export function playFiles(manifestText: string): readonly string[] {
  const chunks = manifest.parse(JSON.parse(manifestText))
  const found = new Set<string>()
  const visit = (name: string): void => {
    const own = chunks[name]
    if (!own || found.has(name)) return
    found.add(name)
    const later = own.dynamicImports.filter((imported) => isForPlay(name, imported))
    for (const next of [...own.imports, ...later]) visit(next)
  }
  visit(Object.keys(chunks).find((name) => chunks[name]?.isEntry) ?? '')
  const files = [...found].flatMap((name) => [chunks[name]?.file ?? [], chunks[name]?.assets ?? []].flat())
  return [...new Set(files)].map((file) => `/${file}`)
}
