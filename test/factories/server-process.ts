import { spawn, type ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { onTestFinished } from 'vitest'

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

export type ServerProcess = {
  readonly child: ChildProcess
  readonly url: string
  /** Everything on standard output so far. */
  output(): string
  /** Resolves once standard output holds the text; rejects when the server ends without it. */
  wrote(text: string): Promise<void>
  /** Sends the signal and waits for the end; the exit code, or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null>
}

type Ended = { readonly code: number | NodeJS.Signals | null; readonly errors: string }

function spawnServer(outfile: string, env: Readonly<Record<string, string>>): ChildProcess {
  const child = spawn(process.execPath, [outfile], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'info', ...env },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

function whenEnded(child: ChildProcess): Promise<number | NodeJS.Signals | null> {
  return new Promise((resolveEnd) => child.once('close', (code, signal) => resolveEnd(code ?? signal)))
}

/** Starts the bundled server and resolves when it says that it is ready. Rejects when it ends before. */
export async function startServer(
  outfile: string,
  env: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const child = spawnServer(outfile, env)
  let output = ''
  let errors = ''
  const ended = whenEnded(child)
  child.stderr?.on('data', (chunk) => (errors += String(chunk)))
  const url = await new Promise<string>((resolveUrl, reject) => {
    child.stdout?.on('data', (chunk) => {
      output += String(chunk)
      const port = / is ready at http:\/\/localhost:(\d+)\n/.exec(output)?.[1]
      if (port !== undefined) resolveUrl(`http://127.0.0.1:${port}`)
    })
    void ended.then((code) => reject(new Error(`the server ended with ${code}: ${errors}`)))
  })
  const wrote = (text: string): Promise<void> =>
    new Promise((resolveText, reject) => {
      const look = (): void => {
        if (!output.includes(text)) return
        child.stdout?.off('data', look)
        resolveText()
      }
      child.stdout?.on('data', look)
      void ended.then((code) => reject(new Error(`the server ended with ${code} before it wrote ${text}`)))
      look()
    })
  return {
    child,
    url,
    output: () => output,
    wrote,
    end: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}

/** Starts the bundled server with settings it cannot run with; how it ended and what it said. */
export async function failToStart(outfile: string, env: Readonly<Record<string, string>>): Promise<Ended> {
  const child = spawnServer(outfile, env)
  let errors = ''
  child.stderr?.on('data', (chunk) => (errors += String(chunk)))
  const code = await whenEnded(child)
  // Some versions of Node say at every start that their own SQLite is young.
  return { code, errors: errors.replace(/^\(node:\d+\) ExperimentalWarning: .*\n\(Use .*\n/m, '') }
}
