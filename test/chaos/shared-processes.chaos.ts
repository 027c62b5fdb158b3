import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { bundle, removeBundle, startBundle } from '../factories/bundled-server.ts'
import { ask, describePostgres, freshDatabase } from '../factories/postgres.ts'
import { ownServer, postgresPrograms, type OwnServer } from '../factories/postgres-server.ts'
import { describeRedis, freshRedis, type OwnRedis } from '../factories/redis-server.ts'
import { roamingPage, type RoamingPage } from '../factories/roaming-page.ts'
import type { ServerProcess } from '../factories/server-process.ts'

/** Where there are none, no database of this test's own can be stopped. */
const PROGRAMS = postgresPrograms()

// A battle is played to its end after whatever has happened.
vi.setConfig({ testTimeout: 90_000 })

let outfile = ''
beforeAll(async () => {
  outfile = await bundle('server/main.ts')
})
afterAll(() => removeBundle(outfile))

type Many = {
  readonly servers: readonly ServerProcess[]
  readonly database: string
  readonly redis: OwnRedis
}

async function startMany(count: number, battleSeconds: number, own?: OwnServer): Promise<Many> {
  const redis = await freshRedis()
  const database = own?.url ?? (await freshDatabase())
  const settings = {
    DATABASE_URL: database,
    REDIS_URL: redis.url,
    BATTLE_SECONDS: String(battleSeconds),
    BATTLE_COUNTDOWN_SECONDS: '1',
    LOG_LEVEL: process.env['SHARED_TEST_LOG'] ?? 'warn',
  }
  const servers = await Promise.all(Array.from({ length: count }, () => startBundle(outfile, settings)))
  if (process.env['SHARED_TEST_LOG']) {
    onTestFinished(() => {
      for (const server of servers) process.stderr.write(`-----\n${server.output()}\n`)
    })
  }
  return { servers, database, redis }
}

/** The scores of every player of every stored battle, the least first. */
async function storedScores(database: string): Promise<number[]> {
  const rows = await ask<{ readonly score: string }>(database, 'select score from battle_player')
  return rows.map(({ score }) => Number(score)).toSorted((a, b) => a - b)
}

/** Two pages in one battle, at the servers of these places. */
async function twoInBattle(
  servers: readonly ServerProcess[],
  places: readonly [number, number],
): Promise<Pair> {
  const origins = servers.map(({ origin }) => origin)
  const one = await roamingPage(origins, { first: places[0] })
  const two = await roamingPage(origins, { first: places[1] })
  one.join()
  two.join()
  await Promise.all([one.started, two.started])
  return [one, two]
}

function ownScore({ results }: Awaited<RoamingPage['ended']>): number {
  return results.find(({ you }) => you)?.score ?? -1
}

/** Everybody sees one end of a battle with every point that was on the screen, and exactly that is stored, once. */
async function allFinishWhole(pairs: readonly Pair[], database: string): Promise<void> {
  const pages = pairs.flat()
  const before = pages.map((page) => page.acknowledged())
  const ends = await Promise.all(pages.map((page) => page.ended))
  const scores = ends.map(ownScore)
  // Not only what a server had told them: the pages send again what was on its way.
  expect(scores).toEqual(pages.map((page) => page.shown()))
  for (const [at, score] of scores.entries()) expect(score).toBeGreaterThan(before[at] ?? 0)
  expect(new Set(ends.map(({ battleId }) => battleId)).size).toBe(pairs.length)
  const sorted = scores.toSorted((x, y) => x - y)
  await expect.poll(() => storedScores(database), { timeout: 10_000 }).toEqual(sorted)
  expect(pages.map((page) => page.ends())).toEqual(pages.map(() => 1))
}

/** Three battles at once: both players at the first process, each at another, and the other way round. */
const PLACES = [
  [0, 0],
  [0, 1],
  [1, 0],
] as const

type Pair = readonly [RoamingPage, RoamingPage]

/** A pair at a time, so that nobody meets somebody of another pair; each has some points. */
async function threeBattles(servers: readonly ServerProcess[]): Promise<readonly Pair[]> {
  const pairs: Pair[] = []
  for (const places of PLACES) pairs.push(await twoInBattle(servers, places))
  await Promise.all(pairs.flat().map((page) => page.reached(15)))
  return pairs
}

describePostgres('server processes that share an arena', () => {
  describeRedis('through a Redis', () => {
    test('[ARE-2] a process is killed in battles of its own, with players of its own, and in both', async () => {
      const { servers, database } = await startMany(2, 14)
      const pairs = await threeBattles(servers)
      await servers[0]?.kill()
      await allFinishWhole(pairs, database)
    })

    test('[ARE-3] a process is stopped in battles of its own, with players of its own, and in both', async () => {
      const { servers, database } = await startMany(2, 14)
      const pairs = await threeBattles(servers)
      expect(await servers[0]?.end('SIGTERM')).toBe(0)
      await allFinishWhole(pairs, database)
    })

    test('[ARE-3] all processes are started anew one after the other, and nobody loses a battle', async () => {
      const { servers, database } = await startMany(2, 18)
      const pairs = await threeBattles(servers)
      for (const server of servers) {
        expect(await server.end('SIGTERM')).toBe(0)
        await server.start()
      }
      await allFinishWhole(pairs, database)
    })

    test('[ARE-4] a process stands still and goes on', async () => {
      const { servers, database } = await startMany(2, 16)
      const pairs = await threeBattles(servers)
      const pid = servers[0]?.pid() ?? 0
      process.kill(pid, 'SIGSTOP')
      setTimeout(() => process.kill(pid, 'SIGCONT'), 6_000)
      await allFinishWhole(pairs, database)
    })

    test.skipIf(PROGRAMS === null)(
      '[ARE-14] the database is away when battles end, and the process that has them is killed',
      async () => {
        const own = await ownServer(PROGRAMS ?? '')
        onTestFinished(() => own.remove())
        const { servers, database } = await startMany(2, 8, own)
        const pairs = await threeBattles(servers)
        await own.stop()
        const pages = pairs.flat()
        const scores = (await Promise.all(pages.map((page) => page.ended))).map(ownScore)
        await servers[0]?.kill()
        await own.start()
        const sorted = scores.toSorted((a, b) => a - b)
        await expect.poll(() => storedScores(database), { timeout: 40_000 }).toEqual(sorted)
      },
    )

    test.each([
      ['and forgets everything', 'kill'],
      ['because it stands still', 'stop'],
    ] as const)('[ARE-5] Redis is away for 8 s %s', async (_case, way) => {
      const { servers, database, redis } = await startMany(2, 18)
      const pairs = await threeBattles(servers)
      if (way === 'kill') await redis.kill()
      else redis.signal('SIGSTOP')
      setTimeout(() => void (way === 'kill' ? redis.start() : redis.signal('SIGCONT')), 8_000)
      // Who plays with somebody at the same process notices nothing.
      const near = pairs[0]?.[0]
      await near?.reached(near.acknowledged() + 15)
      await allFinishWhole(pairs, database)
    })
  })
})
