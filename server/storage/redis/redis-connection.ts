import { EventEmitter } from 'node:events'
import type { Redis, RedisOptions } from 'ioredis'
import { StorageUnavailable } from '../../http/errors.ts'
import type { RedisEvents } from '../../battle/shared/arena-store.ts'
import { RedisUrlError } from './redis-url-error.ts'

const OPTIONS = {
  lazyConnect: true,
  // A request that cannot be sent or answered now fails at once, and the caller decides what to do.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  autoResubscribe: false,
  connectTimeout: 3_000,
  // Redis counts as unreachable if a request has no answer for this long, also while this process stands still.
  socketTimeout: 1_000,
  // A stalled connection does not close itself.
  disconnectTimeout: 100,
  retryStrategy: (tries: number) => Math.min(500, 50 * tries),
} satisfies RedisOptions

/** Whatever is not Redis's own refusal says that the connection could not be used. */
function failureOf(error: unknown): unknown {
  const isRefused = error instanceof Error && error.name === 'ReplyError'
  // It is up, but cannot be used yet or any more.
  const isUnusable = !isRefused || /^(LOADING|READONLY|MASTERDOWN|NOREPLICAS|OOM|MISCONF)/.test(error.message)
  return isUnusable ? new StorageUnavailable({ cause: error }) : error
}

/** Why a Redis cannot be used: its own error reply, or the error of the connection. */
function wordOf(error: unknown, ofConnection: unknown): string {
  const why = error instanceof Error && error.name === 'ReplyError' ? error : ofConnection
  if (!(why instanceof Error)) return String(why)
  if (why.message.startsWith('NOAUTH')) return 'it wants a password (redis://:password@host:6379)'
  return (why.message || String((why as NodeJS.ErrnoException).code)).replace(/\.+$/, '')
}

/**
 * A connection for commands and for messages (RESP3). It is made again whenever it is lost, with its channels. Requests reject with
 * StorageUnavailable when they may not have been done. Rejects with RedisUrlError if there is no Redis that can be used.
 */
export async function connectRedis(url: string, scripts: Readonly<Record<string, string>>) {
  // Loaded here, so that a server without a Redis does without the package.
  const { Redis: Client } = await import('ioredis')
  const client: Redis = new Client(url, OPTIONS)
  for (const [name, lua] of Object.entries(scripts)) client.defineCommand(name, { lua, numberOfKeys: 0 })
  const events = new EventEmitter<RedisEvents>()
  const channels = new Set<string>()
  let lastError: unknown = new Error('it does not answer')
  client.on('error', (error: unknown) => {
    lastError = error
  })
  try {
    await client.connect()
    // One that is not there would be database 0, without a word.
    await client.select(client.options.db ?? 0)
  } catch (error) {
    client.disconnect()
    throw new RedisUrlError(`REDIS_URL names a Redis that cannot be used: ${wordOf(error, lastError)}.`)
  }
  let isUp = true
  client.on('close', () => {
    if (isUp) events.emit('unavailable', lastError)
    isUp = false
  })
  const resume = async (): Promise<void> => {
    if (channels.size > 0) await client.subscribe(...channels)
    isUp = true
    events.emit('back')
  }
  client.on('ready', () => void resume().catch(() => client.disconnect(true)))
  client.on('message', (channel, text) => events.emit('message', channel, text))

  // Scripts are methods of the client as well.
  const call = (name: string, first: string, ...rest: readonly (string | number)[]): Promise<unknown> =>
    client[name as 'call'](first, ...rest).catch((error: unknown) => Promise.reject(failureOf(error)))
  return {
    client,
    events,
    isUnavailable: () => !isUp,
    /** A command of Redis, or one of the scripts. */
    call,
    /** Also after a reconnection, until `unsubscribe`. Resolves once messages arrive. */
    subscribe: (channel: string): Promise<unknown> => {
      channels.add(channel)
      return call('subscribe', channel)
    },
    unsubscribe: (channel: string): void => {
      channels.delete(channel)
      call('unsubscribe', channel).catch(() => undefined)
    },
    close: (): void => {
      isUp = false
      client.disconnect()
    },
  }
}
