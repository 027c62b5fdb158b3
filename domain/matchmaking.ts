import { MAX_BATTLE_PLAYERS, MIN_BATTLE_PLAYERS } from './division.ts'

/** Whoever waits in one queue, the first first. A queue is one (division, preference). */
export type Queue<Waiting extends { readonly playerId: string }> = readonly Waiting[]

/** `position` is the place in the queue, 1 is first; `full` means that nothing was joined. */
export type Joined<Waiting extends { readonly playerId: string }> =
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
