import { hasPreference, type BattleType } from '../../../domain/division.ts'
import { join, leave, match, movedPositions, type Queue } from '../../../domain/matchmaking.ts'
import type { ArenaClock } from '../referee/clock.ts'
import { HEARD_WITHIN_MS } from '../socket/line-life.ts'
import { GATHER_MS } from '../socket/overload.ts'

/** Who waits, as opponents will see them; `playerId` is a secret of the server's. */
export type Waiting = {
  readonly playerId: string
  readonly nickname: string
  readonly location: string
  readonly sinceMs: number
}

/** What a player's waiting has led to. */
export type WaitEnd = 'people' | 'computer' | 'left'

/** What comes of waiting, in the order in which it happens; nobody is matched while the queue is being called itself. */
export type QueueHeard = {
  readonly position: (playerId: string, position: number) => void
  /** Nothing was joined. */
  readonly full: (playerId: string) => void
  /** The player's page is to give a sign of life, of which the queue is told with `alive`; so it is of who cannot be asked. */
  readonly ask: (playerId: string) => void
  /** Who has waited in vain goes; never told of who is matched. */
  readonly gone: (to: Exclude<WaitEnd, 'people'>, waiting: Waiting) => void
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
  /** Out of whichever queue the player is in, to a computer player or away. */
  leave(playerId: string, to: Exclude<WaitEnd, 'people'>): void
  /** The page that was asked for a sign of life has given one. Who was taken out for being silent is put back, at the end. */
  alive(playerId: string): void
  /** Out of all queues; who was in them, or was silent. */
  empty(): readonly string[]
  /** How many can be matched. */
  length(): number
}

/** Players who are about to be matched: all of them once `isDue`, and once nobody is `unheard` any more. */
type Gathering = { readonly unheard: Set<string>; isDue: boolean }

type TypedQueue = { readonly type: BattleType; waiting: Queue<Waiting>; gathering: Gathering | null }

/** Who was silent when it came to a match, and where they waited. */
type Silent = { readonly queue: TypedQueue; readonly waiting: Waiting }

function nameOf({ division, preference }: BattleType): string {
  return `${division}/${preference}`
}

type LocalQueueNeeds = { readonly clock: ArenaClock; readonly mostWaiting: number }

/** The queues of this process alone. `mostWaiting` bounds each of them. */
export class LocalBattleQueue implements BattleQueue {
  readonly #needs: LocalQueueNeeds
  readonly #heard: QueueHeard
  readonly #queues = new Map<string, TypedQueue>()
  readonly #queueOf = new Map<string, TypedQueue>()
  readonly #silent = new Map<string, Silent>()

  constructor(needs: LocalQueueNeeds, heard: QueueHeard) {
    this.#needs = needs
    this.#heard = heard
  }

  /** Everybody whose place has changed is told the new one. */
  #replace(queue: TypedQueue, after: Queue<Waiting>): void {
    const moved = movedPositions(queue.waiting, after)
    queue.waiting = after
    for (const { waiting, position } of moved) this.#heard.position(waiting.playerId, position)
  }

  #matchAll(queue: TypedQueue): void {
    queue.gathering = null
    const { groups, queue: rest } = match(queue.waiting)
    for (const { playerId } of groups.flat()) this.#queueOf.delete(playerId)
    this.#replace(queue, rest)
    for (const group of groups) this.#heard.matched(queue.type, group)
  }

  #matchIfHeard(queue: TypedQueue, gathering: Gathering): void {
    if (queue.gathering === gathering && gathering.isDue && gathering.unheard.size === 0)
      this.#matchAll(queue)
  }

  #waitsNoMore(queue: TypedQueue, playerId: string): void {
    this.#queueOf.delete(playerId)
    this.#replace(queue, leave(queue.waiting, playerId))
  }

  /** Nobody plays against a page that does not answer (ADR 0017): the others are matched without it. */
  #passOver(queue: TypedQueue, gathering: Gathering): void {
    if (queue.gathering !== gathering) return
    for (const playerId of gathering.unheard) {
      const waiting = queue.waiting.find((one) => one.playerId === playerId)
      if (waiting) this.#silent.set(playerId, { queue, waiting })
      this.#waitsNoMore(queue, playerId)
    }
    this.#matchAll(queue)
  }

  /** Whoever has just come is heard; the others are asked whether they are still there. */
  #gather(queue: TypedQueue, newcomer: string): void {
    if (queue.gathering || queue.waiting.length < 2) return
    const others = queue.waiting.flatMap(({ playerId }) => (playerId === newcomer ? [] : [playerId]))
    const gathering: Gathering = { unheard: new Set(others), isDue: false }
    queue.gathering = gathering
    this.#needs.clock.later(GATHER_MS, () => {
      gathering.isDue = true
      this.#matchIfHeard(queue, gathering)
    })
    this.#needs.clock.later(HEARD_WITHIN_MS, () => this.#passOver(queue, gathering))
    for (const playerId of others) this.#heard.ask(playerId)
  }

  /** The player is not waited for any more. A sign of life may be a goodbye, which is to be read before anybody is matched. */
  #heardOrGone(queue: TypedQueue, playerId: string): void {
    const { gathering } = queue
    if (!gathering?.unheard.delete(playerId)) return
    if (gathering.isDue) this.#needs.clock.later(0, () => this.#matchIfHeard(queue, gathering))
  }

  #waitingOf(playerId: string): Waiting | undefined {
    return this.#queueOf.get(playerId)?.waiting.find((one) => one.playerId === playerId)
  }

  #leaveAny(playerId: string): void {
    this.#silent.delete(playerId)
    const queue = this.#queueOf.get(playerId)
    if (!queue) return
    this.#waitsNoMore(queue, playerId)
    this.#heardOrGone(queue, playerId)
  }

  #queueFor(type: BattleType): TypedQueue {
    const known = this.#queues.get(nameOf(type))
    if (known) return known
    if (!hasPreference(type.division, type.preference)) throw new Error(`no queue ${nameOf(type)}`)
    const made = { type, waiting: [], gathering: null }
    this.#queues.set(nameOf(type), made)
    return made
  }

  /** Into this queue and out of any other; who is there keeps the place. */
  #enter(queue: TypedQueue, waiting: Waiting): void {
    const { playerId } = waiting
    if (this.#queueOf.get(playerId) !== queue) this.#leaveAny(playerId)
    const known = queue.waiting.find((one) => one.playerId === playerId)
    const since = { ...waiting, sinceMs: known?.sinceMs ?? waiting.sinceMs }
    const joined = join(queue.waiting, since, this.#needs.mostWaiting)
    if (!joined.ok) return this.#heard.full(playerId)
    queue.waiting = joined.queue
    this.#queueOf.set(playerId, queue)
    this.#heard.position(playerId, joined.position)
    this.#gather(queue, playerId)
  }

  readonly join: BattleQueue['join'] = (type, waiting) => this.#enter(this.#queueFor(type), waiting)

  readonly leave: BattleQueue['leave'] = (playerId, to) => {
    const known = this.#silent.get(playerId)?.waiting ?? this.#waitingOf(playerId)
    this.#leaveAny(playerId)
    if (known) this.#heard.gone(to, known)
  }

  readonly alive: BattleQueue['alive'] = (playerId) => {
    const known = this.#silent.get(playerId)
    if (known) return this.#enter(known.queue, known.waiting)
    const queue = this.#queueOf.get(playerId)
    if (queue) this.#heardOrGone(queue, playerId)
  }

  readonly empty: BattleQueue['empty'] = () => {
    const waiting = [...this.#queueOf.keys(), ...this.#silent.keys()]
    this.#queueOf.clear()
    this.#silent.clear()
    for (const queue of this.#queues.values()) {
      queue.waiting = []
      queue.gathering = null
    }
    return waiting
  }

  readonly length: BattleQueue['length'] = () => this.#queueOf.size
}
