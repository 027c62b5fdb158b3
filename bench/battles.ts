/** What Math Battles cost, compared with minimal relays of the same messages: see docs/performance.md. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  answersTable,
  connectTable,
  endsTable,
  idleTable,
  memoryTable,
  paceTable,
  type MemoryRound,
} from './battle-figures.ts'
import { load, type Figures, type Target, type Task } from './battle-load.ts'
import { shuffled } from './random-order.ts'
import type { ServerName } from './battle-pairs.ts'
import { serveSocketIoRelay, serveWsRelay } from './battle-relays.ts'
import { onCore, startOn, type Started } from './pinned-servers.ts'
import { processorSeconds } from './process-figures.ts'

const SERVER_CORE = 0
const LOAD_CORE = 1
const THIS_FILE = fileURLToPath(import.meta.url)
const SERVER = fileURLToPath(new URL('../server/main.js', import.meta.url))
const ALL: readonly ServerName[] = ['ws', 'socket.io', 'tenfold']
/** Lets the load trigger garbage collection in a server before its memory is read. */
const COLLECTING = [
  '--expose-gc',
  '--import',
  'data:text/javascript,process.on("SIGUSR2",()=>globalThis.gc())',
]

/** Each task and its servers, at the sizes that issue 4 asks for. */
const TASKS: Readonly<
  Record<Task['kind'], { readonly task: Task; readonly servers: readonly ServerName[] }>
> = {
  answers: {
    task: { kind: 'answers', pairs: 2000, rounds: 15, sliceSeconds: 1, warmUpSeconds: 2, atOnce: 64 },
    servers: ALL,
  },
  pace: { task: { kind: 'pace', pairs: 2000, rounds: 9, sliceSeconds: 3, perSecond: 2000 }, servers: ALL },
  idle: {
    task: {
      kind: 'idle',
      pairs: 4000,
      connectSeconds: 55,
      windowSeconds: 15,
      connectedWindows: 2,
      windows: 4,
    },
    servers: ['tenfold'],
  },
  memory: { task: { kind: 'memory', pairs: 2000, rounds: 5 }, servers: ['socket.io', 'tenfold'] },
  connecting: { task: { kind: 'connecting', lines: 1000, rounds: 9 }, servers: ['socket.io', 'tenfold'] },
  ends: { task: { kind: 'ends', battles: 500, rounds: 5, answers: 3 }, servers: ['tenfold'] },
}

type Settings = {
  /** What to measure. */
  readonly kinds: readonly Task['kind'][]
  /** Overrides for tasks of a kind, such as fewer rounds. */
  readonly changes: Readonly<Partial<Record<Task['kind'], Partial<Task>>>>
  /** More options of Node for Tenfold, such as --cpu-prof. */
  readonly nodeOptions: readonly string[]
}

async function start(
  name: ServerName,
  kind: Task['kind'],
  dataDir: string,
  nodeOptions: readonly string[],
): Promise<Started> {
  return startOn(
    SERVER_CORE,
    (port) => [
      ...COLLECTING,
      ...(name === 'tenfold' ? [...nodeOptions, SERVER] : [THIS_FILE, name, String(port)]),
    ],
    (port) => ({
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: join(dataDir, name),
      // Without a countdown, so that starting is not measured; long, unless ending is measured.
      BATTLE_SECONDS: kind === 'ends' ? '10' : '3600',
      BATTLE_COUNTDOWN_SECONDS: '0',
      // As many as a battle usually has, unless players answer for longer than a battle.
      BATTLE_PROBLEMS: kind === 'answers' ? '1000' : '150',
    }),
  )
}

/** CPU seconds used by the processes of the bench. */
type Used = { seconds: number }

type FromLoad = { readonly figures: Figures; readonly usedSeconds: number }

/** The results of the load, a process of its own on the other core. */
async function measured(targets: readonly Target[], task: Task): Promise<FromLoad> {
  const child = onCore(LOAD_CORE, [THIS_FILE, 'load', JSON.stringify({ targets, task })], process.env, 'pipe')
  let text = ''
  for await (const chunk of child.stdout ?? []) text += String(chunk)
  if (text === '') throw new Error('the load of the bench ended without figures')
  return JSON.parse(text) as FromLoad
}

/** Runs a task on servers of its own, so that it finds no leftovers of another. */
async function atServers(
  task: Task,
  servers: readonly ServerName[],
  nodeOptions: readonly string[],
  used: Used,
): Promise<Figures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tenfold-bench-'))
  const started: Started[] = []
  try {
    const targets: Target[] = []
    for (const name of servers) {
      const one = await start(name, task.kind, dataDir, nodeOptions)
      started.push(one)
      targets.push({ name, port: one.port, pid: one.pid })
    }
    const { figures, usedSeconds } = await measured(targets, task)
    used.seconds += targets.reduce((sum, { pid }) => sum + processorSeconds(pid), usedSeconds)
    return figures
  } finally {
    await Promise.all(
      started.map(async ({ child }) => {
        const isOver = once(child, 'exit')
        child.kill(nodeOptions.length > 0 ? 'SIGTERM' : 'SIGKILL')
        if (child.exitCode === null && child.signalCode === null) await isOver
      }),
    )
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measure(kind: Task['kind'], { changes, nodeOptions }: Settings, used: Used): Promise<Figures> {
  const { task: usual, servers } = TASKS[kind]
  const task = { ...usual, ...changes[kind] } as Task
  if (task.kind !== 'memory') return atServers(task, servers, nodeOptions, used)
  // A process does not return all the memory it has used: each round gets fresh servers, one after the other.
  const rounds: MemoryRound[] = []
  while (rounds.length < task.rounds) {
    let round: MemoryRound = {}
    for (const name of shuffled(servers)) {
      const { memory } = await atServers(task, [name], nodeOptions, used)
      round = { ...round, ...memory?.rounds[0] }
    }
    rounds.push(round)
  }
  return { memory: { pairs: task.pairs, rounds } }
}

/** CPU seconds used by all programs of this machine. */
function machineSeconds(): number {
  return cpus().reduce(
    (sum, { times: { user, nice, sys, irq } }) => sum + (user + nice + sys + irq) / 1000,
    0,
  )
}

async function compare(settings: Settings): Promise<void> {
  console.log(
    `${cpus().length} cores of ${cpus()[0]?.model ?? 'an unknown processor'}; Node ${process.versions.node}.\n`,
  )
  for (const kind of settings.kinds) {
    const [startMs, before, used] = [performance.now(), machineSeconds(), { seconds: 0 }]
    const { answers, pace, idle, memory, connecting, ends } = await measure(kind, settings, used)
    if (answers) console.log(`${answersTable(answers)}\n`)
    if (pace) console.log(`${paceTable(pace)}\n`)
    if (idle) console.log(`${idleTable(idle)}\n`)
    if (memory) console.log(`${memoryTable(memory)}\n`)
    if (connecting) console.log(`${connectTable(connecting)}\n`)
    if (ends) console.log(`${endsTable(ends)}\n`)
    const seconds = (performance.now() - startMs) / 1000
    const others = (machineSeconds() - before - used.seconds) / seconds
    console.log(
      `Took ${seconds.toFixed(0)} s; other programs used ${(others * 100).toFixed(0)} % of a core.\n`,
    )
  }
}

const [role = '', given = ''] = process.argv.slice(2)
if (role === 'ws') serveWsRelay(Number(given))
else if (role === 'socket.io') serveSocketIoRelay(Number(given))
else if (role === 'load') {
  const { targets, task } = JSON.parse(given) as { targets: Target[]; task: Task }
  const figures = await load(targets, task)
  const { user, system } = process.cpuUsage()
  const fromLoad: FromLoad = { figures, usedSeconds: (user + system) / 1e6 }
  process.stdout.write(JSON.stringify(fromLoad), () => process.exit(0))
} else {
  const asked = given === '' ? {} : (JSON.parse(given) as Partial<Settings>)
  const kinds = Object.keys(TASKS) as Task['kind'][]
  await compare({ kinds, changes: {}, nodeOptions: [], ...asked })
}
