#!/usr/bin/env node
/**
 * Compares the rules in spec/ with the tests that quote them. Lists ids that no test quotes, quoted ids without a rule,
 * duplicate ids, and paths that do not exist. Rules about speed are checked by benchmarks: a heading of a file in bench/ counts
 * like a title. Exits with 1 if any list has an entry. `node scripts/spec-coverage.mjs [folder]` checks another folder.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

/** `- **LB-1** text`, and on the next line `_source · path, path_`. */
const RULE = /^- \*\*([A-Z]{2,3}-\d+)\*\* .*(?:\n {2}_[^·\n]* · (.*)_$)?/gm
const BRACKETS = /\[([A-Z]{2,3}-\d+(?:\s*,\s*[A-Z]{2,3}-\d+)*)\]/g
const TITLE = /\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g
/** The text before the parenthesis of a title: `test`, `test.each(…)`, `describe.skipIf(…)`. */
const TEST_CALL = /(?:^|[^\w.$])(?:test|it|describe)((?:\.\w+)*)\s*$/
/** What a bench prints above its table. */
const BENCH_HEADING = /const HEADING =\s+(['"`])(.*?)\1/gs
const NEVER_RUNS = /\.(?:skip|todo|fixme)\b/
/** Test files. A suite shared by several adapters is a function in a file with one of these names; its titles count. */
const TEST_FILE = /(?:\.chaos\.ts|\.test\.tsx?|\.spec\.ts|[.-]suite\.ts)$/

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '..'))

/** The rules of a file in order, each with its id and paths. */
function readRules(markdown) {
  return [...markdown.matchAll(RULE)].map(([, id, list = '']) => {
    const paths = list.split(',').map((path) => path.trim())
    return { id, paths: paths.filter((path) => path !== '') }
  })
}

/** All ids in square brackets in the titles of tests that run. */
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

/** All ids in square brackets in the heading of a bench. */
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

const rules = filesIn(join(root, 'spec'), /\.md$/).flatMap((file) => readRules(readFileSync(file, 'utf8')))
const known = new Set(rules.map((rule) => rule.id))
const quotes = new Map()
const files = filesIn(join(root, 'test'), TEST_FILE)
const benches = filesIn(join(root, 'bench'), /\.ts$/)
for (const file of [...files, ...benches]) {
  const source = readFileSync(file, 'utf8')
  for (const id of files.includes(file) ? quotedIds(source) : measuredIds(source)) {
    quotes.set(id, [...(quotes.get(id) ?? []), relative(root, file)])
  }
}

const unquoted = rules.filter((rule) => !quotes.has(rule.id)).map((rule) => rule.id)
const unknown = [...quotes].filter(([id]) => !known.has(id)).map(([id, where]) => `${id} in ${where[0]}`)
const twice = rules
  .filter((rule, at) => rules.findIndex((other) => other.id === rule.id) !== at)
  .map((rule) => rule.id)
const homeless = rules.filter((rule) => rule.paths.length === 0).map((rule) => `${rule.id}: no path`)
const missing = rules.flatMap((rule) =>
  rule.paths.filter((path) => !existsSync(join(root, path))).map((path) => `${rule.id}: ${path}`),
)

report('Ids that no test quotes', unquoted)
report('Ids that a test quotes and spec/ lacks', unknown)
report('Ids that stand twice in spec/', twice)
report('Paths in spec/ that do not exist', [...homeless, ...missing])

if (rules.length === 0) {
  console.error('spec/ has no rule with an id.')
  process.exitCode = 1
} else if (unquoted.length + unknown.length + twice.length + homeless.length + missing.length > 0) {
  process.exitCode = 1
} else {
  console.log(`spec/: ${rules.length} ids, each quoted by a test; ${files.length} test files.`)
  const inGate = files.filter((file) => !relative(root, file).startsWith(join('test', 'full')))
  const gate = new Set(inGate.flatMap((file) => quotedIds(readFileSync(file, 'utf8'))))
  const full = rules.map(({ id }) => id).filter((id) => !gate.has(id))
  if (full.length > 0) console.log(`Only in \`npm run test:all\` (${full.length}): ${full.join(', ')}.`)
}
