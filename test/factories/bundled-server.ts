import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { onTestFinished } from 'vitest'
import { startServer, type ServerProcess, type Settings } from './server-process.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** Bundles a program as the build does, into a folder of this process's own. Remove it with `removeBundle`. */
export async function bundle(entry: `${'server' | 'bench'}/${string}.ts`): Promise<string> {
  // Inside the project, because the packages it leaves outside are found from where the file lies.
  const outfile = join(ROOT, 'dist', 'test', `${process.pid}-${entry.replaceAll(/\W/g, '-')}`, 'main.js')
  await build({
    entryPoints: [join(ROOT, entry)],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  })
  return outfile
}

export function removeBundle(outfile: string): void {
  rmSync(join(outfile, '..'), { recursive: true, force: true })
}

/** Starts a bundled server for one test, its log as it is usually; it is ended when the test has ended. */
export async function startBundle(
  outfile: string,
  settings: Settings,
  readyWithinMs?: number,
): Promise<ServerProcess> {
  const server = await startServer({ LOG_LEVEL: 'info', ...settings }, outfile, readyWithinMs)
  onTestFinished(() => server.discard())
  return server
}
