#!/usr/bin/env node
/**
 * Checks that every package needed to build or run Tenfold, directly or indirectly, has an allowed license, and that
 * docs/licenses.md lists every direct one with its license. `--table` prints the rows for docs/licenses.md. `node
 * scripts/licenses.mjs [folder]` checks another folder.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'CC0-1.0',
  'BlueOak-1.0.0',
  'Unicode-3.0',
  'Unlicense',
  'OFL-1.1',
])
/** Build tools that are not distributed: the weak copyleft of MPL-2.0 does not extend to their output. */
const MPL_BUILD_TOOL = /(?:^|\/)lightningcss(?:-[a-z0-9-]+)?$/

const folder = process.argv.slice(2).find((argument) => !argument.startsWith('--'))
const root = resolve(folder ?? join(import.meta.dirname, '..'))
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** The license field of a package; older ones have a list. */
function statedIn({ license, licenses }) {
  return license ?? (licenses?.length === 1 ? licenses[0].type : undefined)
}

/** The license of the installed package; for one of another platform, the license in the lockfile. */
function licenseOf(place, locked) {
  const path = join(place, 'package.json')
  return (existsSync(join(root, path)) ? statedIn(readJson(path)) : undefined) ?? locked.license ?? 'unknown'
}

const direct = Object.keys(readJson('package.json').dependencies).map((name) => {
  const { license } = readJson(`node_modules/${name}/package.json`)
  return { name, license }
})
const row = ({ name, license }) => `| ${name} | ${license} |`

if (process.argv.includes('--table')) {
  console.log(direct.map(row).join('\n'))
} else {
  const complaints = []
  const needed = Object.entries(readJson('package-lock.json').packages).filter(
    ([place, locked]) => place !== '' && locked.dev !== true,
  )
  for (const [place, locked] of needed) {
    const license = licenseOf(place, locked)
    const isAllowed = ALLOWED.has(license) || (license === 'MPL-2.0' && MPL_BUILD_TOOL.test(place))
    if (!isAllowed) complaints.push(`${place}: ${license} is not among the licenses allowed here`)
  }
  const page = readFileSync(join(root, 'docs/licenses.md'), 'utf8').replace(/ +/g, ' ')
  for (const dependency of direct) {
    if (!page.includes(row(dependency))) complaints.push(`docs/licenses.md lacks the row ${row(dependency)}`)
  }
  for (const complaint of complaints) console.error(complaint)
  if (complaints.length > 0) process.exitCode = 1
  else
    console.log(
      `Licenses: ${needed.length} packages, each allowed; ${direct.length} named in docs/licenses.md.`,
    )
}
