import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serveBare } from './server-bare.ts'
import { compareFigures, figuresTable, type Fired, type Round } from './server-figures.ts'
import { fire, type Call, type Order } from './server-load.ts'
import { serveReal } from './server-real.ts'

/** How long and how often to measure. */
type Settings = { readonly rounds: number; readonly seconds: number }

const HEADING =
  '[API-14] Session and score calls, stored durably, against a bare upsert: the ratio is to be 0.5 or more.'

/** Which part of this file a process runs: the comparison, a server, or the load. */
const [role = 'compare', argument = ''] = process.argv.slice(2)

const DEFAULTS: Settings = { rounds: 9, seconds: 4 }
const CONNECTIONS = 64
const SERVERS = ['bare', 'tenfold'] as const
const CALLS: readonly Call[] = ['score', 'session']
const THIS_FILE = fileURLToPath(import.meta.url)

/** Runs this file in another process, on one core if the system allows it. */
function run(core: number, args: readonly string[]): ChildProcess {
  const pinned = process.platform === 'linux' && cpus().length > 1
  const command = [process.execPath, THIS_FILE, ...args]
  const [program = '', ...rest] = pinned ? ['taskset', '-c', String(core), ...command] : command
  return spawn(program, rest, { stdio: ['ignore', 'pipe', 'inherit'] })
}

/** The first line that a process prints, as JSON. */
async function firstLine<T>(child: ChildProcess): Promise<T> {
  let text = ''
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk)
    const end = text.indexOf('\n')
    if (end >= 0) return JSON.parse(text.slice(0, end)) as T
  }
  throw new Error('a process of the bench ended without an answer')
}

async function measure(server: string, order: Order): Promise<Fired> {
  const fired = await firstLine<Fired>(run(1, ['load', JSON.stringify(order)]))
  if (fired.failed > 0)
    throw new Error(`${server} ${order.call}: ${fired.failed} calls were not answered with 200`)
  return fired
}

/** The servers alternate, so that a slow minute of the machine affects both. Round 0 warms up. */
async function rounds(ports: readonly number[], settings: Settings): Promise<Round[]> {
  const measured: Round[] = []
  const [barePort = 0, realPort = 0] = ports
  for (let round = 0; round <= settings.rounds; round += 1) {
    for (const call of CALLS) {
      const order = { call, round, seconds: settings.seconds, connections: CONNECTIONS }
      const bare = await measure('bare', { ...order, port: barePort })
      const real = await measure('tenfold', { ...order, port: realPort })
      if (round > 0) measured.push({ call, bare, real })
    }
  }
  return measured
}

async function compare(settings: Settings): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-bench-'))
  const children = SERVERS.map((server) => run(0, [server, join(folder, server)]))
  try {
    const started = await Promise.all(children.map((child) => firstLine<{ port: number }>(child)))
    const measured = await rounds(
      started.map(({ port }) => port),
      settings,
    )
    const figures = CALLS.map((call) => compareFigures(call, measured))
    console.log(
      `${HEADING}\nMedians of ${settings.rounds} rounds of ${settings.seconds} s, by turns; ${CONNECTIONS} connections; ` +
        `${cpus().length} cores of ${cpus()[0]?.model ?? 'an unknown processor'}; Node ${process.versions.node}.\n`,
    )
    console.log(figuresTable(figures))
  } finally {
    for (const child of children) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

if (role === 'bare') await serveBare(argument)
else if (role === 'tenfold') await serveReal(argument)
else if (role === 'load') console.log(JSON.stringify(await fire(JSON.parse(argument) as Order)))
else await compare({ ...DEFAULTS, ...(argument === '' ? {} : (JSON.parse(argument) as Partial<Settings>)) })
