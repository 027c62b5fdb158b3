/**
 * Removes from node_modules everything that the built programs do not import, directly or indirectly: for an image that only
 * serves (Dockerfile). `npm ci` restores it. `node scripts/keep-runtime.mjs [folder]` works on another folder.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { OPERATOR_BUNDLE, serverBundle } from './build.mjs'

const folder = resolve(process.argv[2] ?? join(import.meta.dirname, '..'))

/** The package name in an import specifier; two parts if it has a scope. */
const packageOf = (path) => path.split('/', path.startsWith('@') ? 2 : 1).join('/')

/** Data packages, whose files the server reads with `require` (server/location/region-data.ts): no import names them. */
const READ = ['cldr-core', 'cldr-subdivisions-full']

async function imported() {
  const programs = [serverBundle('server/main.ts', 'dist/server/main.js'), OPERATOR_BUNDLE]
  const built = await Promise.all(
    programs.map((bundle) => build({ ...bundle, metafile: true, write: false })),
  )
  const imports = built.flatMap(({ metafile }) =>
    Object.values(metafile.outputs).flatMap((output) => output.imports),
  )
  return new Set(imports.filter(({ path }) => !path.startsWith('node:')).map(({ path }) => packageOf(path)))
}

const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))

/** Where Node finds a package required by the one at `place`; null if it is optional and not installed. */
function found(name, place) {
  for (let from = place; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) {
    const path = from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`
    if (path in packages && existsSync(join(folder, path))) return path
    if (from === '') return null
  }
}

const kept = new Set()

function keep(name, place) {
  const path = found(name, place)
  if (path === null || kept.has(path)) return
  kept.add(path)
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[path]
  const peers = Object.keys(peerDependencies ?? {}).filter((peer) => !peerDependenciesMeta?.[peer]?.optional)
  for (const other of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
    keep(other, path)
}

for (const name of [...(await imported()), ...READ]) keep(name, '')
const installed = Object.keys(packages).filter((path) => path !== '')
const isNeeded = (path) => kept.has(path) || [...kept].some((other) => other.startsWith(`${path}/`))
for (const path of installed.filter((one) => !isNeeded(one))) {
  rmSync(join(folder, path), { recursive: true, force: true })
}
for (const name of ['.bin', '.vite', '.package-lock.json', '.tenfold-installed']) {
  rmSync(join(folder, 'node_modules', name), { recursive: true, force: true })
}
console.log(`Kept ${kept.size} of ${installed.length} packages.`)
