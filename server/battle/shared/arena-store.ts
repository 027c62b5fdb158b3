import type { EventEmitter } from 'node:events'
import type { BattleType } from '../../../domain/division.ts'
import type { Waiting } from '../queue/battle-queue.ts'
import type { ARENA_SCRIPTS } from './arena-scripts.ts'
import type { ToBattle, ToPlayer } from './shared-context.ts'

/** A change of a battle's record: a log entry; a person who left; the result and how long it is kept (ms); a message to a player; the end of the record. */
export type Change =
  | readonly [what: 'log', whom: '', text: string]
  | readonly [what: 'free', player: string, text: '']
  | readonly [what: 'end', keptMs: number, text: string]
  | readonly [what: 'send', player: string, text: string]
  | readonly [what: 'forget', whom: '', text: '']

/** A player waiting at any process. `sinceMs` is by the shared clock. */
export type SharedWaiting = Waiting & { readonly process: string }

export function nameOf({ division, preference }: BattleType): string {
  return `${division}/${preference}`
}

function pairs(flat: readonly string[]): [string, string][] {
  return flat.flatMap((key, at): [string, string][] => (at % 2 === 0 ? [[key, flat[at + 1] ?? '']] : []))
}

function readWaiting([, text]: [string, string]): SharedWaiting {
  const [process = '', waiting = ''] = text.split('\n')
  return { ...(JSON.parse(waiting) as Waiting), process }
}

/** Nothing was heard of it while it was `unavailable`. */
export type RedisEvents = {
  readonly message: [channel: string, text: string]
  readonly unavailable: [error: unknown]
  readonly back: []
}

type Connection = {
  readonly events: EventEmitter<RedisEvents>
  readonly isUnavailable: () => boolean
  call(name: string, first: string, ...rest: readonly (string | number)[]): Promise<unknown>
  subscribe(channel: string): Promise<unknown>
  unsubscribe(channel: string): void
  close(): void
}

/**
 * The record of battles and queues in Redis, for the process `me`. Every method rejects with StorageUnavailable when Redis is
 * unreachable; whether the operation took effect is then unknown.
 */
export function arenaStore(redis: Connection, prefix: string, me: string) {
  const run = <Answer>(
    name: keyof typeof ARENA_SCRIPTS,
    ...args: readonly (string | number)[]
  ): Promise<Answer> => redis.call(name, prefix, me, ...args) as Promise<Answer>
  const isDone = async (...call: Parameters<typeof run>): Promise<boolean> => (await run(...call)) === 1
  const publish = (channel: string, text: string) => redis.call('publish', prefix + channel, text)
  return {
    me,
    events: redis.events,
    isUnavailable: redis.isUnavailable,
    close: redis.close,
    onMessage: (hear: (channel: string, text: string) => void) =>
      void redis.events.on('message', (channel, text) => hear(channel.slice(prefix.length), text)),
    subscribe: (channel: string) => redis.subscribe(prefix + channel),
    unsubscribe: (channel: string) => redis.unsubscribe(prefix + channel),
    publish,
    /** This and the next are lost if nobody hears them. */
    tellPlayer: (playerId: string, message: ToPlayer): void =>
      void publish(`player:${playerId}`, JSON.stringify(message)).catch(() => undefined),
    tellOwner: (battleId: string, message: ToBattle): void =>
      void publish(`battle:${battleId}`, JSON.stringify(message)).catch(() => undefined),
    beat: async (isAsking: boolean) => {
      type Answer = [number, string, number, string[], string[], string[]]
      const [nowMs, began, known, heard, taken, own] = await run<Answer>('arenaBeat', isAsking ? 1 : 0)
      return {
        nowMs,
        /** Another after Redis lost its data. */
        began,
        /** False after Redis lost its data, or another process took the battles of this one. */
        isKnown: known === 1,
        /** When each process was last heard; 0 for one that has stopped. */
        heard: pairs(heard).map(([process, at]) => [process, Number(at)] as const),
        /** Battles of such processes, with when these were last heard. They are this process's now. */
        taken: pairs(taken).map(([battleId, at]) => [battleId, Number(at)] as const),
        /** If asked, what this process owned before. */
        own,
      }
    },
    /** False if this is the only process. */
    resign: async () => (await run<number>('arenaResign')) > 0,
    /** False if somebody is in another battle. */
    claim: (battleId: string, header: string, people: readonly string[]) =>
      isDone('arenaClaim', '', battleId, header, ...people.flatMap((playerId) => [playerId, me])),
    /** The same for people of a queue; also false if one of them waits no longer, or elsewhere. */
    claimWaiting: (type: BattleType, battleId: string, header: string, people: readonly SharedWaiting[]) =>
      isDone(
        'arenaClaim',
        nameOf(type),
        battleId,
        header,
        ...people.flatMap(({ playerId, process }) => [playerId, process]),
      ),
    /** This and the next: false if another process owns the battle. */
    write: (battleId: string, changes: readonly Change[]) =>
      isDone('arenaWrite', battleId, ...changes.flat()),
    /** `wasClaimed`: whether Redis has had the battle, and not lost it since. */
    restore: (battleId: string, wasClaimed: boolean, people: readonly string[], log: readonly string[]) =>
      isDone('arenaRestore', battleId, wasClaimed ? 1 : 0, people.length, ...people, ...log),
    log: (battleId: string) => redis.call('lrange', `${prefix}log:${battleId}`, 0, -1) as Promise<string[]>,
    /** The battle that a player is in, and the result of the one that is wanted. */
    place: (playerId: string, wanted: string | null) =>
      run<[place: string | null, result: string | null]>('arenaPlace', playerId, wanted ?? ''),
    /** False if the owner was not reached. */
    leaveBattle: (playerId: string, battleId: string) => {
      const message: ToBattle = { type: 'left', playerId, process: me }
      return isDone('arenaLeaveBattle', playerId, battleId, JSON.stringify(message))
    },
    wait: async (type: BattleType, most: number, people: readonly Waiting[]) => {
      const entries = people.flatMap((waiting) => [waiting.playerId, JSON.stringify(waiting)])
      const [answers, everybody] = await run<[string[], string[]]>(
        'arenaWait',
        nameOf(type),
        most,
        ...entries,
      )
      return { answers, everybody: pairs(everybody).map(readWaiting) }
    },
    leaveQueue: (type: BattleType, playerId: string) =>
      run<string | null>('arenaLeaveQueue', nameOf(type), playerId),
  }
}

/** What the processes of an arena share. */
export type SharedStore = ReturnType<typeof arenaStore>
