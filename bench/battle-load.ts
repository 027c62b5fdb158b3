import { setTimeout as delay } from 'node:timers/promises'
import { answerAsFast, answerAtPace } from './battle-answers.ts'
import { measureEnds, type EndFigures, type EndsTask } from './battle-ends.ts'
import type {
  AnswerRound,
  ConnectFigures,
  ConnectRound,
  MemoryFigures,
  PaceFigures,
  PaceRound,
  ServerFigures,
} from './battle-figures.ts'
import { measureIdle, type IdleFigures, type IdleTask } from './battle-idle.ts'
import { shuffled } from './random-order.ts'
import { closeAll, connectAll, pairsAt, type Pair, type ServerName } from './battle-pairs.ts'
import { median, quantile } from './boards-figures.ts'
import { processorSeconds, residentKb } from './process-figures.ts'

export type Target = { readonly name: ServerName; readonly port: number; readonly pid: number }

/** What is measured, and how long. */
export type Task =
  | {
      readonly kind: 'answers'
      readonly pairs: number
      readonly rounds: number
      readonly sliceSeconds: number
      readonly warmUpSeconds: number
      readonly atOnce: number
    }
  | {
      readonly kind: 'pace'
      readonly pairs: number
      readonly rounds: number
      readonly sliceSeconds: number
      readonly perSecond: number
    }
  | IdleTask
  | { readonly kind: 'memory'; readonly pairs: number; readonly rounds: number }
  | { readonly kind: 'connecting'; readonly lines: number; readonly rounds: number }
  | EndsTask

export type Figures = {
  readonly answers?: readonly AnswerRound[]
  readonly pace?: PaceFigures
  readonly idle?: IdleFigures
  readonly memory?: MemoryFigures
  readonly connecting?: ConnectFigures
  readonly ends?: EndFigures
}

const SETTLE_MS = 3_000
/** Nobody answers more than four times a second from the start: a battle of a moment is too short for a slice. */
const RIPEN_MS = 10_000

type Ready = { readonly target: Target; readonly pairs: readonly Pair[] }

async function ready(targets: readonly Target[], pairs: number): Promise<Ready[]> {
  const all: Ready[] = []
  for (const target of targets) all.push({ target, pairs: await pairsAt(target.port, target.name, pairs) })
  await delay(RIPEN_MS)
  return all
}

/** One figure per server, measured one right after the other in random order. */
async function round<Figure>(
  all: readonly Ready[],
  measure: (one: Ready) => Promise<Figure>,
): Promise<ServerFigures<Figure>> {
  const figures: Partial<Record<ServerName, Figure>> = {}
  for (const one of shuffled(all)) figures[one.target.name] = await measure(one)
  return figures
}

async function measureAnswers(
  targets: readonly Target[],
  task: Extract<Task, { kind: 'answers' }>,
): Promise<AnswerRound[]> {
  const all = await ready(targets, task.pairs)
  const slice =
    (seconds: number) =>
    async ({ target, pairs }: Ready) => {
      const [before, ownBefore] = [processorSeconds(target.pid), process.cpuUsage()]
      const answered = await answerAsFast(pairs, task.atOnce, seconds)
      const used = processorSeconds(target.pid) - before
      const { user, system } = process.cpuUsage(ownBefore)
      return {
        perSecond: answered.answers / answered.seconds,
        perProcessorSecond: answered.answers / used,
        busy: used / answered.seconds,
        loadBusy: (user + system) / 1e6 / answered.seconds,
      }
    }
  await round(all, slice(task.warmUpSeconds))
  const rounds: AnswerRound[] = []
  while (rounds.length < task.rounds) rounds.push(await round(all, slice(task.sliceSeconds)))
  return rounds
}

async function measurePace(
  targets: readonly Target[],
  task: Extract<Task, { kind: 'pace' }>,
): Promise<PaceFigures> {
  const all = await ready(targets, task.pairs)
  const slice = async ({ target, pairs }: Ready) => {
    const [before, startMs] = [processorSeconds(target.pid), performance.now()]
    const paced = await answerAtPace(pairs, task.perSecond, task.sliceSeconds)
    const used = processorSeconds(target.pid) - before
    return {
      perSecond: paced.perSecond,
      medianMs: median(paced.latenciesMs),
      p99Ms: quantile(paced.latenciesMs, 0.99),
      lateP99Ms: quantile(paced.lateMs, 0.99),
      busy: (used * 1000) / (performance.now() - startMs),
      loadBusy: paced.loadBusy,
    }
  }
  await round(all, slice)
  const rounds: PaceRound[] = []
  while (rounds.length < task.rounds) rounds.push(await round(all, slice))
  return { sockets: 2 * task.pairs, wanted: task.perSecond, rounds }
}

/** Gives the server time to collect its garbage. */
async function collected(pid: number): Promise<number> {
  process.kill(pid, 'SIGUSR2')
  await delay(SETTLE_MS / 2)
  process.kill(pid, 'SIGUSR2')
  await delay(SETTLE_MS / 2)
  return residentKb(pid)
}

/** One round: each server holds only what this round brings. */
async function measureMemory(
  targets: readonly Target[],
  { pairs }: Extract<Task, { kind: 'memory' }>,
): Promise<MemoryFigures> {
  const figures: Partial<Record<ServerName, number>> = {}
  for (const { name, port, pid } of targets) {
    // Half as many before warm up code and caches, and let the heap grow to its usual reserve.
    await pairsAt(port, name, Math.ceil(pairs / 2))
    const before = await collected(pid)
    await pairsAt(port, name, pairs)
    figures[name] = ((await collected(pid)) - before) / (2 * pairs)
  }
  return { pairs, rounds: [figures] }
}

async function measureConnecting(
  targets: readonly Target[],
  { lines, rounds: count }: Extract<Task, { kind: 'connecting' }>,
): Promise<ConnectFigures> {
  const all = targets.map((target) => ({ target, pairs: [] }))
  const connectOnce = async ({ target: { name, port, pid } }: Ready): Promise<number> => {
    const before = processorSeconds(pid)
    const open = await connectAll(port, name, lines)
    const used = processorSeconds(pid) - before
    await closeAll(open)
    return (used * 1000) / lines
  }
  await round(all, connectOnce)
  const rounds: ConnectRound[] = []
  while (rounds.length < count) rounds.push(await round(all, connectOnce))
  return { lines, rounds }
}

function ofTenfold(targets: readonly Target[]): Target {
  const target = targets.find(({ name }) => name === 'tenfold')
  if (!target) throw new Error('Tenfold is not among the servers of the bench')
  return target
}

export async function load(targets: readonly Target[], task: Task): Promise<Figures> {
  switch (task.kind) {
    case 'answers':
      return { answers: await measureAnswers(targets, task) }
    case 'pace':
      return { pace: await measurePace(targets, task) }
    case 'idle':
      return { idle: await measureIdle(ofTenfold(targets), task) }
    case 'memory':
      return { memory: await measureMemory(targets, task) }
    case 'connecting':
      return { connecting: await measureConnecting(targets, task) }
    case 'ends':
      return { ends: await measureEnds(ofTenfold(targets).port, task) }
  }
}
