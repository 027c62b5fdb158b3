import { spawn, type ChildProcess } from 'node:child_process'
import { cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../test/factories/free-port.ts'

const READY_WITHIN_MS = 20_000
const POLL_MS = 50

export type Started = { readonly port: number; readonly pid: number; readonly child: ChildProcess }

/** Starts a Node program on one core if the system allows it, and discards its output. */
export function onCore(
  core: number,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  output: 'pipe' | 'ignore',
): ChildProcess {
  const isPinned = process.platform === 'linux' && cpus().length > 1
  const command = [process.execPath, ...args]
  const [program = '', ...rest] = isPinned ? ['taskset', '-c', String(core), ...command] : command
  return spawn(program, rest, { stdio: ['ignore', output, 'inherit'], env })
}

/** Starts a program that listens on the port it is given and resolves when it answers. */
export async function startOn(
  core: number,
  args: (port: number) => readonly string[],
  env: (port: number) => NodeJS.ProcessEnv,
): Promise<Started> {
  const port = await freePort()
  const child = onCore(core, args(port), { PATH: process.env['PATH'], ...env(port) }, 'ignore')
  const until = performance.now() + READY_WITHIN_MS
  while (performance.now() < until && child.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (answer?.ok) return { port, pid: child.pid ?? 0, child }
    await delay(POLL_MS)
  }
  child.kill('SIGKILL')
  throw new Error(`a server of the bench did not start: ${args(port).join(' ')}`)
}
