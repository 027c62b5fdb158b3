/** A guest as shown to operators, without the token. */
export type FoundGuest = {
  readonly publicId: string
  readonly nickname: string
  readonly lastActiveDay: string
}

/** The number of rows of a removed guest. */
export type RemovedRows = { readonly sessions: number; readonly battles: number; readonly reports: number }

/** Selects guests; all given criteria must match. In `nickname` and `state`, `*` matches any text. */
export type RemovalCriteria = {
  /** Their last active practice day. */
  readonly day?: string
  readonly nickname?: string
  readonly state?: string
  /** The public id of a guest: selects all guests created from the same address. */
  readonly sameAddressAs?: string
}

/** The record of a removal, without what was removed. */
type RemovalRecord = RemovedRows & {
  readonly atMs: number
  readonly operator: string
  /** JSON: the criteria, or the public id of a single guest. */
  readonly criteria: string
  readonly guests: number
}

/** Removes guests in bulk, never students. */
export type BulkRemovalStore = Pick<RemovalStore, 'remove' | 'record' | 'scrub'> & {
  /** The public ids of all that match. */
  matching(criteria: RemovalCriteria): Promise<string[]>
}

/** Removes single guests, never students. */
export type RemovalStore = {
  /** Guests by nickname, public id or token hash; most recently active first, at most `most`. */
  find(text: string, tokenHash: string, most: number): Promise<FoundGuest[]>
  /** Deletes all data of a guest, including boards; null if there is no such guest. */
  remove(publicId: string): Promise<RemovedRows | null>
  record(record: RemovalRecord): Promise<void>
  /** Removes deleted data from the database files; false if that has to be retried later. */
  scrub(): Promise<boolean>
}

/** How many matches are shown. */
const MAX_SHOWN = 50

/** Who removes, and when. */
export type RemovedBy = { readonly operator: string; readonly nowMs: number }

export type CommandOutput = {
  readonly lines: readonly string[]
  /** 1 if it ran and the answer is no, such as a guest that was not found or boards that differ. */
  readonly exitCode: 0 | 1
}

const guestLine = ({ publicId, nickname, lastActiveDay }: FoundGuest): string =>
  `  ${publicId}  ${nickname}, last active on ${lastActiveDay}`

const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`

/**
 * Removes the guest with this nickname, public id or session token, and records who did it, when, and the public id; if none or several
 * match, only reports that. Neither the output nor the record contains a token.
 */
export async function removeGuest(
  store: RemovalStore,
  { text, tokenHash }: { readonly text: string; readonly tokenHash: string },
  by: RemovedBy,
): Promise<CommandOutput> {
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
  const { publicId } = guest
  const criteria = JSON.stringify({ publicId })
  await store.record({ ...removed, guests: 1, atMs: by.nowMs, operator: by.operator, criteria })
  const lines = [
    `Removed ${guest.nickname}, public id ${publicId}, last active on ${guest.lastActiveDay}:`,
    `  the guest, ${counted(removed.sessions, 'session')}, the part in ${counted(removed.battles, 'battle')}, ${counted(removed.reports, 'time report')}, and the rows on every board.`,
  ]
  if (!(await store.scrub())) {
    lines.push('The journal may still hold what was deleted; the server empties it within the hour.')
  }
  return { lines, exitCode: 0 }
}
