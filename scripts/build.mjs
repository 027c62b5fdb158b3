import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
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

/** The operator program. */
export const OPERATOR_BUNDLE = serverBundle('server/ops/operate.ts', 'dist/operate.js')

const WEB = join(ROOT, 'dist', 'web')
const COMPRESSIBLE = /\.(js|css|svg|json|txt)$/
/** Below this a compressed copy saves less than its headers cost. */
const SMALLEST_WORTH_COMPRESSING_BYTES = 512

/** The service workers, in a hidden folder: the server puts the list of files in and serves them as /sw.js. */
const workerBundle = {
  entryPoints: ['offline', 'remove'].map((name) => join(ROOT, 'web', 'worker', `${name}.ts`)),
  outdir: join(WEB, '.worker'),
  bundle: true,
  minify: true,
  target: 'es2022',
  logLevel: 'warning',
}

/** Writes a .br and a .gz beside a file, so that the server never compresses it. */
async function compress(path) {
  const source = await readFile(path)
  if (source.byteLength < SMALLEST_WORTH_COMPRESSING_BYTES) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: source.byteLength,
  }
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(source, { params }),
    promisify(gzip)(source, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)])
}

/** Vite has a process of its own: it changes its environment, and the server may start in this one next. */
async function buildWeb() {
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
  execFileSync(process.execPath, [vite, 'build', '--logLevel', 'error'], { cwd: ROOT, stdio: 'inherit' })
  const files = readdirSync(WEB, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && COMPRESSIBLE.test(entry.name) && !entry.parentPath.endsWith('.vite'),
  )
  await Promise.all(files.map((entry) => compress(join(entry.parentPath, entry.name))))
}

/** Builds dist/server, dist/operate.js and dist/web unless their inputs are unchanged. */
export async function buildUnlessFresh() {
  const hash = sourceHash()
  if (isFresh(BUILD_STAMP, hash)) return
  console.log('Building …')
  const { build: bundle, stop } = await import('esbuild')
  await bundle(serverBundle('server/main.ts', 'dist/server/main.js'))
  await bundle(OPERATOR_BUNDLE)
  await writeBrowserContract()
  await buildWeb()
  await bundle(workerBundle)
  // Its helper process would otherwise live as long as the server that is started next.
  await stop()
  mkdirSync(dirname(BUILD_STAMP), { recursive: true })
  writeFileSync(BUILD_STAMP, hash)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildUnlessFresh()
