import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LeagueId } from '../domain/league.ts'
import { nextPracticeDayMs, practiceDayStartMs } from '../domain/practice-day.ts'
import type { Database } from '../server/storage/database.ts'
import type { Dialect } from '../server/storage/dialect.ts'
import { openPostgres } from '../server/storage/postgres/postgres-database.ts'
import { withClient } from '../server/storage/postgres/session.ts'
import { openSqlite } from '../server/storage/sqlite/sqlite-database.ts'
import { seedBoards } from './seed-boards.ts'
import type { SeedKey } from './seed-players.ts'

/** The board that is measured: a whole day, without a clock change. */
export const DAY = '2026-11-20'
export const LEAGUE: LeagueId = 'addition_facts'
export const SEED = 1
/** The players of the filled databases. */
export const SEEDED: SeedKey = { seed: SEED, league: LEAGUE, day: DAY }
export const DAY_START_MS = practiceDayStartMs(DAY)
export const DAY_END_MS = nextPracticeDayMs(DAY_START_MS)

/** A separate database with that many players on the board. */
export type Filled = {
  readonly players: number
  readonly database: Database
  /** The folder of the embedded database, or the URL of the other. */
  readonly place: string
  /** Closes and removes it. */
  remove(): Promise<void>
}

/** Where PostgreSQL may be running: as the setting says, or on this machine without a password. */
const PLACES = [
  process.env['DATABASE_URL_TEST'],
  'postgres://postgres@127.0.0.1:5432/postgres',
  'postgres://root@127.0.0.1:5432/postgres',
]

/** The URL of a PostgreSQL whose user may create databases, or null. */
export async function findPostgres(): Promise<string | null> {
  for (const connectionString of PLACES) {
    if (connectionString === undefined) continue
    const reached = await withClient(
      { connectionString, connectionTimeoutMillis: 2000 },
      async () => true,
    ).catch(() => false)
    if (reached) return connectionString
  }
  return null
}

async function administer(connectionString: string, sql: string): Promise<void> {
  await withClient({ connectionString }, (client) => client.query(sql))
}

export async function newPostgres(server: string, players: number): Promise<Omit<Filled, 'players'>> {
  const name = `tenfold_bench_${process.pid}_${players}`
  await administer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const database = await openPostgres({ url: url.href })
  return {
    database,
    place: url.href,
    remove: async () => {
      await database.close()
      await administer(server, `drop database ${name} with (force)`)
    },
  }
}

export function sqliteAt(place: string): Omit<Filled, 'players'> {
  const database = openSqlite({ dataDir: place })
  return {
    database,
    place,
    remove: async () => {
      await database.close()
      rmSync(place, { recursive: true, force: true })
    },
  }
}

/** Databases filled earlier, by engine and number of players; they are used unchanged and kept. */
export type Kept = Readonly<Record<string, string>>

async function reopen(dialect: Dialect, place: string, players: number): Promise<Filled> {
  const database = dialect === 'sqlite' ? openSqlite({ dataDir: place }) : await openPostgres({ url: place })
  return { players, place, database, remove: () => database.close() }
}

/** Creates and fills a database, which takes a minute or two for a million players. */
export async function fill(
  dialect: Dialect,
  players: number,
  server: string | null,
  kept: Kept,
): Promise<Filled> {
  const place = kept[`${dialect} ${players}`]
  if (place !== undefined) return reopen(dialect, place, players)
  if (dialect === 'postgres' && server === null) throw new Error('there is no PostgreSQL to measure')
  const made =
    dialect === 'sqlite'
      ? sqliteAt(mkdtempSync(join(tmpdir(), 'tenfold-bench-')))
      : await newPostgres(server ?? '', players)
  const startedAt = performance.now()
  try {
    await seedBoards(made.database, { ...SEEDED, players, nowMs: DAY_END_MS })
    // Settles the database first: otherwise the upkeep after so many inserts would run during the measurement.
    if (dialect === 'sqlite') await made.database.close()
    else for (const work of ['vacuum analyze', 'checkpoint']) await administer(made.place, work)
  } catch (error) {
    await made.remove()
    throw error
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.error(`${dialect}: ${players} players seeded in ${seconds} s`)
  return { players, ...(dialect === 'sqlite' ? sqliteAt(made.place) : made) }
}
