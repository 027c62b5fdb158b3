import { hasPreference, type BattleType } from '../../domain/division.ts'
import { join, leave, match, movedPositions, type Queue } from '../../domain/matchmaking.ts'
import type { Clock } from './clock.ts'
import { GATHER_MS } from './overload.ts'

/** Who waits, as opponents will see them; `playerId` is a secret of the server's. */
export type Waiting = {
  readonly playerId: string
  readonly nickname: string
  readonly location: string
  readonly sinceMs: number
}

/** What comes of waiting. A queue calls these in the order in which it happens, never while it is being called itself. */
export type QueueHeard = {
  readonly position: (playerId: string, position: number) => void
  /** Nothing was joined. */
  readonly full: (playerId: string) => void
  /** These play together; they do not wait any more. */
  readonly matched: (type: BattleType, group: readonly Waiting[]) => void
}

/**
 * The players who wait for others, each in one queue at most. Commands answer nothing: what comes of them is heard, so that
 * a queue which many servers share can take its time.
 */
export type BattleQueue = {
  /** Into the queue of this type, out of any other. */
  join(type: BattleType, waiting: Waiting): void
  /** Out of whichever queue the player is in. */
  leave(playerId: string): void
  /** Out of all queues; who was in them. */
  empty(): readonly string[]
  length(): number
}

type TypedQueue = { readonly type: BattleType; waiting: Queue<Waiting>; isGathering: boolean }

function nameOf({ division, preference }: BattleType): string {
  return `${division}/${preference}`
}

/** The queues of this process alone. `mostWaiting` bounds each of them. */
export function localBattleQueue(
  { clock, mostWaiting }: { readonly clock: Clock; readonly mostWaiting: number },
  heard: QueueHeard,
): BattleQueue {
  const queues = new Map<string, TypedQueue>()
  const queueOf = new Map<string, TypedQueue>()

  /** Everybody whose place has changed is told the new one. */
  const replace = (queue: TypedQueue, after: Queue<Waiting>): void => {
    const moved = movedPositions(queue.waiting, after)
    queue.waiting = after
    for (const { waiting, position } of moved) heard.position(waiting.playerId, position)
  }

  const matchAll = (queue: TypedQueue): void => {
    queue.isGathering = false
    const { groups, queue: rest } = match(queue.waiting)
    for (const { playerId } of groups.flat()) queueOf.delete(playerId)
    replace(queue, rest)
    for (const group of groups) heard.matched(queue.type, group)
  }

  const gather = (queue: TypedQueue): void => {
    if (queue.isGathering || queue.waiting.length < 2) return
    queue.isGathering = true
    clock.later(GATHER_MS, () => matchAll(queue))
  }

  const leaveAny = (playerId: string): void => {
    const queue = queueOf.get(playerId)
    if (!queue) return
    queueOf.delete(playerId)
    replace(queue, leave(queue.waiting, playerId))
  }

  const queueFor = (type: BattleType): TypedQueue => {
    const known = queues.get(nameOf(type))
    if (known) return known
    if (!hasPreference(type.division, type.preference)) throw new Error(`no queue ${nameOf(type)}`)
    const made = { type, waiting: [], isGathering: false }
    queues.set(nameOf(type), made)
    return made
  }

  return {
    join: (type, waiting) => {
      const { playerId } = waiting
      const queue = queueFor(type)
      const before = queueOf.get(playerId)
      if (before !== queue) leaveAny(playerId)
      const known = before === queue ? queue.waiting.find((one) => one.playerId === playerId) : undefined
      const joined = join(
        queue.waiting,
        { ...waiting, sinceMs: known?.sinceMs ?? waiting.sinceMs },
        mostWaiting,
      )
      if (!joined.ok) return heard.full(playerId)
      queue.waiting = joined.queue
      queueOf.set(playerId, queue)
      heard.position(playerId, joined.position)
      gather(queue)
    },
    leave: leaveAny,
    empty: () => {
      const waiting = [...queueOf.keys()]
      queueOf.clear()
      for (const queue of queues.values()) queue.waiting = []
      return waiting
    },
    length: () => queueOf.size,
  }
}
