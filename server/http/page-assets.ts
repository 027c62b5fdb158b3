import { z } from 'zod'
import type { PageModule } from '../../contract/pages.ts'
import type { PageAssets } from './page-document.ts'

/** What the build says of one of its parts. */
const part = z.object({
  file: z.string(),
  imports: z.array(z.string()).default([]),
  dynamicImports: z.array(z.string()).default([]),
  isEntry: z.boolean().default(false),
})
const manifest = z.record(z.string(), part)

type Manifest = z.infer<typeof manifest>

/** The part and everything it imports outright, each once. */
function partsOf(parts: Manifest, name: string, found = new Set<string>()): Set<string> {
  const own = parts[name]
  if (own && !found.has(name)) {
    found.add(name)
    for (const next of own.imports) partsOf(parts, next, found)
  }
  return found
}

/** The part that fetches this one when it is wanted; the entry where several do. */
function fetcherOf(parts: Manifest, name: string, entry: string): string {
  const fetches = (other: string): boolean => parts[other]?.dynamicImports.includes(name) === true
  return [entry, ...Object.keys(parts)].find(fetches) ?? entry
}

/**
 * What a screen's module needs beside the entry that the page itself names, the shell's own parts and the one that
 * knows the way to it included, read from the build's list of its parts (`.vite/manifest.json`). Throws when the text is no such list.
 */
export function pageAssets(manifestText: string, module: PageModule): PageAssets {
  const parts = manifest.parse(JSON.parse(manifestText))
  const entry = Object.keys(parts).find((name) => parts[name]?.isEntry) ?? ''
  const screen = `web/pages/${module}.tsx`
  const needed = new Set(
    [entry, fetcherOf(parts, screen, entry), screen].flatMap((name) => [...partsOf(parts, name)]),
  )
  needed.delete(entry)
  return { scripts: [...needed].flatMap((name) => parts[name]?.file ?? []).map((file) => `/${file}`) }
}
