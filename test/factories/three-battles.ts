import { expect, onTestFinished } from 'vitest'
import { startBuilt } from './built-server.ts'
import { roamingPage, type RoamingPage } from './roaming-page.ts'
import type { ServerProcess } from './server-process.ts'
import { allEndWhole } from './whole-battles.ts'

/** Servers that share an arena. */
export type Sharing = {
  readonly servers: readonly ServerProcess[]
  /** Where their database is. */
  readonly database: string
}

type Pair = readonly [RoamingPage, RoamingPage]

/** Starts two servers. With SHARED_TEST_LOG as their log's level, what they log is shown when the test has ended. */
export async function twoSharing({
  battleSeconds,
  database,
  redis,
}: {
  battleSeconds: number
  database: string
  redis: string
}): Promise<Sharing> {
  const settings = {
    DATABASE_URL: database,
    REDIS_URL: redis,
    BATTLE_SECONDS: String(battleSeconds),
    BATTLE_COUNTDOWN_SECONDS: '1',
    LOG_LEVEL: process.env['SHARED_TEST_LOG'] ?? 'warn',
  }
  const servers = await Promise.all([startBuilt(settings), startBuilt(settings)])
  if (process.env['SHARED_TEST_LOG']) {
    onTestFinished(() => {
      for (const server of servers) process.stderr.write(`-----\n${server.output()}\n`)
    })
  }
  return { servers, database }
}

/** Both players at the first server, each at another, and the other way round. */
const PLACES = [
  [0, 0],
  [0, 1],
  [1, 0],
] as const

/** Three battles that go on at two servers; each player has some points. */
export async function threeBattles({ servers }: Sharing): Promise<readonly Pair[]> {
  const origins = servers.map(({ origin }) => origin)
  const pairs: Pair[] = []
  // A pair at a time, so that nobody meets somebody of another pair.
  for (const [first, second] of PLACES) {
    const pair = [
      await roamingPage(origins, { first }),
      await roamingPage(origins, { first: second }),
    ] as const
    for (const page of pair) page.join()
    await Promise.all(pair.map((page) => page.started))
    pairs.push(pair)
  }
  await Promise.all(pairs.flat().map((page) => page.reached(15)))
  return pairs
}

/** Everybody sees one end of a battle of their own pair, with every point that was on the screen; exactly that is stored, once. */
export async function allFinishWhole(pairs: readonly Pair[], { database }: Sharing): Promise<void> {
  await allEndWhole(pairs.flat(), database)
  const battles = await Promise.all(
    pairs.map(async ([one, two]) => [(await one.ended).battleId, (await two.ended).battleId]),
  )
  for (const [ofOne, ofTwo] of battles) expect(ofTwo).toBe(ofOne)
  expect(new Set(battles.flat()).size).toBe(pairs.length)
}
