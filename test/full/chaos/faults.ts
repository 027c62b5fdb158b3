import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '../../../domain/fact-selection.ts'
import type { ChaosServer, Installation } from './installation.ts'

/** Draining takes no longer (decisions §1). */
const STOP_WITHIN_MS = 10_000
const MAX_OUTAGE_MS = 10_000
/** A process that is silent for 4 s is taken over. */
const SHORT_PAUSE_MS = 3_000
const TAKEN_OVER_WITHIN_MS = 5_000

export type Faults = {
  /** What was done, by kind. */
  readonly done: ReadonlyMap<string, number>
  readonly broken: readonly string[]
  /** Hurts the installation until then; resolves when everything runs again. */
  until(atMs: number): Promise<void>
}

function and(...all: readonly Promise<void>[]): Promise<unknown> {
  return Promise.all(all)
}

async function at(inMs: number, happen: () => Promise<void>): Promise<void> {
  await delay(inMs)
  await happen()
}

export function faults(
  { servers, postgres, redis }: Installation,
  random: Random,
  said: (text: string) => void,
): Faults {
  const done = new Map<string, number>()
  const broken: string[] = []
  const between = (least: number, most: number): number => Math.round(least + (most - least) * random())
  const count = (kind: string): void => void done.set(kind, (done.get(kind) ?? 0) + 1)
  const anyServer = (but?: ChaosServer): ChaosServer => {
    const others = servers.filter((server) => server !== but)
    const drawn = others[Math.floor(random() * others.length)]
    if (!drawn) throw new Error('two servers or more')
    return drawn
  }
  const nameOf = (server: ChaosServer): string => `server ${servers.indexOf(server) + 1}`

  const kill = async (server: ChaosServer, forMs: number): Promise<void> => {
    count('kills')
    said(`${nameOf(server)} is killed, for ${forMs} ms`)
    await server.kill()
    await delay(forMs)
    await server.start()
  }
  const pause = async (server: ChaosServer, forMs: number): Promise<void> => {
    count('pauses')
    said(`${nameOf(server)} is paused for ${forMs} ms`)
    const pid = server.pid()
    process.kill(pid, 'SIGSTOP')
    await delay(forMs)
    process.kill(pid, 'SIGCONT')
  }
  const restart = async (server: ChaosServer): Promise<void> => {
    count('restarts')
    said(`${nameOf(server)} is stopped`)
    const sinceMs = performance.now()
    const end = await server.end('SIGTERM')
    const tookMs = Math.round(performance.now() - sinceMs)
    if (end !== 0 || tookMs > STOP_WITHIN_MS)
      broken.push(`${nameOf(server)} ended with ${end} after ${tookMs} ms`)
    await server.start()
  }
  const roll = async (): Promise<void> => {
    for (const server of servers) {
      await restart(server)
      await delay(between(500, 2_000))
    }
  }
  const postgresAway = async (forMs: number): Promise<void> => {
    count('PostgreSQL restarts')
    said(`PostgreSQL crashes, for ${forMs} ms`)
    await postgres.stop()
    await delay(forMs)
    await postgres.start()
  }
  const redisAway = async (forMs: number): Promise<void> => {
    count('Redis restarts')
    said(`Redis is killed and loses its data, for ${forMs} ms`)
    await redis.kill()
    await delay(forMs)
    await redis.start()
  }
  const redisPause = async (forMs: number): Promise<void> => {
    count('Redis pauses')
    said(`Redis is paused for ${forMs} ms`)
    redis.signal('SIGSTOP')
    await delay(forMs)
    redis.signal('SIGCONT')
  }
  const outage = (): number => between(300, MAX_OUTAGE_MS)
  const twoServers = (): readonly [ChaosServer, ChaosServer] => {
    const one = anyServer()
    return [one, anyServer(one)]
  }
  /**
   * What a process sends while Redis is unreachable is stored nowhere else until Redis is back, so none may die meanwhile; and a Redis that loses its data
   * may not do so before the battles of a dead process are taken over (ADR 0021).
   */
  const ofServers: readonly (() => Promise<unknown>)[] = [
    () => kill(anyServer(), outage()),
    () => pause(anyServer(), outage()),
    () => restart(anyServer()),
    roll,
    () => postgresAway(outage()),
    () => {
      const [one, other] = twoServers()
      return and(
        kill(one, outage()),
        at(between(0, 3_000), () => pause(other, outage())),
      )
    },
    () => {
      const [one, other] = twoServers()
      return and(
        kill(one, outage()),
        at(between(0, 5_000), () => kill(other, outage())),
      )
    },
    () =>
      and(
        postgresAway(outage()),
        at(between(0, 5_000), () => kill(anyServer(), outage())),
      ),
    // Redis is paused when a take-over is due.
    () =>
      and(
        kill(anyServer(), outage()),
        at(between(3_000, 5_000), () => redisPause(outage())),
      ),
  ]
  const ofRedis: readonly (() => Promise<unknown>)[] = [
    () => redisAway(outage()),
    () => redisPause(outage()),
    () =>
      and(
        postgresAway(outage()),
        at(between(0, 3_000), () => redisAway(outage())),
      ),
    // Shorter than what makes a process be taken over.
    () =>
      and(
        redisPause(outage()),
        at(between(0, 3_000), () => pause(anyServer(), between(300, SHORT_PAUSE_MS))),
      ),
  ]
  const any = (kinds: readonly (() => Promise<unknown>)[]): (() => Promise<unknown>) =>
    kinds[Math.floor(random() * kinds.length)] ?? roll

  return {
    done,
    broken,
    until: async (atMs) => {
      while (performance.now() < atMs) {
        await delay(between(2_000, 5_000))
        if (random() < 0.7) await any(ofServers)()
        else {
          await delay(TAKEN_OVER_WITHIN_MS)
          await any(ofRedis)()
        }
      }
    },
  }
}
