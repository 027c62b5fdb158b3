/** As long as a page may be open that still has the token: a child's session lasts a day. */
const REMEMBERED_MS = 24 * 3_600_000
/** A few hundred bytes each; with more, the oldest are let go. */
const MAX_REMEMBERED = 10_000

/**
 * Players of whose deletion this process has heard, by the stored form of their tokens: their open pages get into no queue and no
 * battle any more. What is stored does without this memory, which a restart empties: it knows the deleted itself (ADR 0024), and is
 * asked when an unknown player wants to play.
 */
export type DeletedPlayers = {
  add(tokenHash: string): void
  has(tokenHash: string): boolean
}

/** Nobody is forgotten yet; `now` is the time of day in milliseconds. */
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
