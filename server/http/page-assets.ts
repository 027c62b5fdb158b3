import { z } from 'zod'
import type { PageModule } from '../../contract/pages.ts'
import type { PageAssets } from './page-document.ts'

/** A chunk in Vite's manifest. */
const chunk = z.object({
  file: z.string(),
  imports: z.array(z.string()).default([]),
  dynamicImports: z.array(z.string()).default([]),
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
