import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { percentile } from './input-figures.ts'

/** The two programs take turns, so that a busy machine affects both. */
const ROUNDS = 9
const LIMIT_MS = 3000

/** Milliseconds until a program prints something that matches; it is then ended. */
async function readyMs(program: string, args: readonly string[], ready: RegExp, dataDir: string) {
  const { PATH = '', HOME = '' } = process.env
  const startedMs = performance.now()
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH, HOME, PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir },
  })
  const exited = once(child, 'exit')
  let output = ''
  for await (const chunk of child.stdout) {
    output += String(chunk)
    if (ready.test(output)) break
  }
  const tookMs = performance.now() - startedMs
  if (!ready.test(output)) throw new Error(`${program} ended before it was ready: ${output}`)
  child.kill('SIGTERM')
  await exited
  return tookMs
}

const BARE = "require('node:http').createServer().listen(0, '127.0.0.1', () => console.log('listening'))"

const dataDir = mkdtempSync(join(tmpdir(), 'tenfold-start-'))
const [bare, tenfold]: [number[], number[]] = [[], []]
try {
  await readyMs('npm', ['start'], /is ready at/, dataDir)
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await readyMs(process.execPath, ['-e', BARE], /listening/, dataDir))
    tenfold.push(await readyMs('npm', ['start'], /is ready at/, dataDir))
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
const [bareMs, tenfoldMs] = [percentile(bare, 0.5), percentile(tenfold, 0.5)]
console.log(`[RUN-2] npm start, nothing changed: median ${tenfoldMs.toFixed(0)} ms, slowest ${Math.max(...tenfold).toFixed(0)} ms
An empty Node.js server: median ${bareMs.toFixed(0)} ms; ratio ${(tenfoldMs / bareMs).toFixed(1)}
At most ${LIMIT_MS} ms: ${tenfoldMs <= LIMIT_MS ? 'met' : 'MISSED'}`)
