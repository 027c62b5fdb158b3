import { isDate } from '../../domain/day-in-zone.ts'
import type { BulkRemovalStore, CommandOutput, RemovalCriteria, RemovedBy, RemovedRows } from './removal.ts'

/** The batch size. */
const BATCH_SIZE = 100

type BulkRemoval = {
  readonly criteria: RemovalCriteria
  /** If false, guests are only counted. */
  readonly isConfirmed: boolean
}

const OPTIONS: Readonly<Record<string, keyof RemovalCriteria>> = {
  '--day': 'day',
  '--name': 'nickname',
  '--state': 'state',
  '--same-address-as': 'sameAddressAs',
}

/** Parses the arguments of the command; null if invalid, and a sentence for a day that is none. At least one criterion is required. */
export function readBulkRemoval(args: readonly string[]): BulkRemoval | string | null {
  const isConfirmed = args.includes('--yes')
  const rest = args.filter((arg) => arg !== '--yes')
  const criteria: { -readonly [Key in keyof RemovalCriteria]: RemovalCriteria[Key] } = {}
  for (let at = 0; at < rest.length; at += 2) {
    const key = OPTIONS[rest[at] ?? '']
    const value = rest[at + 1]
    if (key === undefined || value === undefined || value === '' || criteria[key] !== undefined) return null
    criteria[key] = value
  }
  if (criteria.day !== undefined && !isDate(criteria.day)) {
    return `--day must be a date such as 2026-03-18; ${JSON.stringify(criteria.day)} is not.`
  }
  return Object.keys(criteria).length === 0 ? null : { criteria, isConfirmed }
}

type Counts = RemovedRows & { readonly guests: number }

const NOTHING: Counts = { guests: 0, sessions: 0, battles: 0, reports: 0 }

const added = (one: Counts, other: Counts): Counts => ({
  guests: one.guests + other.guests,
  sessions: one.sessions + other.sessions,
  battles: one.battles + other.battles,
  reports: one.reports + other.reports,
})

async function removedOf(store: BulkRemovalStore, publicIds: readonly string[]): Promise<Counts> {
  let counts = NOTHING
  for (const publicId of publicIds) {
    const removed = await store.remove(publicId)
    if (removed) counts = added(counts, { ...removed, guests: 1 })
  }
  return counts
}

/**
 * Removes all matching guests, and records who did it, when, by which criteria, and how many. Without confirmation, only counts
 * them.
 */
export async function removeGuests(
  store: BulkRemovalStore,
  { criteria, isConfirmed }: BulkRemoval,
  by: RemovedBy,
): Promise<CommandOutput> {
  const publicIds = await store.matching(criteria)
  if (!isConfirmed) {
    const count = publicIds.length
    return {
      lines: [`Guests that match: ${count}. Add --yes to remove them; nothing was removed.`],
      exitCode: 0,
    }
  }
  const record = (counts: Counts): Promise<void> =>
    store.record({ ...counts, atMs: by.nowMs, operator: by.operator, criteria: JSON.stringify(criteria) })
  let sums = NOTHING
  for (let first = 0; first < publicIds.length; first += BATCH_SIZE) {
    // One record per batch, so that a removal that is interrupted has left one too.
    const counts = await removedOf(store, publicIds.slice(first, first + BATCH_SIZE))
    await record(counts)
    sums = added(sums, counts)
  }
  if (publicIds.length === 0) await record(NOTHING)
  const lines = [
    `Removed: guests ${sums.guests}, sessions ${sums.sessions}, parts in battles ${sums.battles}, time reports ${sums.reports}.`,
  ]
  if (!(await store.scrub())) {
    lines.push('The journal may still hold what was deleted; the server empties it within the hour.')
  }
  return { lines, exitCode: 0 }
}
