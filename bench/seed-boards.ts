import type { LeagueId } from '../domain/league.ts'
import type { Database } from '../server/storage/database.ts'
import { playableSpan, seededPlayers } from './seed-players.ts'
import { SeedRows } from './seed-rows.ts'

/**
 * Players of one transaction. The embedded database has one writer, which writes each touched page once a batch;
 * PostgreSQL stores a batch while the next ones are made.
 */
const BATCH = { sqlite: 100_000, postgres: 10_000 } as const
const BATCHES_AT_ONCE = { sqlite: 1, postgres: 3 } as const

export type SeedOrder = {
  readonly players: number
  readonly league: LeagueId
  /** A practice day that has begun. */
  readonly day: string
  /** Another seed makes other players; the same one twice meets its own in the database and fails. */
  readonly seed: number
  /** Nothing is played later than this, in epoch milliseconds. */
  readonly nowMs: number
  /** Told how many are stored. */
  readonly onProgress?: (stored: number) => void
}

/**
 * Adds players who have played on a day in a league, in batches, each with every count kept; an end in between leaves
 * whole batches. PostgreSQL is then told how large its tables have become. Throws what the database throws.
 */
export async function seedBoards(database: Database, order: SeedOrder): Promise<void> {
  const { players, league, day, seed, nowMs, onProgress } = order
  const playerAt = seededPlayers(seed, playableSpan(day, nowMs))
  const rows = new SeedRows(database)
  await rows.prepare()
  let made = 0
  let stored = 0
  const storeBatches = async (): Promise<void> => {
    while (made < players) {
      const first = made
      const count = Math.min(BATCH[database.dialect], players - first)
      made += count
      await rows.add(
        { day, league },
        Array.from({ length: count }, (_, place) => playerAt(first + place)),
      )
      stored += count
      onProgress?.(stored)
    }
  }
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE[database.dialect] }, storeBatches))
  if (database.dialect === 'postgres') {
    await database.write((transaction) => transaction.run({ sql: 'analyze', bind: () => [] }, {}))
  }
}
