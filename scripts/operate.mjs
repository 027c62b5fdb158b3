import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { OPERATOR_BUNDLE } from './build.mjs'
import { BUILD_STAMP, isFresh, sourceHash } from './freshness.mjs'
import { installPackages, requireNode } from './install.mjs'

requireNode()
// A program built with the running server is used as it is; nothing is installed beside it.
if (!isFresh(BUILD_STAMP, sourceHash()) || !existsSync(OPERATOR_BUNDLE.outfile)) {
  installPackages()
  const { build, stop } = await import('esbuild')
  // Builds only the program: pages are not needed, and the running server's build stays unchanged.
  await build(OPERATOR_BUNDLE)
  await stop()
}
await import(pathToFileURL(OPERATOR_BUNDLE.outfile).href)
