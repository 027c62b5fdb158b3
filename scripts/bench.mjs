import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildUnlessFresh, serverBundle } from './build.mjs'
import { ROOT } from './freshness.mjs'

const BENCHES = {
  start: 'bench/start.ts',
  server: 'bench/server.ts',
  input: 'bench/input.ts',
  boards: 'bench/boards.ts',
  battles: 'bench/battles.ts',
  'shared-battles': 'bench/shared-battles.ts',
  'student-log': 'bench/student-log.ts',
  'attempt-cost': 'bench/attempt-cost.ts',
  dashboard: 'bench/dashboard.ts',
  garden: 'bench/garden.ts',
  'class-page': 'bench/class-page.ts',
  'low-end': 'bench/low-end.ts',
  'sign-in': 'bench/sign-in.ts',
  'weekly-mail': 'bench/weekly-mail.ts',
  'battle-screens': 'bench/battle-screens.ts',
  learning: 'bench/learning/main.ts',
  'learning-speed': 'bench/learning-speed.ts',
}

const entry = BENCHES[process.argv[2] ?? '']
if (!entry) {
  console.error(`Which bench? One of: ${Object.keys(BENCHES).join(', ')}.`)
  process.exit(1)
}
// The learning simulation needs no build; all other benches measure what is built.
if (!process.argv[2]?.startsWith('learning')) await buildUnlessFresh()
const { build } = await import('esbuild')
const outfile = `dist/${entry.replace(/\.ts$/, '.js')}`
await build(serverBundle(entry, outfile))
await import(pathToFileURL(join(ROOT, outfile)).href)
