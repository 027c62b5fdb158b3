import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const START_LIMIT_MS = 20_000
const READY = / is ready at http:\/\/\S+?:(\d+)/

/** Environment variables of the server (decisions §1). */
export type Settings = Readonly<Record<string, string>>

/** One real server process of the built tree, with a database folder of its own. */
export type ServerProcess = {
  readonly origin: string
  readonly dataDir: string
  /** SIGKILL: what a power cut leaves. Resolves when it has ended. */
  kill(): Promise<void>
  /** Starts it again on the same port and the same data. */
  start(): Promise<void>
  /** Ends it and removes its data. */
  discard(): Promise<void>
}

function spawnServer(settings: Settings): ChildProcess {
  const { PATH = '', HOME = '' } = process.env
  return spawn(process.execPath, ['dist/server/main.js'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...settings },
  })
}

/** Resolves to the port the server printed; rejects with what it wrote when it ends or stays silent. */
function listening(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(limit)
      child.stdout?.off('data', look)
      child.off('exit', ended)
      act()
    }
    const look = () => {
      const port = READY.exec(output())?.[1]
      if (port) settle(() => resolve(port))
    }
    const ended = (code: number | null) =>
      settle(() => reject(new Error(`The server ended with ${code} instead of starting:\n${output()}`)))
    const limit = setTimeout(
      () => settle(() => reject(new Error(`The server was not ready in time:\n${output()}`))),
      START_LIMIT_MS,
    )
    child.stdout?.on('data', look)
    child.on('exit', ended)
  })
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

/**
 * Starts dist/server/main.js on a free port with an empty database in a folder of its own. Rejects with what the server
 * wrote when it will not start.
 */
export async function startServer(settings: Settings = {}): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tenfold-'))
  const run = async (port: string): Promise<{ child: ChildProcess; port: string }> => {
    const child = spawnServer({ ...settings, DATA_DIR: dataDir, PORT: port })
    let written = ''
    const keep = (chunk: Buffer) => (written += chunk.toString())
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    return { child, port: await listening(child, () => written) }
  }
  const { child: first, port } = await run('0')
  let child = first
  return {
    origin: `http://127.0.0.1:${port}`,
    dataDir,
    kill: () => kill(child),
    start: async () => {
      child = (await run(port)).child
    },
    discard: async () => {
      await kill(child)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The name of the database file in a data folder, without the write-ahead log beside it. */
export function databaseFile(dataDir: string): string {
  const name = readdirSync(dataDir).find((file) => /\.(sqlite|db)3?$/.test(file))
  if (name === undefined) throw new Error(`No database in ${dataDir}: ${readdirSync(dataDir).join(', ')}`)
  return join(dataDir, name)
}
