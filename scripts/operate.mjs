import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from './freshness.mjs'
import { installPackages, requireNode } from './install.mjs'

const PROGRAMS = ['verify-boards', 'remove-guest']

const [name] = process.argv.splice(2, 1)
if (!PROGRAMS.includes(name)) {
  console.error(`Which program? One of: ${PROGRAMS.join(', ')}.`)
  process.exit(2)
}
requireNode()
installPackages()
const [{ build, stop }, { serverBundle }] = await Promise.all([import('esbuild'), import('./build.mjs')])
// Only the program itself: the pages are not needed, and what the running server was built from stays as it is.
const outfile = `dist/operate/${name}.js`
await build(serverBundle(`server/${name}.ts`, outfile))
await stop()
await import(pathToFileURL(join(ROOT, outfile)).href)
