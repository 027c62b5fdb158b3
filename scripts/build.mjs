import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { writeBrowserContract } from './browser-contract.mjs'
import { BUILD_STAMP, isFresh, ROOT, sourceHash } from './freshness.mjs'

/** How the server is bundled: our own code in one file, packages as they are installed. */
export function serverBundle(entry, outfile) {
  return {
    entryPoints: [join(ROOT, entry)],
    outfile: join(ROOT, outfile),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    sourcemap: true,
    logLevel: 'warning',
  }
}

/** The operator programs by name; each is `server/ops/<name>.ts`. */
export const OPERATOR_PROGRAMS = [
  'verify-boards',
  'remove-guest',
  'remove-guests',
  'reset-password',
  'invite',
  'end-contract',
  'migrate-to-postgres',
  'backup',
  'restore',
]

/** Where an operator program is built. */
export const operatorBundle = (name) => serverBundle(`server/ops/${name}.ts`, `dist/operate/${name}.js`)

/** Builds dist/server, dist/operate and dist/web unless their inputs are unchanged. */
export async function buildUnlessFresh() {
  const hash = sourceHash()
  if (isFresh(BUILD_STAMP, hash)) return
  console.log('Building …')
  const [{ build: bundle, stop }, { build: buildWeb }] = await Promise.all([
    import('esbuild'),
    import('vite'),
  ])
  await bundle(serverBundle('server/main.ts', 'dist/server/main.js'))
  await Promise.all(OPERATOR_PROGRAMS.map((name) => bundle(operatorBundle(name))))
  await writeBrowserContract()
  // Its helper process would otherwise live as long as the server that is started next.
  await stop()
  await buildWeb({ root: ROOT, configFile: join(ROOT, 'vite.config.ts'), logLevel: 'warn' })
  mkdirSync(dirname(BUILD_STAMP), { recursive: true })
  writeFileSync(BUILD_STAMP, hash)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildUnlessFresh()
