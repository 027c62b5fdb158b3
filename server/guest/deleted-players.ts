/** How long a page with the token may stay open: a child's session lasts a day. */
const REMEMBERED_MS = 24 * 3_600_000
/** A few hundred bytes each; beyond it, the oldest are dropped. */
const MAX_REMEMBERED = 10_000

/**
 * Recently deleted players, by token hash, whose open pages must not join queues or battles. This is a cache in memory: the
 * database knows deleted players itself (ADR 0024) and is queried when an unknown player wants to play.
 */
export type DeletedPlayers = {
  add(tokenHash: string): void
  has(tokenHash: string): boolean
}

/** `now` is the wall-clock time in milliseconds. */
export function deletedPlayers(now: () => number): DeletedPlayers {
  const since = new Map<string, number>()
  const letGo = (): void => {
    for (const [hash, sinceMs] of since) {
      if (sinceMs > now() - REMEMBERED_MS && since.size <= MAX_REMEMBERED) return
      since.delete(hash)
    }
  }
  return {
    add: (tokenHash) => {
      since.delete(tokenHash)
      since.set(tokenHash, now())
      letGo()
    },
    has: (tokenHash) => since.size > 0 && since.has(tokenHash),
  }
}
