import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildUnlessFresh, serverBundle } from './build.mjs'
import { requireChromium } from './chromium.mjs'
import { ROOT } from './freshness.mjs'

// `npm run screens` takes every screen into docs/screens; `npm run screens -- practice,me-` only those with one of these in their name.
const FOLDER = 'docs/screens'
const OUTFILE = 'dist/screens/take-screens.js'

await buildUnlessFresh()
const { build } = await import('esbuild')
await build(serverBundle('test/browser/take-screens.ts', OUTFILE))
const { takeScreens } = await import(pathToFileURL(join(ROOT, OUTFILE)).href)
const count = await takeScreens(join(ROOT, FOLDER), process.argv[2] ?? '', requireChromium())
console.log(`${count} pictures in ${FOLDER}.`)
