import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

const SOURCES = [
  'domain',
  'contract',
  'server',
  'web',
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'scripts/build.mjs',
  'scripts/page-parts.ts',
  'scripts/browser-contract.mjs',
  'scripts/check-code.mjs',
]

/** The output of `scripts/browser-contract.mjs`. */
export const GENERATED = join(ROOT, 'web', 'generated')

/** Where the last install and build recorded the hash of their inputs. */
export const INSTALL_STAMP = join(ROOT, 'node_modules', '.tenfold-installed')
export const BUILD_STAMP = join(ROOT, 'dist', '.built-from')

function filesUnder(path) {
  if (!existsSync(path) || path === GENERATED) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path)
    .toSorted()
    .flatMap((name) => filesUnder(join(path, name)))
}

/** A hash of the contents of all build inputs. Contents, because a clone gives every file a new date. */
export function sourceHash() {
  const hash = createHash('sha256').update(process.version)
  for (const file of SOURCES.flatMap((name) => filesUnder(join(ROOT, name)))) {
    hash.update(file.slice(ROOT.length)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/** A hash of what decides the installed packages. */
export function lockHash() {
  return createHash('sha256')
    .update(process.version)
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex')
}

/** Whether the stamp at this path carries this hash. */
export function isFresh(stampPath, hash) {
  return existsSync(stampPath) && readFileSync(stampPath, 'utf8') === hash
}
