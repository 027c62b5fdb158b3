import { copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildUnlessFresh, serverBundle } from './build.mjs'
import { requireChromium } from './chromium.mjs'
import { ROOT } from './freshness.mjs'

// `npm run screens` photographs every screen into screens/, which git ignores; `npm run screens -- practice,me-` only those
// with one of these in their name. Pictures that are also in docs/screens are replaced there.
const FOLDER = 'screens'
const OF_DOCS = 'docs/screens'
const OUTFILE = 'dist/screens/take-screens.js'

await buildUnlessFresh()
const { build } = await import('esbuild')
await build(serverBundle('test/browser/take-screens.ts', OUTFILE))
const { takeScreens } = await import(pathToFileURL(join(ROOT, OUTFILE)).href)
const count = await takeScreens(join(ROOT, FOLDER), process.argv[2] ?? '', requireChromium())
const taken = new Set(readdirSync(join(ROOT, FOLDER)))
for (const name of readdirSync(join(ROOT, OF_DOCS)).filter((each) => taken.has(each))) {
  copyFileSync(join(ROOT, FOLDER, name), join(ROOT, OF_DOCS, name))
}
console.log(`${count} pictures in ${FOLDER}.`)
