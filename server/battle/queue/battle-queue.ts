import { hasPreference, type BattleType } from '../../../domain/division.ts'
import { join, leave, match, movedPositions, type WaitingQueue } from '../../../domain/matchmaking.ts'
import type { ArenaClock } from '../referee/clock.ts'
import { RESPONSE_WITHIN_MS } from '../socket/liveness.ts'
import { GATHER_MS } from '../socket/overload.ts'

/** A waiting player, as opponents will see it, except `playerId`, which is secret. */
export type Waiting = {
  readonly playerId: string
  readonly nickname: string
  readonly location: string
  readonly sinceMs: number
}

/** How a player's wait ended. */
export type WaitEnd = 'people' | 'computer' | 'left'

/** Called by the queue in the order of events. `matched` is never called from within a call to the queue. */
export type QueueListener = {
  readonly position: (playerId: string, position: number) => void
  /** The queue is full; the player was not added. */
  readonly full: (playerId: string) => void
  /** Ping the player's page; its response calls `alive`, at once if the page cannot be pinged. */
  readonly ping: (playerId: string) => void
  /** The player left without a match. */
  readonly gone: (to: Exclude<WaitEnd, 'people'>, waiting: Waiting) => void
  /** These players were matched and removed from the queue. */
  readonly matched: (type: BattleType, group: readonly Waiting[]) => void
}

/**
 * The players waiting for opponents, each in at most one queue. Methods return nothing; outcomes go to the listener, because a
 * queue shared by several servers is asynchronous.
 */
export type BattleQueue = {
  /** Adds the player to the queue of this type and removes it from any other. */
  join(type: BattleType, waiting: Waiting): void
  /** Removes the player from its queue; `to` is the reason. */
  leave(playerId: string, to: Exclude<WaitEnd, 'people'>): void
  /** The player's page responded to a ping. A player removed for silence is put back, at the end of the queue. */
  alive(playerId: string): void
  /** Empties all queues. Returns their players, including those removed for silence. */
  empty(): readonly string[]
  /** The number of players who can be matched. */
  length(): number
}

/** A pending match: it happens once it `isDue` and every ping is answered. `unanswered` are the players yet to respond. */
type PendingMatch = { readonly unanswered: Set<string>; isDue: boolean }

type TypedQueue = {
  readonly type: BattleType
  waiting: WaitingQueue<Waiting>
  pendingMatch: PendingMatch | null
}

/** A player removed because its page did not respond before a match. */
type Silent = { readonly queue: TypedQueue; readonly waiting: Waiting }

function nameOf({ division, preference }: BattleType): string {
  return `${division}/${preference}`
}

type LocalQueueNeeds = { readonly clock: ArenaClock; readonly maxWaiting: number }

/** Queues of a single process. `maxWaiting` bounds each of them. */
export class LocalBattleQueue implements BattleQueue {
  readonly #needs: LocalQueueNeeds
  readonly #listener: QueueListener
  readonly #queues = new Map<string, TypedQueue>()
  readonly #queueOf = new Map<string, TypedQueue>()
  readonly #silent = new Map<string, Silent>()

  constructor(needs: LocalQueueNeeds, listener: QueueListener) {
    this.#needs = needs
    this.#listener = listener
  }

  /** Updates the queue and reports changed positions. */
  #replace(queue: TypedQueue, after: WaitingQueue<Waiting>): void {
    const moved = movedPositions(queue.waiting, after)
    queue.waiting = after
    for (const { waiting, position } of moved) this.#listener.position(waiting.playerId, position)
  }

  #matchAll(queue: TypedQueue): void {
    queue.pendingMatch = null
    const { groups, queue: rest } = match(queue.waiting)
    for (const { playerId } of groups.flat()) this.#queueOf.delete(playerId)
    this.#replace(queue, rest)
    for (const group of groups) this.#listener.matched(queue.type, group)
  }

  #matchIfReady(queue: TypedQueue, pendingMatch: PendingMatch): void {
    if (queue.pendingMatch === pendingMatch && pendingMatch.isDue && pendingMatch.unanswered.size === 0)
      this.#matchAll(queue)
  }

  #remove(queue: TypedQueue, playerId: string): void {
    this.#queueOf.delete(playerId)
    this.#replace(queue, leave(queue.waiting, playerId))
  }

  /** Matches without the pages that did not respond (ADR 0017). */
  #matchWithoutSilent(queue: TypedQueue, pendingMatch: PendingMatch): void {
    if (queue.pendingMatch !== pendingMatch) return
    for (const playerId of pendingMatch.unanswered) {
      const waiting = queue.waiting.find((one) => one.playerId === playerId)
      if (waiting) this.#silent.set(playerId, { queue, waiting })
      this.#remove(queue, playerId)
    }
    this.#matchAll(queue)
  }

  /** Starts a pending match: pings everybody but the newcomer, whose join shows that it is there. */
  #gather(queue: TypedQueue, newcomer: string): void {
    if (queue.pendingMatch || queue.waiting.length < 2) return
    const others = queue.waiting.flatMap(({ playerId }) => (playerId === newcomer ? [] : [playerId]))
    const pendingMatch: PendingMatch = { unanswered: new Set(others), isDue: false }
    queue.pendingMatch = pendingMatch
    this.#needs.clock.later(GATHER_MS, () => {
      pendingMatch.isDue = true
      this.#matchIfReady(queue, pendingMatch)
    })
    this.#needs.clock.later(RESPONSE_WITHIN_MS, () => this.#matchWithoutSilent(queue, pendingMatch))
    for (const playerId of others) this.#listener.ping(playerId)
  }

  /** Stops waiting for the player's response. It may be a `leave` event, which has to be handled before the match. */
  #stopAwaiting(queue: TypedQueue, playerId: string): void {
    const { pendingMatch } = queue
    if (!pendingMatch?.unanswered.delete(playerId)) return
    if (pendingMatch.isDue) this.#needs.clock.later(0, () => this.#matchIfReady(queue, pendingMatch))
  }

  #waitingOf(playerId: string): Waiting | undefined {
    return this.#queueOf.get(playerId)?.waiting.find((one) => one.playerId === playerId)
  }

  #leaveAny(playerId: string): void {
    this.#silent.delete(playerId)
    const queue = this.#queueOf.get(playerId)
    if (!queue) return
    this.#remove(queue, playerId)
    this.#stopAwaiting(queue, playerId)
  }

  #queueFor(type: BattleType): TypedQueue {
    const known = this.#queues.get(nameOf(type))
    if (known) return known
    if (!hasPreference(type.division, type.preference)) throw new Error(`no queue ${nameOf(type)}`)
    const made = { type, waiting: [], pendingMatch: null }
    this.#queues.set(nameOf(type), made)
    return made
  }

  /** Moves the player to this queue; a player already in it keeps its position. */
  #enter(queue: TypedQueue, waiting: Waiting): void {
    const { playerId } = waiting
    if (this.#queueOf.get(playerId) !== queue) this.#leaveAny(playerId)
    const known = queue.waiting.find((one) => one.playerId === playerId)
    const since = { ...waiting, sinceMs: known?.sinceMs ?? waiting.sinceMs }
    const joined = join(queue.waiting, since, this.#needs.maxWaiting)
    if (!joined.ok) return this.#listener.full(playerId)
    queue.waiting = joined.queue
    this.#queueOf.set(playerId, queue)
    this.#listener.position(playerId, joined.position)
    this.#gather(queue, playerId)
  }

  readonly join: BattleQueue['join'] = (type, waiting) => this.#enter(this.#queueFor(type), waiting)

  readonly leave: BattleQueue['leave'] = (playerId, to) => {
    const known = this.#silent.get(playerId)?.waiting ?? this.#waitingOf(playerId)
    this.#leaveAny(playerId)
    if (known) this.#listener.gone(to, known)
  }

  readonly alive: BattleQueue['alive'] = (playerId) => {
    const known = this.#silent.get(playerId)
    if (known) return this.#enter(known.queue, known.waiting)
    const queue = this.#queueOf.get(playerId)
    if (queue) this.#stopAwaiting(queue, playerId)
  }

  readonly empty: BattleQueue['empty'] = () => {
    const waiting = [...this.#queueOf.keys(), ...this.#silent.keys()]
    this.#queueOf.clear()
    this.#silent.clear()
    for (const queue of this.#queues.values()) {
      queue.waiting = []
      queue.pendingMatch = null
    }
    return waiting
  }

  readonly length: BattleQueue['length'] = () => this.#queueOf.size
}
