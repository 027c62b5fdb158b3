import { MAX_BATTLE_PLAYERS, MIN_BATTLE_PLAYERS } from './division.ts'

/** The players who wait for one (division, preference), in order of arrival. */
export type WaitingQueue<Waiting extends { readonly playerId: string }> = readonly Waiting[]

/** `position` is the place in the queue, from 1; `full` means that the player was not added. */
type Joined<Waiting extends { readonly playerId: string }> =
  | { readonly ok: true; readonly queue: WaitingQueue<Waiting>; readonly position: number }
  | { readonly ok: false; readonly code: 'full' }

/**
 * Adds a player to the end of a queue. A player who already waits there keeps the place, with the new entry: nobody waits twice
 * or meets themselves.
 */
export function join<Waiting extends { readonly playerId: string }>(
  queue: WaitingQueue<Waiting>,
  waiting: Waiting,
  maxLength: number,
): Joined<Waiting> {
  const place = queue.findIndex(({ playerId }) => playerId === waiting.playerId)
  if (place >= 0) return { ok: true, queue: queue.with(place, waiting), position: place + 1 }
  if (queue.length >= maxLength) return { ok: false, code: 'full' }
  return { ok: true, queue: [...queue, waiting], position: queue.length + 1 }
}

/** The queue without a player; the same object if the player was not in it. */
export function leave<Waiting extends { readonly playerId: string }>(
  queue: WaitingQueue<Waiting>,
  playerId: string,
): WaitingQueue<Waiting> {
  const rest = queue.filter((waiting) => waiting.playerId !== playerId)
  return rest.length === queue.length ? queue : rest
}

/** The size of the next battle: three players, unless that leaves one alone. */
function groupSize(waiting: number): number {
  return waiting - MAX_BATTLE_PLAYERS === 1 ? MIN_BATTLE_PLAYERS : Math.min(waiting, MAX_BATTLE_PLAYERS)
}

/**
 * Groups everybody who can play now by 2 or 3, in order of arrival (decisions §7). At most one player is left in the queue, and
 * only if nobody else is there.
 */
export function match<Waiting extends { readonly playerId: string }>(
  queue: WaitingQueue<Waiting>,
): { readonly groups: readonly (readonly Waiting[])[]; readonly queue: WaitingQueue<Waiting> } {
  const groups: Waiting[][] = []
  let at = 0
  while (queue.length - at >= MIN_BATTLE_PLAYERS) {
    const size = groupSize(queue.length - at)
    groups.push(queue.slice(at, at + size))
    at += size
  }
  return { groups, queue: at === 0 ? queue : queue.slice(at) }
}

/** The players whose position has changed, with the new one. */
export function movedPositions<Waiting extends { readonly playerId: string }>(
  before: WaitingQueue<Waiting>,
  after: WaitingQueue<Waiting>,
): { readonly waiting: Waiting; readonly position: number }[] {
  const placeBefore = new Map(before.map(({ playerId }, place) => [playerId, place]))
  return after.flatMap((waiting, place) =>
    placeBefore.get(waiting.playerId) === place ? [] : [{ waiting, position: place + 1 }],
  )
}

/** Splits a queue by place, in order of first appearance. */
function byPlace<Waiting extends { readonly playerId: string }>(
  queue: WaitingQueue<Waiting>,
  placeOf: (waiting: Waiting) => string,
): Waiting[][] {
  const places = new Map<string, Waiting[]>()
  for (const waiting of queue) {
    const place = placeOf(waiting)
    places.set(place, [...(places.get(place) ?? []), waiting])
  }
  return [...places.values()]
}

/** Adds one more player to the groups: as the third of a pair, or in a new pair with one player of a three. */
function withOneMore<Waiting>(groups: readonly Waiting[][], one: Waiting): Waiting[][] {
  const pair = groups.findIndex(({ length }) => length === MIN_BATTLE_PLAYERS)
  if (pair >= 0) return groups.map((group, at) => (at === pair ? [...group, one] : group))
  const [first = [], ...rest] = groups
  return [first.slice(0, MIN_BATTLE_PLAYERS), [...first.slice(MIN_BATTLE_PLAYERS), one], ...rest]
}

/**
 * Like `match`, but prefers players at the same place: a battle within one server process costs less than one across two. Still
 * nobody who could have been matched is left alone.
 */
export function matchNear<Waiting extends { readonly playerId: string }>(
  queue: WaitingQueue<Waiting>,
  placeOf: (waiting: Waiting) => string,
): { readonly groups: readonly (readonly Waiting[])[]; readonly queue: WaitingQueue<Waiting> } {
  const places = byPlace(queue, placeOf)
  const alone = places.flatMap((waiting) => (waiting.length === 1 ? waiting : []))
  const near = places.flatMap((waiting) => match(waiting).groups.map((group) => [...group]))
  const far = match(alone)
  const [left] = far.queue
  if (left === undefined || near.length === 0) return { groups: [...near, ...far.groups], queue: far.queue }
  return { groups: withOneMore(near, left), queue: [] }
}
