import { tokenHash } from '../server/guest/token.ts'
import { sqlLeaderboardStore, type LeaderboardStore } from '../server/storage/sql/boards/leaderboard-store.ts'
import { seededRandom } from '../domain/seeded-random.ts'
import { DAY, LEAGUE, SEEDED, type Filled } from './boards-databases.ts'
import { median, quantile, table } from './boards-figures.ts'
import { seededToken } from './seed-players.ts'

const HEADING = '[LB-40] Each read of a board takes at most 5 ms at the median with a million players.'

const MAX_MS = 5

type Read = (store: LeaderboardStore, tokenHashOfOne: string) => Promise<unknown>

const READS: Readonly<Record<string, Read>> = {
  'top 50': (store) => store.players(DAY, LEAGUE, 50),
  'own rank': (store, hash) => store.ownRow(DAY, LEAGUE, hash),
  neighbors: (store, hash) => store.neighbors(DAY, LEAGUE, hash),
  'states of a league': (store) => store.states(DAY, LEAGUE, 100),
  'states of all leagues': (store) => store.statesOfAllLeagues(DAY, 100),
  'daily stats': (store, hash) => store.dailyStats(DAY, hash),
}

export type ReadSettings = {
  readonly warmUps: number
  readonly slices: number
  readonly callsInSlice: number
}

type Measured = { readonly filled: Filled; readonly store: LeaderboardStore; readonly times: number[] }

/** Calls one after another, each for another player. */
async function slice(of: Measured, read: Read, calls: number, random: () => number): Promise<number[]> {
  const times: number[] = []
  for (let call = 0; call < calls; call += 1) {
    const hash = tokenHash(seededToken(SEEDED, Math.floor(random() * of.filled.players)))
    const startedAt = performance.now()
    await read(of.store, hash)
    times.push(performance.now() - startedAt)
  }
  return times
}

async function measure(
  read: Read,
  databases: readonly Filled[],
  settings: ReadSettings,
): Promise<number[][]> {
  const random = seededRandom(7)
  const measured = databases.map((filled) => ({
    filled,
    store: sqlLeaderboardStore(filled.database),
    times: [] as number[],
  }))
  for (const of of measured) await slice(of, read, settings.warmUps, random)
  // In turn, so that a slow second of the machine affects both sizes.
  for (let turn = 0; turn < settings.slices; turn += 1) {
    for (const of of measured) of.times.push(...(await slice(of, read, settings.callsInSlice, random)))
  }
  return measured.map(({ times }) => times)
}

/** Measures every read on a small and a large database of one engine; returns the rows of a table. */
export async function measureReads(
  small: Filled,
  large: Filled,
  settings: ReadSettings,
): Promise<readonly (readonly string[])[]> {
  const rows: string[][] = []
  for (const [name, read] of Object.entries(READS)) {
    const [few = [], many = []] = await measure(read, [small, large], settings)
    const ratio = median(many) / median(few)
    rows.push([
      `${name}, ${small.database.dialect}`,
      ...[few, many].flatMap((times) => [median(times).toFixed(3), quantile(times, 0.95).toFixed(3)]),
      ratio.toFixed(2),
      median(many) <= MAX_MS ? 'met' : 'MISSED',
    ])
  }
  return rows
}

export function readsTable(small: number, large: number, rows: readonly (readonly string[])[]): string {
  const sizes = [small, large].flatMap((players) => {
    const size = players.toLocaleString('en-US')
    return [`${size}: median, ms`, 'p95, ms']
  })
  return `${HEADING}\n\n${table(['Read', ...sizes, 'ratio', 'target'], rows)}`
}
