import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { OPERATOR_PROGRAMS, operatorBundle } from './build.mjs'
import { BUILD_STAMP, isFresh, sourceHash } from './freshness.mjs'
import { installPackages, requireNode } from './install.mjs'

const [name] = process.argv.splice(2, 1)
if (!OPERATOR_PROGRAMS.includes(name)) {
  console.error(`Choose a program: ${OPERATOR_PROGRAMS.join(', ')}.`)
  process.exit(2)
}
requireNode()
const bundle = operatorBundle(name)
// Programs built with the running server are used as they are; nothing is installed beside it.
if (!isFresh(BUILD_STAMP, sourceHash()) || !existsSync(bundle.outfile)) {
  installPackages()
  const { build, stop } = await import('esbuild')
  // Builds only the program: pages are not needed, and the running server's build stays unchanged.
  await build(bundle)
  await stop()
}
await import(pathToFileURL(bundle.outfile).href)
