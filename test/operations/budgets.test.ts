import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const WEB = 'dist/web'
const KB = 1024

type Chunk = {
  readonly file: string
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
}

const html = readFileSync(join(WEB, 'index.html'), 'utf8')
const styles = [...html.matchAll(/<link rel="stylesheet"[^>]* href="\/([^"]+)"/g)].map(
  ([, file = '']) => file,
)

const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(WEB, '.vite', 'manifest.json'), 'utf8'))

/** The chunks that loading these brings, following dynamic imports only where asked, and none of `without`. */
function reachable(
  keys: readonly string[],
  dynamic: boolean,
  without: readonly string[] = [],
): Map<string, Chunk> {
  const found = new Map<string, Chunk>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || found.has(key) || without.includes(key)) return
    found.set(key, chunk)
    for (const next of [...(chunk.imports ?? []), ...(dynamic ? (chunk.dynamicImports ?? []) : [])])
      visit(next)
  }
  for (const key of keys) visit(key)
  return found
}

const gzipped = (file: string) => gzipSync(readFileSync(join(WEB, file)), { level: 9 }).byteLength
const sum = (files: Iterable<string>) => [...new Set(files)].reduce((total, file) => total + gzipped(file), 0)
const scripts = (chunks: Map<string, Chunk>) => [...chunks.values()].map((chunk) => chunk.file)

const page = (name: string) => {
  const key = Object.keys(manifest).find((source) => source.endsWith(`pages/${name}.tsx`))
  if (key === undefined)
    throw new Error(`No chunk of its own for ${name}: it is in the first load of every page.`)
  return key
}

test('[PER-1] the first load of /guest: at most 101 KB of JavaScript and 22 KB of CSS, gzipped', () => {
  const first = reachable(['index.html', ...homeKeys()], false)
  expect(sum(scripts(first)), 'bytes of JavaScript').toBeLessThanOrEqual(101 * KB)
  expect(sum(styles), 'bytes of CSS').toBeLessThanOrEqual(22 * KB)
})

/** Home may be a chunk of its own or part of the entry; both are counted. */
function homeKeys(): string[] {
  return Object.keys(manifest).filter((source) => source.endsWith('pages/guest-home-page.tsx'))
}

test('[PER-1] fonts are at most 60 KB', () => {
  const fonts = readdirSync(join(WEB, 'assets')).filter((file) => /\.(woff2?|ttf|otf)$/.test(file))
  const bytes = fonts.reduce((total, file) => total + readFileSync(join(WEB, 'assets', file)).byteLength, 0)
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(60 * KB)
})

/** What a session of practice never needs: each has a bound of its own. */
const BESIDE_PRACTICE = [
  { part: 'pages/student-practice.tsx', whose: 'a signed-in student', maxKB: 26 },
  { part: 'guest/allowance-alert.tsx', whose: 'a guest whose time of the day is used up', maxKB: 5 },
  { part: 'guest/state-picker.tsx', whose: 'who chooses a state, on home or the states board', maxKB: 6 },
  { part: 'pages/guest-announcement.tsx', whose: 'a guest whose results are shown', maxKB: 10 },
  { part: 'practice/why-adult.tsx', whose: 'who opens the reasons of a session', maxKB: 2 },
  { part: 'practice/warm-up-screen.tsx', whose: 'a child that warms up', maxKB: 3 },
]

const partKey = (part: string): string => Object.keys(manifest).find((key) => key.endsWith(part)) ?? part

/** The scripts of practice, late ones included, with those of some of the parts beside it. */
function scriptsOfPractice(without: readonly string[]): string[] {
  const shell = reachable(['index.html'], false)
  const practice = reachable([page('practice-page')], true, without.map(partKey))
  return [...new Set([...scripts(shell), ...scripts(practice)])]
}

test('[PER-2] practice takes at most 124 KB of JavaScript in total, including what a session loads late', () => {
  expect(sum(scriptsOfPractice(BESIDE_PRACTICE.map(({ part }) => part)))).toBeLessThanOrEqual(124 * KB)
})

test.for(BESIDE_PRACTICE)('[PER-2] $whose has at most $maxKB KB more', ({ part, maxKB }) => {
  const others = BESIDE_PRACTICE.map((each) => each.part)
  const known = scriptsOfPractice(others)
  const added = scriptsOfPractice(others.filter((each) => each !== part)).filter(
    (file) => !known.includes(file),
  )
  expect(added.length).toBeGreaterThan(0)
  expect(sum(added)).toBeLessThanOrEqual(maxKB * KB)
})

test('[PER-7] the first load of /battle: at most 118 KB of JavaScript, and no socket', () => {
  const first = reachable(['index.html', page('battle-page')], false)
  expect(sum(scripts(first))).toBeLessThanOrEqual(118 * KB)
  expect([...first.keys()].filter((key) => key.includes('socket-client'))).toEqual([])
})

test('[PER-9] a class’s page first loads at most 40 KB of JavaScript more than every page', () => {
  const shell = scripts(reachable(['index.html'], false))
  const first = scripts(reachable([page('class-page')], false)).filter((file) => !shell.includes(file))
  expect(sum(first)).toBeLessThanOrEqual(40 * KB)
})

test('[PER-1] the first load contains no practice screen: practice is loaded separately', () => {
  const first = reachable(['index.html', ...homeKeys()], false)
  expect([...first.keys()]).not.toContain(page('practice-page'))
})

test('[PER-4] every compressible file has a brotli and a gzip copy', () => {
  const files = readdirSync(join(WEB, 'assets'))
  const compressible = files.filter(
    (file) => /\.(js|css)$/.test(file) && readFileSync(join(WEB, 'assets', file)).byteLength >= 512,
  )
  expect(compressible.length).toBeGreaterThan(0)
  for (const file of compressible) {
    expect(files).toContain(`${file}.br`)
    expect(files).toContain(`${file}.gz`)
  }
})
