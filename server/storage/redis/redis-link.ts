import { createHash } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import type { Redis, RedisOptions } from 'ioredis'
import { StorageUnavailable } from '../../http/errors.ts'
import { RedisUrlError } from './redis-url-error.ts'

/** Redis counts as unreachable if a request has no answer for this long while this process was running. */
const SILENT_TICKS = 10
const TICK_MS = 100
const CONNECT_WITHIN_MS = 3_000
const MAX_RETRY_PAUSE_MS = 500

export type RedisLinkNeeds = {
  readonly url: string
  /** Every script that will be run. */
  readonly scripts: readonly string[]
  readonly onMessage: (text: string) => void
  readonly onUnavailable: (error: unknown) => void
  /** It can be used again; messages sent meanwhile are lost. */
  readonly onBack: () => void
}

/** The two connections to a Redis: one for commands, one subscribed to channels. */
type RedisLink = {
  readonly isUnavailable: () => boolean
  /** The connection for commands. */
  readonly client: Redis
  /** The number of the database that the address names. */
  readonly database: number
  /** Runs one of the scripts. Rejects with StorageUnavailable when it may not have been done, with Redis's own word when it is refused. */
  run(script: string, args: readonly (string | number)[]): Promise<unknown>
  /** As pipeline: the answers in the order of the calls. */
  ask(calls: readonly (readonly string[])[]): Promise<unknown[]>
  /** Subscribes to these channels instead of the previous ones. */
  listen(channels: readonly string[]): Promise<void>
  close(): void
}

const shas = new Map<string, string>()

function shaOf(script: string): string {
  const known = shas.get(script)
  if (known !== undefined) return known
  const sha = createHash('sha1').update(script).digest('hex')
  shas.set(script, sha)
  return sha
}

/** Whatever is not Redis's own refusal says that the connection could not be used. */
function failureOf(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== 'ReplyError')
    return new StorageUnavailable({ cause: error })
  // It is up, but cannot be used yet or any more.
  return /^(LOADING|READONLY|MASTERDOWN|NOREPLICAS|OOM|MISCONF)/.test(error.message)
    ? new StorageUnavailable({ cause: error })
    : error
}

const OPTIONS = {
  lazyConnect: true,
  // A request that cannot be sent now fails at once, and the caller decides what to do.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  autoResubscribe: false,
  connectTimeout: CONNECT_WITHIN_MS,
  // A stalled connection does not close itself.
  disconnectTimeout: TICK_MS,
  retryStrategy: (tries: number) => Math.min(MAX_RETRY_PAUSE_MS, 50 * tries),
} satisfies RedisOptions

/**
 * Closes a connection that answers nothing while something is asked. Counted in ticks and not by a clock, so that a process which
 * stood still itself does not blame Redis for it.
 */
function silenceWatch(client: Redis) {
  let asked = 0
  let ticks = 0
  const timer = setInterval(() => {
    ticks = asked > 0 ? ticks + 1 : 0
    if (ticks < SILENT_TICKS) return
    ticks = 0
    if (client.status === 'ready') client.disconnect(true)
  }, TICK_MS)
  timer.unref()
  return {
    during: async <T>(answer: Promise<T>): Promise<T> => {
      asked += 1
      try {
        return await answer
      } finally {
        asked -= 1
        ticks = 0
      }
    },
    stop: () => clearInterval(timer),
  }
}

/** Why a Redis cannot be used: its own error reply, or the error of the connection. */
function wordOf(error: unknown, ofConnection: unknown): string {
  const why = error instanceof Error && error.name === 'ReplyError' ? error : ofConnection
  if (!(why instanceof Error)) return String(why)
  if (why.message.startsWith('NOAUTH')) return 'it wants a password (redis://:password@host:6379)'
  return (why.message || String((why as NodeJS.ErrnoException).code)).replace(/\.+$/, '')
}

async function runScript(
  client: Redis,
  script: string,
  args: readonly (string | number)[],
): Promise<unknown> {
  try {
    return await client.evalsha(shaOf(script), 0, ...args)
  } catch (error) {
    // Redis has lost its scripts (SCRIPT FLUSH or a restart).
    if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error
    return client.eval(script, 0, ...args)
  }
}

async function askAll(client: Redis, calls: readonly (readonly string[])[]): Promise<unknown[]> {
  const answers = await client.pipeline(calls.map((call) => [...call])).exec()
  return (answers ?? []).map(([error, answer]) => {
    if (error) throw error
    return answer
  })
}

/** Connects; rejects with RedisUrlError when there is no Redis that can be used. */
export async function redisLink(needs: RedisLinkNeeds): Promise<RedisLink> {
  // Loaded here, so that a server without a Redis does without the package.
  const { Redis: Client } = await import('ioredis')
  const asking = new Client(needs.url, OPTIONS)
  const subscriber = new Client(needs.url, OPTIONS)
  const watch = silenceWatch(asking)
  let channels: readonly string[] = []
  let isUp = false
  let wasUp = false
  let lastError: unknown = new Error('it does not answer')

  const prepared = async (client: Redis): Promise<void> => {
    if (client === subscriber) {
      if (channels.length > 0) await subscriber.subscribe(...channels)
    } else {
      await Promise.all(needs.scripts.map((script) => asking.script('LOAD', script)))
    }
  }
  const isPrepared = new Set<Redis>()
  const first = new EventEmitter()
  const ready = async (client: Redis): Promise<void> => {
    await watch.during(prepared(client))
    isPrepared.add(client)
    if (isPrepared.size < 2 || isUp) return
    isUp = true
    if (wasUp) needs.onBack()
    wasUp = true
    first.emit('up')
  }
  for (const client of [asking, subscriber]) {
    client.on('error', (error: unknown) => {
      lastError = error
    })
    client.on('close', () => {
      isPrepared.delete(client)
      if (isUp) needs.onUnavailable(lastError)
      isUp = false
    })
    client.on('ready', () => {
      void ready(client).catch(() => client.disconnect(true))
    })
  }
  subscriber.on('message', (_channel: string, text: string) => needs.onMessage(text))

  const end = (): void => {
    watch.stop()
    asking.disconnect()
    subscriber.disconnect()
  }
  try {
    await Promise.all([once(first, 'up'), asking.connect(), subscriber.connect()])
    // One that is not there would be database 0, without a word.
    await watch.during(asking.select(asking.options.db ?? 0))
  } catch (error) {
    end()
    throw new RedisUrlError(`REDIS_URL names a Redis that cannot be used: ${wordOf(error, lastError)}.`)
  }

  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    if (asking.status !== 'ready') throw new StorageUnavailable({ cause: lastError })
    try {
      return await watch.during(work())
    } catch (error) {
      throw failureOf(error)
    }
  }
  return {
    isUnavailable: () => !isUp,
    client: asking,
    database: asking.options.db ?? 0,
    run: (script, args) => guarded(() => runScript(asking, script, args)),
    ask: (calls) => guarded(() => askAll(asking, calls)),
    listen: async (wanted) => {
      const before = channels.filter((channel) => !wanted.includes(channel))
      channels = wanted
      if (subscriber.status !== 'ready') throw new StorageUnavailable({ cause: lastError })
      await subscriber.subscribe(...wanted)
      if (before.length > 0) await subscriber.unsubscribe(...before)
    },
    close: () => {
      isUp = false
      end()
    },
  }
}
