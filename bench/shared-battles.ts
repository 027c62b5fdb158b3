/**
 * What a battle costs across processes that share one arena, compared with one process alone: see docs/performance.md. Needs
 * DATABASE_URL, an empty PostgreSQL, and redis-server on this machine.
 */
import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { StartView } from '../domain/battle-view.ts'
import { freePort } from '../test/factories/free-port.ts'
import { answerAsFast, answerAtPace } from './battle-answers.ts'
import { connectAll, heard, newToken, TYPES, wishFrame, type Pair, type Player } from './battle-pairs.ts'
import type { RawLine } from './battle-line.ts'
import { shuffled } from './random-order.ts'
import { seesScores } from './battle-updates.ts'
import { startOn, type Started } from './pinned-servers.ts'
import { median, quantile, table } from './boards-figures.ts'
import { processorSeconds } from './process-figures.ts'

const SERVER_CORE = 0
const LOAD_CORE = 1
const SERVER = fileURLToPath(new URL('../server/main.js', import.meta.url))
/** Nobody answers more than four times a second, counted from the start. */
const RIPEN_MS = 10_000

/** Where the two players of each battle are. */
type Case = 'alone' | 'near' | 'far'
const NAMES: Readonly<Record<Case, string>> = {
  alone: 'one process, no Redis',
  near: 'two processes, both players at one',
  far: 'two processes, each player at another',
}

type Slice = { readonly perServer: number; readonly perAll: number; readonly p99Ms: number }

type Settings = {
  readonly pairs: number
  readonly rounds: number
  readonly sliceSeconds: number
  readonly atOnce: number
  readonly pace: number
}

async function startRedis(): Promise<{ readonly url: string; readonly pid: number; end(): Promise<void> }> {
  const dir = mkdtempSync(join(tmpdir(), 'tenfold-bench-redis-'))
  const port = await freePort()
  const args = ['--port', String(port), '--save', '', '--bind', '127.0.0.1', '--dir', dir]
  const child = spawn('taskset', ['-c', String(SERVER_CORE), 'redis-server', ...args], { stdio: 'ignore' })
  await delay(500)
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    end: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

function startTenfold(redisUrl: string | null): Promise<Started> {
  return startOn(
    SERVER_CORE,
    () => [SERVER],
    (port) => ({
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: process.env['DATABASE_URL'],
      ...(redisUrl === null ? {} : { REDIS_URL: redisUrl }),
      AUTH_SECRET: 'b'.repeat(40),
      BATTLE_SECONDS: '3600',
      BATTLE_COUNTDOWN_SECONDS: '0',
      BATTLE_PROBLEMS: '1000',
    }),
  )
}

function playerOn(line: RawLine, text: string): Player {
  const [, { battleId, problems }] = JSON.parse(text.slice(2)) as [string, StartView]
  const answers = problems.map(({ answer }) => answer)
  return { line, battleId, answers, see: seesScores(battleId), sinceMs: performance.now(), next: 0 }
}

/** Battles between connections of two lists, a few at a time: two players in an empty queue meet. */
async function pairUp(ones: readonly RawLine[], others: readonly RawLine[]): Promise<Pair[]> {
  const left = ones.map((line, at) => [line, others[at]] as const)
  const pairs: Pair[] = []
  await Promise.all(
    TYPES.map(async (type) => {
      for (let two = left.pop(); two; two = left.pop()) {
        const [one, other] = two
        if (!other) return
        const starts = [heard(one, '42["battle-start"'), heard(other, '42["battle-start"')]
        for (const line of [one, other]) line.send(wishFrame(newToken(), type))
        const [first = '', second = ''] = await Promise.all(starts)
        pairs.push([playerOn(one, first), playerOn(other, second)])
      }
    }),
  )
  return pairs
}

async function measured(which: Case, settings: Settings): Promise<{ fast: Slice[]; paced: Slice[] }> {
  const redis = which === 'alone' ? null : await startRedis()
  const servers = [await startTenfold(redis?.url ?? null)]
  if (redis) servers.push(await startTenfold(redis.url))
  try {
    const [one, other = one] = servers
    if (!one || !other) throw new Error('no server')
    const ones = await connectAll(one.port, 'tenfold', settings.pairs)
    const others = await connectAll(which === 'far' ? other.port : one.port, 'tenfold', settings.pairs)
    const pairs = await pairUp(ones, others)
    await delay(RIPEN_MS)
    const used = (): [number, number] => {
      const own = servers.reduce((sum, { pid }) => sum + processorSeconds(pid), 0)
      return [own, own + (redis ? processorSeconds(redis.pid) : 0)]
    }
    const slice = async (answer: () => Promise<{ answers: number; p99Ms: number }>): Promise<Slice> => {
      const before = used()
      const { answers, p99Ms } = await answer()
      const after = used()
      return {
        perServer: ((after[0] - before[0]) / answers) * 1e6,
        perAll: ((after[1] - before[1]) / answers) * 1e6,
        p99Ms,
      }
    }
    const fastOne = (): Promise<Slice> =>
      slice(async () => ({
        ...(await answerAsFast(pairs, settings.atOnce, settings.sliceSeconds)),
        p99Ms: Number.NaN,
      }))
    const pacedOne = (): Promise<Slice> =>
      slice(async () => {
        const { latenciesMs } = await answerAtPace(pairs, settings.pace, settings.sliceSeconds)
        return { answers: latenciesMs.length, p99Ms: quantile(latenciesMs, 0.99) }
      })
    await fastOne()
    const [fast, paced]: [Slice[], Slice[]] = [[], []]
    while (fast.length < settings.rounds) {
      fast.push(await fastOne())
      paced.push(await pacedOne())
    }
    return { fast, paced }
  } finally {
    for (const { child } of servers) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    await redis?.end()
  }
}

function rowsOf(figures: ReadonlyMap<Case, Slice[]>): string[][] {
  const base = median(figures.get('alone')?.map(({ perServer }) => perServer) ?? [])
  return [...figures].map(([which, slices]) => {
    const [own, all, p99] = [
      median(slices.map(({ perServer }) => perServer)),
      median(slices.map(({ perAll }) => perAll)),
      median(slices.map(({ p99Ms }) => p99Ms)),
    ]
    const late = Number.isNaN(p99) ? '' : p99.toFixed(1)
    return [
      NAMES[which],
      own.toFixed(1),
      (own / base).toFixed(2),
      all.toFixed(1),
      (all / base).toFixed(2),
      late,
    ]
  })
}

const asked = JSON.parse(process.argv[3] ?? '{}') as Partial<Settings>
const settings: Settings = { pairs: 1800, rounds: 5, sliceSeconds: 2, atOnce: 64, pace: 1500, ...asked }
if (!process.env['DATABASE_URL']) throw new Error('set DATABASE_URL to an empty PostgreSQL')
console.log(
  `${cpus().length} cores of ${cpus()[0]?.model ?? 'an unknown processor'}; load on core ${LOAD_CORE}.\n`,
)
const fast = new Map<Case, Slice[]>()
const paced = new Map<Case, Slice[]>()
for (const which of shuffled<Case>(['alone', 'near', 'far'])) {
  const figures = await measured(which, settings)
  fast.set(which, figures.fast)
  paced.set(which, figures.paced)
}
const HEADING =
  '[ARE-13] Of 1,500 answers a second across two processes, 99 % reach both players within 50 ms.'
console.log(`${HEADING}\n`)
const head = [
  'Where',
  'µs of servers for an answer',
  'to one alone',
  'with Redis, µs',
  'to one alone',
  'p99, ms',
]
console.log(`As fast as they can, ${settings.atOnce} at once:\n\n${table(head, rowsOf(fast))}\n`)
console.log(`${settings.pace} answers a second:\n\n${table(head, rowsOf(paced))}`)
