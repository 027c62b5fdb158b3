#!/usr/bin/env node
/**
 * Finds exports that no other file names, and code that only tests and benchmarks use. Files are compared by words: an export
 * whose name occurs elsewhere may be missed, but none is reported wrongly. Exits with 1 if it finds any.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { GENERATED } from './freshness.mjs'

const ROOT = join(import.meta.dirname, '..')
const PRODUCT = ['server', 'web', 'domain', 'contract']
const USERS = ['scripts', 'vite.config.ts']
const EXAMINERS = ['test', 'bench']
const EXPORT = /^export (?:async )?(function\*?|const|let|type|class|interface) (\w+)/gm
const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm

function sourcesIn(places) {
  return places.flatMap((place) =>
    place.includes('.')
      ? [join(ROOT, place)]
      : readdirSync(join(ROOT, place), { recursive: true })
          .filter((name) => /\.(?:tsx?|mjs)$/.test(name))
          .map((name) => join(ROOT, place, name))
          .filter((path) => !path.startsWith(GENERATED)),
  )
}

/** How often each word occurs in a file, without comments. */
function wordsOf(path) {
  const text = readFileSync(path, 'utf8').replace(COMMENTS, '')
  const counts = new Map()
  for (const [word] of text.matchAll(/\w+/g)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return { path, text, counts }
}

const product = sourcesIn(PRODUCT).map(wordsOf)
const users = [...product, ...sourcesIn(USERS).map(wordsOf)]
const examiners = sourcesIn(EXAMINERS).map(wordsOf)

const found = product.flatMap((file) =>
  [...file.text.matchAll(EXPORT)].flatMap(([, kind, name]) => {
    const names = ({ path, counts }) => path !== file.path && counts.has(name)
    if (users.some(names)) return []
    const where = `${relative(ROOT, file.path)}: ${name}`
    const isUsedHere = file.counts.get(name) > 1
    if (!examiners.some(names)) return [`${where} ${isUsedHere ? 'need not be exported' : 'is used nowhere'}`]
    // A type named in tests describes the wire format.
    return isUsedHere || kind === 'type' ? [] : [`${where} is used only by tests`]
  }),
)
for (const line of found) console.error(line)
if (found.length > 0) process.exitCode = 1
else console.log('Every export has a user.')
