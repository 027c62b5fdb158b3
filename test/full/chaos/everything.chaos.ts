import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { seededRandom } from '../../../domain/seeded-random.ts'
import { openPostgres } from '../../../server/storage/postgres/postgres-database.ts'
import { recountBoards } from '../../factories/board-recount.ts'
import { describeUnless } from '../../factories/describe-unless.ts'
import { postgresPrograms } from '../../factories/postgres-server.ts'
import { NO_OWN_REDIS } from '../../factories/redis-server.ts'
import { startBalancer } from './balancer.ts'
import { battleFaults, leftovers, sessionFaults, statsFaults } from './checks.ts'
import { faults } from './faults.ts'
import { startFighter } from './fighter.ts'
import { install, type Installation } from './installation.ts'
import { Ledger } from './ledger.ts'
import { startScorer } from './scorer.ts'
import { chaosSettings } from './settings.ts'
import { summaryOf } from './summary.ts'

const PROGRAMS = postgresPrograms()
const MISSING = PROGRAMS === null ? 'there are no PostgreSQL programs on this machine' : NO_OWN_REDIS
/** After everything runs again nobody waits for longer. */
const DRAINED_WITHIN_MS = 90_000
/** Time for pending writes and deletions to finish. */
const CLEARED_WITHIN_MS = 20_000

function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** The work, or what it still waits for. */
async function within(limitMs: number, work: Promise<unknown>, waitsFor: () => string[]): Promise<string[]> {
  const late = Symbol('late')
  const limit = new AbortController()
  const first = await Promise.race([
    work,
    delay(limitMs, late, { signal: limit.signal }).catch(() => undefined),
  ])
  limit.abort()
  return first === late ? waitsFor() : []
}

async function settled(installation: Installation): Promise<string[]> {
  const untilMs = performance.now() + CLEARED_WITHIN_MS
  for (;;) {
    const left = await leftovers(installation)
    if (left.length === 0 || performance.now() > untilMs) return left
    await delay(500)
  }
}

/** Where a run that found something leaves all of it: a test runner shortens what it prints. */
function keepDifferences(
  seed: number,
  summary: string,
  found: Record<string, readonly string[]>,
  ledger: Ledger,
): string {
  const file = join('test-results', `chaos-${seed}.json`)
  mkdirSync('test-results', { recursive: true })
  const played = {
    sessions: ledger.sessions,
    battles: [...ledger.battles()].map(([id, people]) => [id, ...people]),
  }
  writeFileSync(file, JSON.stringify({ seed, summary, found, played }, null, 2))
  return file
}

/** Differences between what is stored, sent or on the boards and what the players did. */
async function storedFaults(
  ledger: Ledger,
  { postgres }: Installation,
  origin: string,
): Promise<Record<'sessions' | 'stats' | 'battles' | 'boards', string[]>> {
  const database = await openPostgres({ url: postgres.url })
  const { differences } = await recountBoards(database, '2020-01-01')
  await database.close()
  return {
    sessions: await sessionFaults(ledger, postgres.url),
    stats: await statsFaults(ledger, origin),
    battles: await battleFaults(ledger, postgres.url),
    boards: differences.map((difference) => JSON.stringify(difference)),
  }
}

describeUnless(MISSING, 'an installation of several servers that are killed, paused and restarted', () => {
  test('[ARE-18] nothing that was acknowledged is lost or counted twice, and every battle ends once', async () => {
    const { seed, seconds, players, servers } = chaosSettings()
    say(`CHAOS_SEED=${seed} CHAOS_SECONDS=${seconds} CHAOS_PLAYERS=${players} CHAOS_SERVERS=${servers}`)
    const random = seededRandom(seed)
    const own = (): ReturnType<typeof seededRandom> => seededRandom(Math.floor(random() * 2 ** 31))
    const installation = await install(PROGRAMS ?? '', servers)
    onTestFinished(() => installation.remove())
    const balancer = await startBalancer(
      installation.servers.map(({ origin }) => origin),
      own(),
    )
    onTestFinished(() => balancer.close())
    const beganMs = performance.now()
    const ledger = new Ledger()
    const hurt = faults(installation, own(), (text) =>
      say(`${((performance.now() - beganMs) / 1000).toFixed(1)} s: ${text}`),
    )
    const half = Math.ceil(players / 2)
    const fighters = Array.from({ length: half }, () => startFighter(balancer.origin, ledger, own()))
    onTestFinished(() => fighters.forEach((fighter) => fighter.close()))
    const scorers = Array.from({ length: players - half }, () => startScorer(balancer.origin, ledger, own()))

    await hurt.until(beganMs + 1000 * seconds)
    say('everything runs again')
    const stuck = await within(
      DRAINED_WITHIN_MS,
      Promise.all([...fighters, ...scorers].map((player) => player.finish())),
      () => [
        ...scorers.flatMap((one) =>
          one.unacknowledged() > 0 ? [`${one.token}: ${one.unacknowledged()}`] : [],
        ),
        ...fighters.filter((one) => one.where() !== 'lobby').map((one) => `${one.token}: ${one.where()}`),
      ],
    )
    const left = await settled(installation)
    const summary = summaryOf(ledger, hurt, installation)
    say(summary)
    const found = {
      stuck,
      left,
      players: ledger.faults,
      stops: hurt.broken,
      logs: installation.complaints(),
      ...(await storedFaults(ledger, installation, balancer.origin)),
    }
    if (Object.values(found).some((faults) => faults.length > 0))
      say(`The differences are in ${keepDifferences(seed, summary, found, ledger)}.`)
    expect(found).toEqual({
      stuck: [],
      left: [],
      players: [],
      stops: [],
      logs: [],
      sessions: [],
      stats: [],
      battles: [],
      boards: [],
    })
    // A run in which nothing was played shows nothing.
    expect(ledger.battles().size).toBeGreaterThan(0)
    expect(ledger.sessions.length).toBeGreaterThan(0)
  })
})
