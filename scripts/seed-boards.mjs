/**
 * Fills the database of DATA_DIR or DATABASE_URL with players who have played:
 * `npm run seed:boards -- --players 1000000 [--league addition_facts] [--day today] [--seed 1]`.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { serverBundle } from './build.mjs'
import { ROOT } from './freshness.mjs'

const { build, stop } = await import('esbuild')
const outfile = 'dist/bench/seed-main.js'
await build(serverBundle('bench/seed-main.ts', outfile))
await stop()
await import(pathToFileURL(join(ROOT, outfile)).href)
