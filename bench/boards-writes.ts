import { join } from 'node:path'
import { Pool } from 'pg'
import { sql } from 'kysely'
import { newGuest } from '../domain/guest-record.ts'
import { tokenHash } from '../server/guest/token.ts'
import type { Database } from '../server/storage/database.ts'
import { MAX_CONNECTIONS } from '../server/storage/postgres/postgres-database.ts'
import { sqlPracticeStore } from '../server/storage/sql/practice/practice-store.ts'
import { openFile } from '../server/storage/sqlite/engine.ts'
import { DATABASE_FILE_NAME } from '../server/storage/sqlite/sqlite-database.ts'
import { DAY, DAY_END_MS, LEAGUE, SEED, SEEDED, type Filled } from './boards-databases.ts'
import { median, table } from './boards-figures.ts'
import { seededToken } from './seed-players.ts'

const HEADING = '[LB-41] SQLite stores 3,000 scores a second with every count kept, with 64 callers.'

const MIN_A_SECOND = 3_000
const CALLERS = [1, 64] as const

export type WriteSettings = { readonly rounds: number; readonly secondsOfSlice: number }

type Write = (serial: number) => Promise<unknown>

const targetOf = (rate: number): string => (rate >= MIN_A_SECOND ? 'met' : 'MISSED')

/** Calls per second by that many callers, each making one call after another. */
async function perSecond(
  write: Write,
  callers: number,
  seconds: number,
  firstSerial: number,
): Promise<number> {
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1000
  let calls = 0
  const call = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      calls += 1
      await write(firstSerial + calls)
    }
  }
  await Promise.all(Array.from({ length: callers }, call))
  return (1000 * calls) / (performance.now() - startedAt)
}

const BARE_TABLE = 'create table if not exists bare_score (token text primary key, score bigint not null)'
const BARE_UPSERT = `insert into bare_score (token, score) values ($1, $2)
  on conflict (token) do update set score = bare_score.score + excluded.score`

function bareValues(serial: number): [string, number] {
  return [seededToken({ ...SEEDED, seed: SEED + 1 }, serial % 100_000), 9]
}

/** One prepared upsert, each in its own durable transaction; in the embedded database on one connection, one after another. */
async function bareWrite({ database, place }: Filled): Promise<{ write: Write; close: () => Promise<void> }> {
  await execute(database, BARE_TABLE)
  if (database.dialect === 'postgres') {
    const pool = new Pool({ connectionString: place, max: MAX_CONNECTIONS })
    const write: Write = (serial) =>
      pool.query({ name: 'bare', text: BARE_UPSERT, values: bareValues(serial) })
    return { write, close: () => pool.end() }
  }
  // A separate connection: the store's writer would batch the waiting calls into one transaction.
  const file = openFile(join(place, DATABASE_FILE_NAME))
  file.exec('pragma journal_mode = wal; pragma synchronous = full;')
  const upsert = file.prepare(BARE_UPSERT.replaceAll(/\$\d/g, '?'))
  return { write: async (serial) => upsert.run(...bareValues(serial)), close: async () => file.close() }
}

async function execute(database: Database, text: string): Promise<void> {
  await database.write(({ db }) => sql.raw(text).execute(db))
}

/** A score as the server stores it, half of them of players who have played before. */
function scoreWrite({ database, players }: Filled, run: number): Write {
  const store = sqlPracticeStore(database)
  return (serial) => {
    const isNew = serial % 2 === 0
    const token = isNew
      ? seededToken({ ...SEEDED, seed: SEED + 2 + run }, serial)
      : seededToken(SEEDED, (serial * 7919) % players)
    // As a score is stored when it has been played: the latest of its equals.
    const atMs = DAY_END_MS - 1
    const result = {
      tokenHash: tokenHash(token),
      submissionId: `bench-${run}-${serial}`,
      league: LEAGUE,
      practiceDay: DAY,
      score: 5 * (serial % 10),
      problemsSolved: 10,
      correctAnswers: serial % 10,
      averageTimeMs: 1800,
      playedAtMs: atMs,
      storedAtMs: atMs,
    }
    return store.record(result, (known) => known ?? { ...newGuest(`${token}`, DAY, atMs), state: 'Ohio' })
  }
}

/** Both kinds of write in turn on a filled database, which they change; returns the rows of a table. */
export async function measureWrites(filled: Filled, settings: WriteSettings): Promise<string[][]> {
  const { dialect } = filled.database
  const run = Date.now()
  const bare = await bareWrite(filled)
  const score = scoreWrite(filled, run)
  const rows: string[][] = []
  let serial = 0
  try {
    for (const callers of CALLERS) {
      const rates: { bare: number; score: number }[] = []
      for (let round = 0; round <= settings.rounds; round += 1) {
        const of = {
          bare: await perSecond(bare.write, callers, settings.secondsOfSlice, (serial += 1_000_000)),
          score: await perSecond(score, callers, settings.secondsOfSlice, (serial += 1_000_000)),
        }
        // The first round warms up.
        if (round > 0) rates.push(of)
      }
      const perSecondStored = median(rates.map((of) => of.score))
      rows.push([
        `${dialect}, ${callers} at a time`,
        median(rates.map((of) => of.bare)).toFixed(0),
        perSecondStored.toFixed(0),
        median(rates.map((of) => of.score / of.bare)).toFixed(2),
        dialect === 'sqlite' && callers === 64 ? targetOf(perSecondStored) : '',
      ])
    }
  } finally {
    await bare.close()
    await execute(filled.database, 'drop table bare_score')
  }
  return rows
}

export function writesTable(rows: readonly (readonly string[])[]): string {
  return `${HEADING}\n\n${table(['Callers', 'bare upsert, a second', 'Tenfold, a second', 'ratio', 'target'], rows)}`
}
