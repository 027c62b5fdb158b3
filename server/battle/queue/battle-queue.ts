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

/** The queues of this process alone. `mostWaiting` bounds each of them. */
export function localBattleQueue(
  { clock, mostWaiting }: { readonly clock: ArenaClock; readonly mostWaiting: number },
  heard: QueueHeard,
): BattleQueue {
  const queues = new Map<string, TypedQueue>()
  const queueOf = new Map<string, TypedQueue>()
  const silent = new Map<string, Silent>()

  /** Everybody whose place has changed is told the new one. */
  const replace = (queue: TypedQueue, after: Queue<Waiting>): void => {
    const moved = movedPositions(queue.waiting, after)
    queue.waiting = after
    for (const { waiting, position } of moved) heard.position(waiting.playerId, position)
  }

  const matchAll = (queue: TypedQueue): void => {
    queue.gathering = null
    const { groups, queue: rest } = match(queue.waiting)
    for (const { playerId } of groups.flat()) queueOf.delete(playerId)
    replace(queue, rest)
    for (const group of groups) heard.matched(queue.type, group)
  }

  const matchIfHeard = (queue: TypedQueue, gathering: Gathering): void => {
    if (queue.gathering === gathering && gathering.isDue && gathering.unheard.size === 0) matchAll(queue)
  }

  const waitsNoMore = (queue: TypedQueue, playerId: string): void => {
    queueOf.delete(playerId)
    replace(queue, leave(queue.waiting, playerId))
  }

  /** Nobody plays against a page that does not answer (ADR 0017): the others are matched without it. */
  const passOver = (queue: TypedQueue, gathering: Gathering): void => {
    if (queue.gathering !== gathering) return
    for (const playerId of gathering.unheard) {
      const waiting = queue.waiting.find((one) => one.playerId === playerId)
      if (waiting) silent.set(playerId, { queue, waiting })
      waitsNoMore(queue, playerId)
    }
    matchAll(queue)
  }

  /** Whoever has just come is heard; the others are asked whether they are still there. */
  const gather = (queue: TypedQueue, newcomer: string): void => {
    if (queue.gathering || queue.waiting.length < 2) return
    const others = queue.waiting.flatMap(({ playerId }) => (playerId === newcomer ? [] : [playerId]))
    const gathering: Gathering = { unheard: new Set(others), isDue: false }
    queue.gathering = gathering
    clock.later(GATHER_MS, () => {
      gathering.isDue = true
      matchIfHeard(queue, gathering)
    })
    clock.later(HEARD_WITHIN_MS, () => passOver(queue, gathering))
    for (const playerId of others) heard.ask(playerId)
  }

  /** The player is not waited for any more. A sign of life may be a goodbye, which is to be read before anybody is matched. */
  const heardOrGone = (queue: TypedQueue, playerId: string): void => {
    const { gathering } = queue
    if (!gathering?.unheard.delete(playerId)) return
    if (gathering.isDue) clock.later(0, () => matchIfHeard(queue, gathering))
  }

  const waitingOf = (playerId: string): Waiting | undefined =>
    queueOf.get(playerId)?.waiting.find((one) => one.playerId === playerId)

  const leaveAny = (playerId: string): void => {
    silent.delete(playerId)
    const queue = queueOf.get(playerId)
    if (!queue) return
    waitsNoMore(queue, playerId)
    heardOrGone(queue, playerId)
  }

  const queueFor = (type: BattleType): TypedQueue => {
    const known = queues.get(nameOf(type))
    if (known) return known
    if (!hasPreference(type.division, type.preference)) throw new Error(`no queue ${nameOf(type)}`)
    const made = { type, waiting: [], gathering: null }
    queues.set(nameOf(type), made)
    return made
  }

  /** Into this queue and out of any other; who is there keeps the place. */
  const enter = (queue: TypedQueue, waiting: Waiting): void => {
    const { playerId } = waiting
    if (queueOf.get(playerId) !== queue) leaveAny(playerId)
    const known = queue.waiting.find((one) => one.playerId === playerId)
    const since = { ...waiting, sinceMs: known?.sinceMs ?? waiting.sinceMs }
    const joined = join(queue.waiting, since, mostWaiting)
    if (!joined.ok) return heard.full(playerId)
    queue.waiting = joined.queue
    queueOf.set(playerId, queue)
    heard.position(playerId, joined.position)
    gather(queue, playerId)
  }

  return {
    join: (type, waiting) => enter(queueFor(type), waiting),
    leave: (playerId, to) => {
      const known = silent.get(playerId)?.waiting ?? waitingOf(playerId)
      leaveAny(playerId)
      if (known) heard.gone(to, known)
    },
    alive: (playerId) => {
      const known = silent.get(playerId)
      if (known) return enter(known.queue, known.waiting)
      const queue = queueOf.get(playerId)
      if (queue) heardOrGone(queue, playerId)
    },
    empty: () => {
      const waiting = [...queueOf.keys(), ...silent.keys()]
      queueOf.clear()
      silent.clear()
      for (const queue of queues.values()) {
        queue.waiting = []
        queue.gathering = null
      }
      return waiting
    },
    length: () => queueOf.size,
  }
}
