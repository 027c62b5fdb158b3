#!/usr/bin/env node
/**
 * Compares SPEC.md with the tests that quote it. Lists every id that no test quotes, every id a test quotes that
 * SPEC.md lacks, every id that stands twice, and every `built in` path that does not exist. A rule about speed is held by
 * a bench, not by a test: a heading of a file in bench/ counts like a title. Ends with 1 when any
 * list has an entry. `node scripts/spec-coverage.mjs [folder]` looks at another folder than this repository.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

const ROW = /^\|\s*([A-Z]{2,3}-\d+)\s*\|/
const BRACKETS = /\[([A-Z]{2,3}-\d+(?:\s*,\s*[A-Z]{2,3}-\d+)*)\]/g
const TITLE = /\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g
/** What stands before the parenthesis of a title: `test`, `test.each(…)`, `describe.skipIf(…)`. */
const TEST_CALL = /(?:^|[^\w.$])(?:test|it|describe)((?:\.\w+)*)\s*$/
/** What a bench prints above its table. */
const BENCH_HEADING = /const HEADING =\s+(['"`])(.*?)\1/gs
const NEVER_RUNS = /\.(?:skip|todo|fixme)\b/
/** A suite that several adapters share is a function in a file named so; its titles count. */
const TEST_FILE = /(?:\.chaos\.ts|\.test\.tsx?|\.spec\.ts|[.-]suite\.ts)$/

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '..'))

/** The rows of the specification's tables: id and the paths it is built in, in the order of the file. */
function readRows(markdown) {
  return markdown
    .split('\n')
    .filter((line) => ROW.test(line))
    .map((line) => {
      const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
      const paths = (cells[4] ?? '').split(',').map((path) => path.trim())
      return { id: cells[1], paths: paths.filter((path) => path !== '') }
    })
}

/** Every id that stands in square brackets in the title of a test which runs. */
function quotedIds(source) {
  const code = source.replace(/^\s*\/\/.*$/gm, '')
  const ids = []
  for (const match of code.matchAll(TITLE)) {
    const before = code.slice(Math.max(0, match.index - 200), match.index)
    const call = TEST_CALL.exec(before)
    const isTable = /[)`]\s*$/.test(before)
    if (!isTable && (call === null || NEVER_RUNS.test(call[1]))) continue
    for (const [, list] of match[2].matchAll(BRACKETS)) ids.push(...list.split(',').map((id) => id.trim()))
  }
  return ids
}

/** Every id that stands in square brackets in the heading of a bench. */
function measuredIds(source) {
  return [...source.matchAll(BENCH_HEADING)].flatMap(([, , heading]) =>
    [...heading.matchAll(BRACKETS)].flatMap(([, list]) => list.split(',').map((id) => id.trim())),
  )
}

function filesIn(folder, name) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
}

function report(heading, lines) {
  if (lines.length === 0) return
  console.error(`${heading} (${lines.length}):`)
  for (const line of lines) console.error(`  ${line}`)
}

const rows = readRows(readFileSync(join(root, 'SPEC.md'), 'utf8'))
const known = new Set(rows.map((row) => row.id))
const quotes = new Map()
const files = filesIn(join(root, 'test'), TEST_FILE)
const benches = filesIn(join(root, 'bench'), /\.ts$/)
for (const file of [...files, ...benches]) {
  const source = readFileSync(file, 'utf8')
  for (const id of files.includes(file) ? quotedIds(source) : measuredIds(source)) {
    quotes.set(id, [...(quotes.get(id) ?? []), relative(root, file)])
  }
}

const unquoted = rows.filter((row) => !quotes.has(row.id)).map((row) => row.id)
const unknown = [...quotes].filter(([id]) => !known.has(id)).map(([id, where]) => `${id} in ${where[0]}`)
const twice = rows
  .filter((row, at) => rows.findIndex((other) => other.id === row.id) !== at)
  .map((row) => row.id)
const homeless = rows.filter((row) => row.paths.length === 0).map((row) => `${row.id}: no path`)
const missing = rows.flatMap((row) =>
  row.paths.filter((path) => !existsSync(join(root, path))).map((path) => `${row.id}: ${path}`),
)

report('Ids that no test quotes', unquoted)
report('Ids that a test quotes and SPEC.md lacks', unknown)
report('Ids that stand twice in SPEC.md', twice)
report('Paths in SPEC.md that do not exist', [...homeless, ...missing])

if (rows.length === 0) {
  console.error('SPEC.md has no row with an id.')
  process.exitCode = 1
} else if (unquoted.length + unknown.length + twice.length + homeless.length + missing.length > 0) {
  process.exitCode = 1
} else {
  console.log(`SPEC.md: ${rows.length} ids, each quoted by a test; ${files.length} test files.`)
}
