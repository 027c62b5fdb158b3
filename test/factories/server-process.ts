import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const WRITTEN_WITHIN_MS = 60_000
const READY = / is ready at http:\/\/\S+?:(\d+)\n/
export const BUILT_SERVER = 'dist/server/main.js'

/** Environment variables of the server (decisions §1). */
export type Settings = Readonly<Record<string, string>>

/** What ended a process: its exit code, or the signal. */
export type End = number | NodeJS.Signals | null

/** One real server process. */
export type ServerProcess = {
  readonly origin: string
  readonly dataDir: string
  /** The process as the system numbers it, since its last start. */
  pid(): number
  /** Everything on standard output since its last start. */
  output(): string
  /** Resolves once standard output contains the text; rejects if the server ends without it. */
  wrote(text: string): Promise<void>
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<End>
  /** SIGKILL, like a power cut. Resolves when it has ended. */
  kill(): Promise<void>
  /** Starts it again on the same port and the same data, with these settings changed. */
  start(changes?: Settings): Promise<void>
  /** Ends it and removes the data folder, unless the settings named one. */
  discard(): Promise<void>
}

type Running = {
  readonly child: ChildProcess
  readonly ended: Promise<End>
  output(): string
  errors(): string
}

function run(program: string, settings: Settings): Running {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn', OFFLINE_PLAY: 'off', ...settings },
  })
  let [output, errors] = ['', '']
  child.stdout?.on('data', (chunk) => (output += String(chunk)))
  child.stderr?.on('data', (chunk) => (errors += String(chunk)))
  const ended = new Promise<End>((resolve) => child.once('close', (code, signal) => resolve(code ?? signal)))
  return { child, ended, output: () => output, errors: () => errors }
}

/** Resolves to the match on standard output; rejects if the process ends without it, or takes too long. */
function written(
  of: Running,
  find: (output: string) => string | undefined,
  withinMs: number = WRITTEN_WITHIN_MS,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      clearTimeout(limit)
      of.child.stdout?.off('data', look)
    }
    const fail = (why: string): void => {
      settle()
      reject(new Error(`The server ${why} without writing what was awaited:\n${of.output()}${of.errors()}`))
    }
    const look = (): void => {
      const found = find(of.output())
      if (found === undefined) return
      settle()
      resolve(found)
    }
    const limit = setTimeout(() => fail('went on too long'), withinMs)
    of.child.stdout?.on('data', look)
    void of.ended.then((end) => fail(`ended with ${end}`))
    look()
  })
}

/** The folders of the servers that this process has started, by origin. */
const DATA_DIRS = new Map<string, string>()

/** The data folder of a server that this process has started. */
export function dataDirOf(origin: string): string {
  const dataDir = DATA_DIRS.get(origin)
  if (dataDir === undefined) throw new Error(`no server was started at ${origin}`)
  return dataDir
}

/**
 * Starts a server, the built one unless another program is named, on a free port. Without DATA_DIR in the settings it has an
 * empty database in a folder of its own. Rejects with what the server wrote when it will not start.
 */
export async function startServer(
  settings: Settings = {},
  program: string = BUILT_SERVER,
  readyWithinMs: number = WRITTEN_WITHIN_MS,
): Promise<ServerProcess> {
  const given = settings['DATA_DIR']
  const dataDir = given ?? mkdtempSync(join(tmpdir(), 'tenfold-'))
  const begin = async (port: string, changes: Settings = {}): Promise<{ running: Running; port: string }> => {
    const running = run(program, { ...settings, ...changes, DATA_DIR: dataDir, PORT: port })
    try {
      const ready = (output: string): string | undefined => READY.exec(output)?.[1]
      return { running, port: await written(running, ready, readyWithinMs) }
    } catch (error) {
      running.child.kill('SIGKILL')
      throw error
    }
  }
  const first = await begin('0')
  const origin = `http://127.0.0.1:${first.port}`
  DATA_DIRS.set(origin, dataDir)
  let { running } = first
  const end = (signal: NodeJS.Signals): Promise<End> => {
    running.child.kill(signal)
    return running.ended
  }
  return {
    origin,
    dataDir,
    pid: () => running.child.pid ?? Number.NaN,
    output: () => running.output(),
    wrote: async (text) =>
      void (await written(running, (output) => (output.includes(text) ? text : undefined))),
    end,
    kill: async () => void (await end('SIGKILL')),
    start: async (changes) => {
      running = (await begin(first.port, changes)).running
    },
    discard: async () => {
      await end('SIGKILL')
      if (given === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts the built server with settings it cannot run with; how it ended and what it said. */
export async function failToStart(
  settings: Settings,
): Promise<{ readonly code: End; readonly errors: string }> {
  const { ended, errors } = run(BUILT_SERVER, settings)
  const code = await ended
  // Some versions of Node say at every start that their own SQLite is young.
  return { code, errors: errors().replace(/^\(node:\d+\) ExperimentalWarning: .*\n\(Use .*\n/m, '') }
}

/** The name of the database file in a data folder, without the write-ahead log beside it. */
export function databaseFile(dataDir: string): string {
  const name = readdirSync(dataDir).find((file) => /\.(sqlite|db)3?$/.test(file))
  if (name === undefined) throw new Error(`No database in ${dataDir}: ${readdirSync(dataDir).join(', ')}`)
  return join(dataDir, name)
}
