import { parseArgs } from 'node:util'
import { findLeague, LEAGUE_IDS } from '../domain/league.ts'
import { practiceDay } from '../domain/practice-day.ts'
import { readConfig } from '../server/config.ts'
import { openPostgres } from '../server/storage/postgres/postgres-database.ts'
import { openSqlite } from '../server/storage/sqlite/sqlite-database.ts'
import { seedBoards } from './seed-boards.ts'

const MAX_PLAYERS = 10_000_000

/** The players to seed; throws a message for invalid options. */
function readOrder(args: readonly string[], nowMs: number) {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...args],
    options: { players: text, league: text, day: text, seed: text },
  })
  const players = Number(values.players ?? 1_000_000)
  const seed = Number(values.seed ?? 1)
  const league = findLeague(values.league ?? 'addition_facts')?.id
  const day = (values.day ?? 'today') === 'today' ? practiceDay(nowMs) : (values.day ?? '')
  if (!Number.isInteger(players) || players < 1 || players > MAX_PLAYERS) {
    throw new Error(`--players takes a whole number from 1 to ${MAX_PLAYERS}.`)
  }
  if (!Number.isInteger(seed) || seed < 0) throw new Error('--seed takes a whole number from 0 on.')
  if (!league) throw new Error(`--league takes one of ${LEAGUE_IDS.join(', ')}.`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new Error('--day takes today, or a date such as 2026-03-18.')
  return { players, seed, league, day, nowMs }
}

async function run(): Promise<void> {
  const order = readOrder(process.argv.slice(2), Date.now())
  const { dataDir, databaseUrl } = readConfig(process.env)
  const database = databaseUrl === null ? openSqlite({ dataDir }) : await openPostgres({ url: databaseUrl })
  const startedAt = performance.now()
  const seconds = (): string => ((performance.now() - startedAt) / 1000).toFixed(1)
  try {
    await seedBoards(database, {
      ...order,
      onProgress: (stored) => {
        if (stored % 100_000 === 0) console.log(`${stored} players after ${seconds()} s`)
      },
    })
    console.log(`${order.players} players in ${order.league} on ${order.day}, in ${seconds()} s.`)
  } finally {
    await database.close()
  }
}

try {
  await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
