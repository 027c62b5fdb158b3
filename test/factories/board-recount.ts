import { sql } from 'kysely'
import type { Database } from '../../server/storage/database.ts'
import { openSqlite } from '../../server/storage/sqlite/sqlite-database.ts'
import { boardNumber, boardOf } from '../../server/storage/sql/boards/board-number.ts'

type Row = Readonly<Record<string, number | string | null>>
type Sums = Record<string, number>

const TABLES = ['daily_score', 'score_count', 'state_score', 'state_day'] as const

const dayOf = (row: Row): string => boardOf(Number(row['board'])).day

/** Adds up numbers by key. */
class Totals {
  readonly all = new Map<string, Sums>()

  at(key: string): Sums {
    const known = this.all.get(key) ?? {}
    this.all.set(key, known)
    return known
  }

  add(key: string, more: Sums): void {
    const known = this.at(key)
    for (const [name, by] of Object.entries(more)) known[name] = by + (known[name] ?? 0)
  }
}

const pick = (row: Row, names: readonly string[]): Sums =>
  Object.fromEntries(names.map((name) => [name, Number(row[name])]))

/** When the last session that raised the score was played, or the first session if none did. */
function reachedAtMs(sessions: readonly Row[]): number {
  const raising = sessions.filter(({ score }) => Number(score) > 0)
  const times = (raising.length > 0 ? raising : sessions).map((row) => Number(row['played_at_ms']))
  return raising.length > 0 ? Math.max(...times) : Math.min(...times)
}

function recount(sessions: readonly Row[], guests: readonly Row[], stored: readonly Row[]): Totals {
  const totals = new Totals()
  const guestOf = new Map(guests.map((guest) => [guest['id'], guest]))
  const stateThen = new Map(stored.map((row) => [`${row['guest_id']} ${dayOf(row)}`, row['state']]))
  const byPlayer = new Map<string, Row[]>()
  for (const row of sessions) {
    const player = `${row['board']} ${row['guest_id']}`
    byPlayer.set(player, [...(byPlayer.get(player) ?? []), row])
  }
  for (const [player, own] of byPlayer) {
    const [first] = own as [Row]
    const guest = guestOf.get(first['guest_id'] ?? null)
    const [day, hidden] = [dayOf(first), Number(guest?.['hidden'])]
    const isToday = guest?.['last_active_day'] === day
    const state = (isToday ? guest['state'] : stateThen.get(`${first['guest_id']} ${day}`)) ?? ''
    const key = `daily_score ${player} ${state}`
    for (const row of own) totals.add(key, pick(row, ['score', 'problems_solved', 'correct_answers']))
    totals.add(key, { sessions: own.length, reached_at_ms: reachedAtMs(own), hidden })
    const { score = 0, problems_solved: problems = 0 } = totals.at(key)
    if (hidden === 1) continue
    totals.add(`score_count ${first['board']} ${score}`, { players: 1 })
    if (state === '') continue
    const ofState = `state_score ${first['board']} ${state}`
    totals.add(ofState, { players: 1, problems_solved: problems, score })
    totals.at(ofState)['top_score'] = Math.max(score, totals.at(ofState)['top_score'] ?? 0)
    const isFirst = !totals.all.has(`counted ${first['guest_id']} ${day}`)
    totals.at(`counted ${first['guest_id']} ${day}`)
    totals.add(`state_day ${day} ${state}`, { players: isFirst ? 1 : 0, score })
  }
  for (const key of totals.all.keys()) if (key.startsWith('counted')) totals.all.delete(key)
  return totals
}

const COLUMNS = {
  daily_score: [
    ['board', 'guest_id', 'state'],
    ['score', 'problems_solved', 'correct_answers', 'sessions', 'reached_at_ms', 'hidden'],
  ],
  score_count: [['board', 'points'], ['players']],
  state_score: [
    ['board', 'state'],
    ['players', 'problems_solved', 'score', 'top_score'],
  ],
  state_day: [
    ['practice_day', 'state'],
    ['players', 'score'],
  ],
} as const

/**
 * Counts all boards again, in memory, from the sessions of `firstDay` and later, and returns the rows that differ from the stored
 * ones, and the number of sessions.
 */
export function recountBoards(
  database: Database,
  firstDay: string,
): Promise<{ differences: unknown[]; sessions: number }> {
  const firstBoard = boardNumber({ day: firstDay, league: 'addition_facts' }) - 1
  return database.view(async ({ db }) => {
    const rowsOf = async (table: string): Promise<Row[]> => {
      const { rows } = await sql<Row>`select * from ${sql.table(table)}`.execute(db)
      return rows.filter((row) =>
        table === 'state_day'
          ? String(row['practice_day']) >= firstDay
          : table === 'guest' || Number(row['board']) >= firstBoard,
      )
    }
    const [sessions, guests] = [await rowsOf('practice_result'), await rowsOf('guest')]
    const { all: made } = recount(sessions, guests, await rowsOf('daily_score'))
    const found = new Map<string, Sums>()
    for (const table of TABLES) {
      const [keys, numbers] = COLUMNS[table]
      for (const row of await rowsOf(table)) {
        if (table === 'score_count' && row['players'] === 0) continue
        found.set(`${table} ${keys.map((name) => row[name]).join(' ')}`, pick(row, numbers))
      }
    }
    const keys = [...new Set([...made.keys(), ...found.keys()])]
    const text = (sums: Sums | undefined) => JSON.stringify(Object.entries(sums ?? {}).toSorted())
    const differences = keys
      .map((row) => ({ row, stored: found.get(row), recounted: made.get(row) }))
      .filter(({ stored, recounted }) => text(stored) !== text(recounted))
    return { differences, sessions: sessions.length }
  })
}

/** What differs in an installation's embedded database, of all days. */
export async function wrongBoards(dataDir: string): Promise<unknown[]> {
  const database = openSqlite({ dataDir })
  const { differences } = await recountBoards(database, '2020-01-01')
  await database.close()
  return differences
}
