import { spawn, type ChildProcess } from 'node:child_process'
import { onTestFinished } from 'vitest'
import type { End, Settings } from './server-process.ts'

export type Ended = { readonly code: End; readonly output: string; readonly errors: string }

/** An operator's program while it runs. */
export type RunningProgram = {
  readonly child: ChildProcess
  /** Resolves when it has ended. */
  readonly ended: Promise<Ended>
  /** Resolves once standard output contains the text; rejects if the program ends without it. */
  wrote(text: string): Promise<void>
}

/** Starts a command of the built operator program (server/ops/operate.ts) with these settings only; it is ended when the test has ended. */
export function startProgram(name: string, settings: Settings, args: readonly string[] = []): RunningProgram {
  const child = spawn(process.execPath, ['dist/operate.js', name, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...settings },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let [output, errors] = ['', '']
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (errors += String(chunk)))
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code, signal) => resolve({ code: code ?? signal, output, errors })),
  )
  return {
    child,
    ended,
    wrote: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (output.includes(text)) resolve()
        }
        child.stdout.on('data', look)
        void ended.then(() => reject(new Error(`It ended without ${text}:\n${output}${errors}`)))
        look()
      }),
  }
}

/** Runs a program to its end. */
export function runProgram(name: string, settings: Settings, args: readonly string[] = []): Promise<Ended> {
  return startProgram(name, settings, args).ended
}
