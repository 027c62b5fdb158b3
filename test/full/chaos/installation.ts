import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ownServer, type OwnServer } from '../../factories/postgres-server.ts'
import { redisServer, type OwnRedis } from '../../factories/redis-server.ts'
import { BUILT_SERVER, startServer, type ServerProcess } from '../../factories/server-process.ts'

const SKEW = pathToFileURL(join(import.meta.dirname, 'skewed-clock.mjs')).href
/** How far each server's time of day is ahead of the first one's. */
const AHEAD_MS: readonly number[] = [0, 2_000, -2_000]
const BATTLE_SECONDS = '12'
/** While everything else runs on the same cores, which is not what is looked at here. */
const READY_WITHIN_MS = 60_000
const WRONG = /"event":"(uncaught|failure|shared_arena_failed|battle_lost|battle_event_failed|stop_failed)"/

export type ChaosServer = ServerProcess & {
  /** Standard output of all its runs. */
  said(): string
  /** The longest that a start took. */
  longestStartMs(): number
}

/** Servers with engines of their own, all of which may be hurt. */
export type Installation = {
  readonly servers: readonly ChaosServer[]
  readonly postgres: OwnServer
  readonly redis: OwnRedis
  readonly settings: Readonly<Record<string, string>>
  /** Lines of logs that say that something went wrong which no outage explains. */
  complaints(): string[]
  remove(): Promise<void>
}

/** A server ends when it cannot reach its database at the start; a supervisor starts it again. */
async function startLikeSupervisor(server: ServerProcess): Promise<void> {
  const untilMs = performance.now() + READY_WITHIN_MS
  for (;;) {
    try {
      return await server.start()
    } catch (error) {
      if (performance.now() > untilMs) throw error
    }
  }
}

async function startChaosServer(
  settings: Readonly<Record<string, string>>,
  place: number,
): Promise<ChaosServer> {
  const server = await startServer(
    {
      ...settings,
      LOG_LEVEL: 'info',
      NODE_OPTIONS: `--import=${SKEW}`,
      CHAOS_AHEAD_MS: String(AHEAD_MS[place % AHEAD_MS.length] ?? 0),
    },
    BUILT_SERVER,
    READY_WITHIN_MS,
  )
  let before = ''
  let longestStartMs = 0
  return {
    ...server,
    start: async () => {
      before += server.output()
      const sinceMs = performance.now()
      await startLikeSupervisor(server)
      longestStartMs = Math.max(longestStartMs, performance.now() - sinceMs)
    },
    longestStartMs: () => longestStartMs,
    said: () => before + server.output(),
  }
}

/**
 * Redis keeps nothing on disk, as the operations document has it: restarted, it is empty. PostgreSQL is ended as by a crash.
 */
export async function install(programs: string, count: number): Promise<Installation> {
  const [postgres, redis] = await Promise.all([ownServer(programs), redisServer()])
  const settings = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    AUTH_SECRET: 'a secret of this run alone, which is long enough',
    BATTLE_SECONDS,
    BATTLE_COUNTDOWN_SECONDS: '1',
  }
  const places = Array.from({ length: count }, (_, place) => place)
  const servers = await Promise.all(places.map((place) => startChaosServer(settings, place)))
  return {
    servers,
    postgres,
    redis,
    settings,
    complaints: () =>
      servers.flatMap((server) =>
        server
          .said()
          .split('\n')
          .filter((line) => WRONG.test(line)),
      ),
    remove: async () => {
      await Promise.all(servers.map((server) => server.discard()))
      await Promise.all([postgres.remove(), redis.remove()])
    },
  }
}
