/** A guest as an operator may see one: never the token. */
export type FoundGuest = {
  readonly publicId: string
  readonly nickname: string
  readonly lastActiveDay: string
}

/** How many rows of a removed guest there were; of battles, those that the guest was in. */
export type Removed = { readonly sessions: number; readonly battles: number; readonly reports: number }

/** Which guests are meant; each that is given must fit. In `nickname` and `state`, `*` stands for any text. */
export type RemovalCriteria = {
  /** The practice day on which they last did something. */
  readonly day?: string
  readonly nickname?: string
  readonly state?: string
  /** The public id of a guest: all who first came from the same address, that one included. */
  readonly sameAddressAs?: string
}

/** What is kept of a removal of many. */
export type RemovalRecord = Removed & {
  readonly atMs: number
  readonly operator: string
  readonly criteria: string
  readonly guests: number
}

/** Where many guests are removed at once. Students are none of them. */
export type BulkRemovalStore = Pick<RemovalStore, 'remove' | 'scrub'> & {
  count(criteria: RemovalCriteria): Promise<number>
  /** The public ids of some of them, at most `most`. */
  some(criteria: RemovalCriteria, most: number): Promise<string[]>
  record(record: RemovalRecord): Promise<void>
}

/** Where single guests are removed. */
export type RemovalStore = {
  /** The guests with this nickname or public id, or whose token has this hash; the last seen first, at most `most`. */
  find(text: string, tokenHash: string, most: number): Promise<FoundGuest[]>
  /** Deletes everything of a guest, on every board at once; null when there is no such guest. */
  remove(publicId: string): Promise<Removed | null>
  /** Makes sure that what was deleted is gone from the files; false when it has to be asked again later. */
  scrub(): Promise<boolean>
}

/** Names that are shown when several match. */
const MAX_SHOWN = 50

export type Removal = {
  readonly lines: readonly string[]
  /** 0 when exactly one guest was found and removed, otherwise 1. */
  readonly exitCode: 0 | 1
}

const guestLine = ({ publicId, nickname, lastActiveDay }: FoundGuest): string =>
  `  ${publicId}  ${nickname}, last active on ${lastActiveDay}`

const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`

/**
 * Removes the one guest that `text` (a nickname, a public id or a session token) names; says what it found when that is
 * nobody or several. No line holds a token.
 */
export async function removeGuest(store: RemovalStore, text: string, tokenHash: string): Promise<Removal> {
  const found = await store.find(text, tokenHash, MAX_SHOWN + 1)
  const [guest, ...others] = found
  if (!guest) {
    return { lines: ['No guest has this nickname, public id or session token.'], exitCode: 1 }
  }
  if (others.length > 0) {
    const lines = found.slice(0, MAX_SHOWN).map(guestLine)
    if (found.length > MAX_SHOWN) lines.push('  … and more')
    const heading =
      'Several guests match, and nothing was removed. Give the public id of the one that is meant:'
    return { lines: [heading, ...lines], exitCode: 1 }
  }
  const removed = await store.remove(guest.publicId)
  if (!removed) return { lines: ['Somebody else just removed this guest.'], exitCode: 1 }
  const lines = [
    `Removed ${guest.nickname}, public id ${guest.publicId}, last active on ${guest.lastActiveDay}:`,
    `  the guest, ${counted(removed.sessions, 'session')}, the part in ${counted(removed.battles, 'battle')}, ${counted(removed.reports, 'time report')}, and the rows on every board.`,
  ]
  if (!(await store.scrub())) {
    lines.push('The journal may still hold what was deleted; the server empties it within the hour.')
  }
  return { lines, exitCode: 0 }
}
