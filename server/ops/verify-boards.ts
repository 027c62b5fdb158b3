import type { CommandOutput } from './removal.ts'
import { firstKeptDay } from './retention.ts'
import type { Database } from '../storage/database.ts'
import { verifyBattles, type BattleDifference } from '../storage/sql/battles/verify-battles.ts'
import { verifyBoards, type Difference } from '../storage/sql/boards/verify-boards.ts'

const MAX_LINES = 50

const countText = (count: number | null): string => (count === null ? 'no row' : String(count))

function lineOf({ day, league, what, stored, recomputed }: Difference): string {
  return `${day}  ${league ?? 'all leagues'}  ${what}: stored ${countText(stored)}, recomputed ${countText(recomputed)}`
}

function battleLineOf({ what, stored, recomputed }: BattleDifference): string {
  return `battles  ${what}: stored ${countText(stored)}, recomputed ${countText(recomputed)}`
}

const verdictOf = (count: number): string => (count === 0 ? 'no differences.' : 'they differ.')

/** Recomputes boards and battle totals from what is stored, and lists the differences. */
export async function verifyAll(database: Database, guestRetentionDays: number): Promise<CommandOutput> {
  // Days before the first kept one may be partially deleted.
  const firstDay = firstKeptDay(Date.now(), guestRetentionDays)
  const boards = await verifyBoards(database, firstDay, MAX_LINES)
  const battles = await verifyBattles(database, MAX_LINES - boards.differences.length)
  const lines = [...boards.differences.map(lineOf), ...battles.differences.map(battleLineOf)]
  if (boards.more || battles.more) lines.push('… and more')
  const { rows, sessions } = boards
  lines.push(
    `Compared ${rows} rows with the ${sessions} sessions played since ${firstDay}: ${verdictOf(boards.differences.length)}`,
    `Compared ${battles.totals} totals with ${battles.battles} battles: ${verdictOf(battles.differences.length + Number(battles.more))}`,
  )
  const isRight = boards.differences.length === 0 && battles.differences.length === 0 && !battles.more
  return { lines, exitCode: isRight ? 0 : 1 }
}
