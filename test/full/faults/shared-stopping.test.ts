import { expect, test } from 'vitest'
import { battlePlayer } from '../../factories/battle-player.ts'
import { answerRight } from '../../factories/battle-server.ts'
import { startBuilt } from '../../factories/built-server.ts'
import { ask, describePostgres, freshDatabase } from '../../factories/postgres.ts'
import { describeRedis, freshRedis } from '../../factories/redis.ts'
import { roamingPage } from '../../factories/roaming-page.ts'
import type { ServerProcess } from '../../factories/server-process.ts'
import { allEndWhole } from '../../factories/whole-battles.ts'

/** A server may take so long to stop. */
const STOPPED_WITHIN_MS = 10_000

type Two = {
  readonly database: string
  readonly stopping: ServerProcess
  readonly other: ServerProcess
}

async function twoServers(battleSeconds: number): Promise<Two> {
  const redis = await freshRedis()
  const database = await freshDatabase()
  const settings = {
    DATABASE_URL: database,
    REDIS_URL: redis.url,
    BATTLE_SECONDS: String(battleSeconds),
    BATTLE_COUNTDOWN_SECONDS: '1',
    LOG_LEVEL: 'warn',
  }
  const [stopping, other] = await Promise.all([startBuilt(settings), startBuilt(settings)])
  return { database, stopping, other }
}

async function stopped(server: ServerProcess): Promise<void> {
  const startedMs = performance.now()
  expect(await server.end('SIGTERM')).toBe(0)
  expect(performance.now() - startedMs).toBeLessThan(STOPPED_WITHIN_MS)
}

describePostgres('a server of an arena of two', () => {
  describeRedis('in a Redis', () => {
    test.each([
      {
        who: 'it goes on',
        goesOn: async ({ other }: Two) => void process.kill(other.pid(), 'SIGCONT'),
      },
      { who: 'another is started', goesOn: ({ stopping }: Two) => stopping.start() },
    ])(
      '[ARE-25] that stops while the only other one is paused leaves its battles, and they go on with every point when $who',
      async ({ goesOn }) => {
        const two = await twoServers(20)
        const { database, stopping, other } = two
        const origins = [stopping.origin, other.origin]
        const players = await Promise.all([roamingPage(origins), roamingPage(origins)])
        for (const page of players) page.join()
        await Promise.all(players.map((page) => page.reached(10)))
        process.kill(other.pid(), 'SIGSTOP')
        await stopped(stopping)
        await goesOn(two)
        await allEndWhole(players, database)
      },
      90_000,
    )

    test('[ARE-25, BAT-65] that stops together with the other ends its battles, and they are stored', async () => {
      const { database, stopping, other } = await twoServers(60)
      const [one, two] = [await battlePlayer(stopping.origin), await battlePlayer(stopping.origin)]
      one.join()
      two.join()
      const start = await one.next('battle-start')
      await new Promise((resolve) => setTimeout(resolve, 300))
      answerRight(one, start, 0, 300)
      await one.next('battle-score-update')
      await Promise.all([stopped(stopping), stopped(other)])
      expect(
        await ask(database, 'select score::int as score from battle_player order by score'),
      ).toMatchObject([{ score: 0 }, { score: 5 }])
    }, 180_000)
  })
})
