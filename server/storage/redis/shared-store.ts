import type {
  SharedStoreListener,
  SharedJoined,
  SharedStore,
  SharedWaiting,
  WrittenBattle,
} from '../../battle/shared/shared-port.ts'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import { memoryLimiter, type NewLimiter } from '../../account/sign-in-limits.ts'
import type { SharedLimits } from '../../http/rate-limit.ts'
import type { BattleType } from '../../../domain/division.ts'
import { ADOPT, APPEND, BEAT, DELETE_HOMES, PLACE, REGISTER, RESIGN, RESTORE } from './ledger-scripts.ts'
import { CLAIM, GATHER, JOIN, LEAVE, PLACES, WAITING } from './queue-scripts.ts'
import { redisLink, type RedisLinkNeeds } from './redis-link.ts'

const OF_LEDGER = [ADOPT, APPEND, BEAT, DELETE_HOMES, PLACE, REGISTER, RESIGN, RESTORE]
const OF_QUEUE = [CLAIM, GATHER, JOIN, LEAVE, PLACES, WAITING]
/** Counts under a key that ends by itself; the count and the milliseconds that are left of it. */
const COUNT = `
local key = ARGV[1]..'limit:'..ARGV[2]
local count = redis.call('INCR', key)
if count == 1 then redis.call('PEXPIRE', key, ARGV[3]) end
return {count, redis.call('PTTL', key)}
`
const SCRIPTS = [...OF_LEDGER, ...OF_QUEUE, COUNT]
/** The most battles rewritten or deleted in one call, so that other callers do not wait long. */
const BATTLES_AT_ONCE = 200

/** Keys belong to one database, but a channel reaches all of them, so each has channels of its own. */
function prefixOf(database: number): string {
  return database === 0 ? 'tenfold:' : `tenfold:${database}:`
}

function nameOf({ division, preference }: BattleType): string {
  return `${division}/${preference}`
}

function portions<Item>(items: readonly Item[]): Item[][] {
  const all: Item[][] = []
  for (let at = 0; at < items.length; at += BATTLES_AT_ONCE) all.push(items.slice(at, at + BATTLES_AT_ONCE))
  return all
}

function pairs(flat: readonly string[]): [string, string][] {
  return flat.flatMap((key, at): [string, string][] => (at % 2 === 0 ? [[key, flat[at + 1] ?? '']] : []))
}

function readWaiting(playerId: string, text: string): SharedWaiting {
  const [, process = '', sinceMs = '', entry = '{}'] = text.split('\n')
  const { nickname = '', location = '' } = JSON.parse(entry) as Partial<SharedWaiting>
  return { playerId, process, sinceMs: Number(sinceMs), nickname, location }
}

function restoreWords({ battleId, epoch, people, entries }: WrittenBattle): (string | number)[] {
  return [battleId, epoch, people.length, entries.length, ...people, ...entries]
}

type Run = <Answer>(script: string, me: string, ...args: readonly (string | number)[]) => Promise<Answer>
type Link = Awaited<ReturnType<typeof redisLink>>

/** The queue that all processes share. */
function queueOf(run: Run, members: (key: string) => Promise<string[]>) {
  return {
    join: async (me, type, { playerId, sinceMs, nickname, location }, most) => {
      const entry = JSON.stringify({ nickname, location })
      const args = [nameOf(type), playerId, sinceMs, most, entry]
      const [kind, position, gathers] = await run<[SharedJoined['kind'], number, number]>(JOIN, me, ...args)
      return kind === 'waits' ? { kind, position, isToGather: gathers === 1 } : { kind }
    },
    leave: (me, playerId) => run(LEAVE, me, playerId),
    waitersOf: (me) => members(`waiters:${me}`),
    gather: async (me, type) => (await run(GATHER, me, nameOf(type))) === 1,
    waiting: async (me, type) =>
      pairs(await run(WAITING, me, nameOf(type))).map(([playerId, text]) => readWaiting(playerId, text)),
    positions: (me, type, playerIds) => run(PLACES, me, nameOf(type), ...playerIds),
    claim: (me, type, claims) =>
      run(
        CLAIM,
        me,
        nameOf(type),
        ...claims.flatMap(({ battleId, owner, header, members: people }) => [
          battleId,
          owner,
          header,
          people.length,
          ...people.flatMap(({ playerId, process }) => [playerId, process]),
        ]),
      ),
  } satisfies Partial<SharedStore>
}

/** Work that may be large is done in portions. */
function portionsOf(link: Link, prefix: string, run: Run) {
  return {
    restore: async (me, battles) => {
      const lost: string[] = []
      for (const portion of portions(battles)) {
        lost.push(...(await run<string[]>(RESTORE, me, ...portion.flatMap(restoreWords))))
      }
      return lost
    },
    written: async (battleIds) => {
      const found: Omit<WrittenBattle, 'people'>[] = []
      for (const portion of portions(battleIds)) {
        const calls = portion.flatMap((id) => [
          ['hget', `${prefix}owners`, id],
          ['lrange', `${prefix}log:${id}`, '0', '-1'],
        ])
        const answers = await link.ask(calls)
        portion.forEach((battleId, at) => {
          const [owner, entries] = [answers[2 * at] as string | null, answers[2 * at + 1] as string[]]
          if (owner !== null && entries.length > 0)
            found.push({ battleId, epoch: parseInt(owner, 10), entries })
        })
      }
      return found
    },
    removeLineOwners: async (me, process, isStillThere) => {
      let cursor = '0'
      do {
        const scan = ['hscan', `${prefix}homes`, cursor, 'count', '500']
        const [[next, flat] = ['0', []]] = (await link.ask([scan])) as [string, string[]][]
        const people = pairs(flat).flatMap(([playerId, home]) =>
          home === process && !isStillThere(playerId) ? [playerId] : [],
        )
        if (people.length > 0) await run(DELETE_HOMES, me, process, ...people)
        cursor = next
      } while (cursor !== '0')
    },
  } satisfies Partial<SharedStore>
}

type SharedStoreNeeds = Pick<RedisLinkNeeds, 'url' | 'onUnavailable' | 'onBack'>

/** The state that processes share, in Redis. Rejects with RedisUrlError if that cannot be used. */
export async function redisSharedStore({
  url,
  onUnavailable,
  onBack,
}: SharedStoreNeeds): Promise<SharedStore & SharedLimits & { readonly newLimiter: NewLimiter }> {
  let served: SharedStoreListener | null = null
  const link = await redisLink({
    url,
    scripts: SCRIPTS,
    onMessage: (text) => served?.message(text),
    onUnavailable: (error) => {
      onUnavailable(error)
      served?.unavailable()
    },
    onBack: () => {
      onBack()
      served?.back()
    },
  })
  const prefix = prefixOf(link.database)
  const run: Run = <Answer>(script: string, me: string, ...args: readonly (string | number)[]) =>
    link.run(script, [prefix, me, ...args]) as Promise<Answer>
  const members = async (key: string): Promise<string[]> =>
    ((await link.ask([['smembers', prefix + key]])) as string[][])[0] ?? []
  return {
    count: async (key, windowMs) => {
      const [count = 0, leftMs = 0] = await run<number[]>(COUNT, key, windowMs)
      return { count, leftMs }
    },
    newLimiter: (options) =>
      new RateLimiterRedis({
        ...options,
        keyPrefix: `${prefix}${options.keyPrefix}`,
        storeClient: link.client,
        // While Redis is unreachable, each process counts for itself.
        rejectIfRedisNotReady: true,
        insuranceLimiter: memoryLimiter(options),
      }),
    setListener: (listener) => {
      served = listener
    },
    isUnavailable: link.isUnavailable,
    subscribe: (me) => link.listen([`${prefix}to:${me}`, `${prefix}all`]),
    register: (me) => run(REGISTER, me),
    resign: (me) => run(RESIGN, me),
    beat: async (me) => {
      const [known, seconds, micros, beats] = await run<[number, number, number, string[]]>(BEAT, me)
      const said = pairs(beats)
      return {
        isKnown: known === 1,
        nowMs: seconds * 1000 + micros / 1000,
        beats: new Map(said.filter(([, beat]) => !beat.startsWith('-'))),
        endedAtMs: new Map(
          said.flatMap(([process, beat]) => (beat.startsWith('-') ? [[process, -Number(beat)]] : [])),
        ),
      }
    },
    append: async (me, words) => {
      const [kind, ...battleIds] = await run<string[]>(APPEND, me, ...words)
      if (kind === 'done' || kind === 'unregistered') return { kind }
      return { kind: 'lost', battleIds }
    },
    publish: async (channel, text) => void (await link.ask([['publish', prefix + channel, text]])),
    battlesOf: (me) => members(`battles:${me}`),
    adopt: async (me, other, saidLast) => {
      const adopted = await run<[string[], string[]] | null>(ADOPT, me, other, saidLast)
      return adopted && { battleIds: adopted[0], unsaved: adopted[1] }
    },
    place: async (me, playerId) => {
      const found = await run<[string, string] | null>(PLACE, me, playerId)
      return found && { battleId: found[0], owner: found[1] }
    },
    ends: async (battleIds) =>
      (await link.ask(battleIds.map((id) => ['get', `${prefix}end:${id}`]))) as (string | null)[],
    unsavedOf: (me) => members(`unsaved:${me}`),
    ...queueOf(run, members),
    ...portionsOf(link, prefix, run),
    close: link.close,
  }
}
