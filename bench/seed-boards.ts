import { sql } from 'kysely'
import { tokenHash } from '../server/guest/token.ts'
import type { Database } from '../server/storage/database.ts'
import { playableSpan, seededPlayers, seededToken, type SeedKey } from './seed-players.ts'
import { SeedRows } from './seed-rows.ts'

/**
 * Players per transaction. The embedded database has one writer, which writes each touched page once per batch; PostgreSQL
 * stores a batch while the next ones are generated.
 */
const BATCH = { sqlite: 100_000, postgres: 10_000 } as const
const BATCHES_AT_ONCE = { sqlite: 1, postgres: 3 } as const

export type SeedOrder = SeedKey & {
  readonly players: number
  /** The latest time of play, in epoch milliseconds. */
  readonly nowMs: number
  /** Called with the number stored so far. */
  readonly onProgress?: (stored: number) => void
}

async function hasSeeded(database: Database, key: SeedKey): Promise<boolean> {
  const hash = tokenHash(seededToken(key, 0))
  const found = await database.read(({ db }) =>
    db.selectFrom('guest').select('id').where('token_hash', '=', hash).execute(),
  )
  return found.length > 0
}

/**
 * Adds players who have played on a day in a league, in batches with all their counts; if it is interrupted, whole batches
 * remain. PostgreSQL then updates its statistics. Throws what the database throws, and if these players are stored already.
 */
export async function seedBoards(database: Database, order: SeedOrder): Promise<void> {
  const { players, league, day, seed, nowMs, onProgress } = order
  if (await hasSeeded(database, order)) {
    throw new Error(`${league} on ${day} has the players of seed ${seed} already. Choose another --seed.`)
  }
  const playerAt = seededPlayers(order, playableSpan(day, nowMs))
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
    await database.write(({ db }) => sql`analyze`.execute(db))
  }
}
