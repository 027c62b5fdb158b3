import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { describeUnless } from './describe-unless.ts'
import { freePort } from './free-port.ts'

/** The Redis program of this machine, or null when it has none. */
function redisProgram(): string | null {
  const found = spawnSync('which', ['redis-server'], { encoding: 'utf8' }).stdout?.trim()
  return found ? found : null
}

export const NO_OWN_REDIS =
  redisProgram() === null ? 'there is no redis-server on this machine to be started' : null

/** A suite that stops, kills or watches its Redis, so that it needs one of its own. */
export function describeOwnRedis(name: string, suite: () => void): void {
  describeUnless(NO_OWN_REDIS, name, suite)
}

/** A Redis of this test's own, which keeps nothing on disk. */
export type OwnRedis = {
  readonly url: string
  start(): Promise<void>
  /** Ends it at once; started again it knows nothing. */
  kill(): Promise<void>
  /** Pauses it, or lets it continue. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  remove(): Promise<void>
}

/** Starts a Redis in a temporary folder, on a free port of this machine. */
export async function redisServer(): Promise<OwnRedis> {
  const program = redisProgram()
  if (program === null) throw new Error(NO_OWN_REDIS ?? '')
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-redis-'))
  const port = await freePort()
  let child: ChildProcess | null = null
  const start = async (): Promise<void> => {
    const args = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      folder,
    ]
    const starting = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] })
    child = starting
    let said = ''
    await new Promise<void>((resolve, reject) => {
      starting.stdout.on('data', (chunk) => {
        said += String(chunk)
        if (said.includes('Ready to accept connections')) resolve()
      })
      starting.once('close', () => reject(new Error(`Redis ended: ${said}`)))
    })
  }
  const kill = async (): Promise<void> => {
    const ending = child
    child = null
    if (!ending) return
    const ended = new Promise((resolve) => ending.once('close', resolve))
    ending.kill('SIGKILL')
    await ended
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill,
    signal: (signal) => void child?.kill(signal),
    remove: async () => {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** As `redisServer`, removed when the test has ended. */
export async function freshOwnRedis(): Promise<OwnRedis> {
  const redis = await redisServer()
  onTestFinished(() => redis.remove())
  return redis
}
