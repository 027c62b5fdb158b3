import { MAX_BATTLE_PLAYERS, MIN_BATTLE_PLAYERS } from './division.ts'

/** Whoever waits in one queue, the first first. A queue is one (division, preference). */
export type Queue<Waiting extends { readonly playerId: string }> = readonly Waiting[]

/** `position` is the place in the queue, 1 is first; `full` means that nothing was joined. */
type Joined<Waiting extends { readonly playerId: string }> =
  | { readonly ok: true; readonly queue: Queue<Waiting>; readonly position: number }
  | { readonly ok: false; readonly code: 'full' }

/**
 * Puts a player at the end of a queue. A player who waits there already keeps the place and is known by the new entry:
 * nobody waits twice or meets themselves. `most` bounds the queue.
 */
export function join<Waiting extends { readonly playerId: string }>(
  queue: Queue<Waiting>,
  waiting: Waiting,
  most: number,
): Joined<Waiting> {
  const place = queue.findIndex(({ playerId }) => playerId === waiting.playerId)
  if (place >= 0) return { ok: true, queue: queue.with(place, waiting), position: place + 1 }
  if (queue.length >= most) return { ok: false, code: 'full' }
  return { ok: true, queue: [...queue, waiting], position: queue.length + 1 }
}

/** The queue without a player; the very same queue when the player was not in it. */
export function leave<Waiting extends { readonly playerId: string }>(
  queue: Queue<Waiting>,
  playerId: string,
): Queue<Waiting> {
  const rest = queue.filter((waiting) => waiting.playerId !== playerId)
  return rest.length === queue.length ? queue : rest
}

/** How many of those who wait play together: three where a third is there, unless that leaves one alone. */
function groupSize(waiting: number): number {
  return waiting - MAX_BATTLE_PLAYERS === 1 ? MIN_BATTLE_PLAYERS : Math.min(waiting, MAX_BATTLE_PLAYERS)
}

/**
 * Everybody who can play now, in groups of 2 or 3 in the order they came (decisions §7), and who goes on waiting: at most
 * one, and only when nobody else is there.
 */
export function match<Waiting extends { readonly playerId: string }>(
  queue: Queue<Waiting>,
): { readonly groups: readonly (readonly Waiting[])[]; readonly queue: Queue<Waiting> } {
  const groups: Waiting[][] = []
  let at = 0
  while (queue.length - at >= MIN_BATTLE_PLAYERS) {
    const size = groupSize(queue.length - at)
    groups.push(queue.slice(at, at + size))
    at += size
  }
  return { groups, queue: at === 0 ? queue : queue.slice(at) }
}

/** Who has another place than before, with the new one: the players to be told. */
export function movedPositions<Waiting extends { readonly playerId: string }>(
  before: Queue<Waiting>,
  after: Queue<Waiting>,
): { readonly waiting: Waiting; readonly position: number }[] {
  const placeBefore = new Map(before.map(({ playerId }, place) => [playerId, place]))
  return after.flatMap((waiting, place) =>
    placeBefore.get(waiting.playerId) === place ? [] : [{ waiting, position: place + 1 }],
  )
}

/** Splits by where they are, in the order in which the places come first. */
function byPlace<Waiting extends { readonly playerId: string }>(
  queue: Queue<Waiting>,
  placeOf: (waiting: Waiting) => string,
): Waiting[][] {
  const places = new Map<string, Waiting[]>()
  for (const waiting of queue) {
    const place = placeOf(waiting)
    places.set(place, [...(places.get(place) ?? []), waiting])
  }
  return [...places.values()]
}

/** The groups with one more player in them, so that nobody is left over: as a third, or in a pair of their own. */
function withOneMore<Waiting>(groups: readonly Waiting[][], one: Waiting): Waiting[][] {
  const pair = groups.findIndex(({ length }) => length === MIN_BATTLE_PLAYERS)
  if (pair >= 0) return groups.map((group, at) => (at === pair ? [...group, one] : group))
  const [first = [], ...rest] = groups
  return [first.slice(0, MIN_BATTLE_PLAYERS), [...first.slice(MIN_BATTLE_PLAYERS), one], ...rest]
}

/**
 * As `match`, but players at the same place are put together before others: a battle of one server process costs less than one of two.
 * Still nobody is left alone who could have had a match.
 */
export function matchNear<Waiting extends { readonly playerId: string }>(
  queue: Queue<Waiting>,
  placeOf: (waiting: Waiting) => string,
): { readonly groups: readonly (readonly Waiting[])[]; readonly queue: Queue<Waiting> } {
  const places = byPlace(queue, placeOf)
  const alone = places.flatMap((waiting) => (waiting.length === 1 ? waiting : []))
  const near = places.flatMap((waiting) => match(waiting).groups.map((group) => [...group]))
  const far = match(alone)
  const [left] = far.queue
  if (left === undefined || near.length === 0) return { groups: [...near, ...far.groups], queue: far.queue }
  return { groups: withOneMore(near, left), queue: [] }
}
