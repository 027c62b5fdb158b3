import { setTimeout as delay } from 'node:timers/promises'
import { seededRandom } from '../domain/seeded-random.ts'
import { answerAsFast, answerAtPace } from './battle-answers.ts'
import type {
  AnswerRound,
  ConnectRound,
  EndFigures,
  IdleFigures,
  MemoryFigures,
  PaceRound,
  ServerFigures,
} from './battle-figures.ts'
import { frameOf, type RawLine } from './battle-line.ts'
import {
  battlePairs,
  closeAll,
  connectAll,
  heard,
  pairsAt,
  type Pair,
  type ServerName,
} from './battle-pairs.ts'
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
  | { readonly kind: 'idle'; readonly pairs: number; readonly seconds: number }
  | { readonly kind: 'memory'; readonly pairs: number }
  | { readonly kind: 'connecting'; readonly lines: number; readonly rounds: number }
  | { readonly kind: 'ends'; readonly pairs: number }

export type Figures = {
  readonly answers?: readonly AnswerRound[]
  readonly pace?: readonly PaceRound[]
  readonly idle?: IdleFigures
  readonly memory?: MemoryFigures
  readonly connecting?: readonly ConnectRound[]
  readonly ends?: EndFigures
}

const SEED = 17
const SETTLE_MS = 3_000
/** Nobody is quicker than four answers a second, counted from the start: battles of a moment have no room for a slice. */
const RIPEN_MS = 10_000

const random = seededRandom(SEED)

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item)
}

type Ready = { readonly target: Target; readonly pairs: readonly Pair[] }

async function ready(targets: readonly Target[], pairs: number): Promise<Ready[]> {
  const all: Ready[] = []
  for (const target of targets) all.push({ target, pairs: await pairsAt(target.port, target.name, pairs) })
  await delay(RIPEN_MS)
  return all
}

/** One figure of each server, measured one right after the other in an order by lot. */
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
      const before = processorSeconds(target.pid)
      const answered = await answerAsFast(pairs, task.atOnce, seconds)
      const used = processorSeconds(target.pid) - before
      return {
        perSecond: answered.answers / answered.seconds,
        perProcessorSecond: answered.answers / used,
        busy: used / answered.seconds,
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
): Promise<PaceRound[]> {
  const all = await ready(targets, task.pairs)
  const slice = async ({ target, pairs }: Ready) => {
    const before = processorSeconds(target.pid)
    const { latenciesMs } = await answerAtPace(pairs, task.perSecond, task.sliceSeconds)
    return {
      medianMs: median(latenciesMs),
      p99Ms: quantile(latenciesMs, 0.99),
      busy: (processorSeconds(target.pid) - before) / task.sliceSeconds,
    }
  }
  await round(all, slice)
  const rounds: PaceRound[] = []
  while (rounds.length < task.rounds) rounds.push(await round(all, slice))
  return rounds
}

function ofTenfold(targets: readonly Target[]): Target {
  const target = targets.find(({ name }) => name === 'tenfold')
  if (!target) throw new Error('Tenfold is not among the servers of the bench')
  return target
}

async function measureIdle(
  targets: readonly Target[],
  { pairs, seconds }: Extract<Task, { kind: 'idle' }>,
): Promise<IdleFigures> {
  const { port, pid } = ofTenfold(targets)
  const lines = await connectAll(port, 'tenfold', 2 * pairs)
  await delay(SETTLE_MS)
  const usedPart = async (): Promise<number> => {
    const before = processorSeconds(pid)
    await delay(seconds * 1000)
    return (processorSeconds(pid) - before) / seconds
  }
  const connectedOnly = await usedPart()
  const battles = await battlePairs(port, lines)
  await delay(SETTLE_MS)
  return { battles: battles.length, connectedOnly, withBattles: await usedPart() }
}

/** The server collects what it no longer needs and has a moment for it. */
async function collected(pid: number): Promise<number> {
  process.kill(pid, 'SIGUSR2')
  await delay(SETTLE_MS / 2)
  process.kill(pid, 'SIGUSR2')
  await delay(SETTLE_MS / 2)
  return residentKb(pid)
}

async function measureMemory(
  targets: readonly Target[],
  { pairs }: Extract<Task, { kind: 'memory' }>,
): Promise<MemoryFigures> {
  const figures: Partial<Record<ServerName, number>> = {}
  for (const { name, port, pid } of targets) {
    // The first connections bring in code and caches that the next ones share.
    await closeAll(await connectAll(port, name, 100))
    const before = await collected(pid)
    await pairsAt(port, name, pairs)
    figures[name] = ((await collected(pid)) - before) / (2 * pairs)
  }
  return { pairs, kbOfPlayer: figures }
}

async function measureConnecting(
  targets: readonly Target[],
  { lines, rounds: count }: Extract<Task, { kind: 'connecting' }>,
): Promise<ConnectRound[]> {
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
  return rounds
}

/** Everybody times out in one moment. */
async function measureEnds(
  targets: readonly Target[],
  { pairs }: Extract<Task, { kind: 'ends' }>,
): Promise<EndFigures> {
  const { port } = ofTenfold(targets)
  const battles = await battlePairs(port, await connectAll(port, 'tenfold', 2 * pairs))
  const players = battles.flat()
  const ends = players.map(async ({ line }: { line: RawLine }) => {
    await heard(line, '42["battle-end"')
    return performance.now()
  })
  const startMs = performance.now()
  for (const { line, battleId } of players) {
    const total = { battleId, finalScore: 0, problemsAnswered: 0 }
    line.send(frameOf(`42${JSON.stringify(['battle-timeout', total])}`))
  }
  const sentMs = performance.now() - startMs
  const waitsMs = (await Promise.all(ends)).map((atMs) => atMs - startMs)
  return { battles: battles.length, sentMs, medianMs: median(waitsMs), lastMs: Math.max(...waitsMs) }
}

/** Does what is asked for against these servers. */
export async function load(targets: readonly Target[], task: Task): Promise<Figures> {
  switch (task.kind) {
    case 'answers':
      return { answers: await measureAnswers(targets, task) }
    case 'pace':
      return { pace: await measurePace(targets, task) }
    case 'idle':
      return { idle: await measureIdle(targets, task) }
    case 'memory':
      return { memory: await measureMemory(targets, task) }
    case 'connecting':
      return { connecting: await measureConnecting(targets, task) }
    case 'ends':
      return { ends: await measureEnds(targets, task) }
  }
}
