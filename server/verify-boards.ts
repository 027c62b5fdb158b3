import { operate } from './open-installation.ts'
import { firstKeptDay } from './operations/retention.ts'
import { verifyBoards, type Difference } from './storage/sql/verify-boards.ts'

const MOST_LINES = 50

const shown = (count: number | null): string => (count === null ? 'no row' : String(count))

function lineOf({ day, league, what, kept, recomputed }: Difference): string {
  return `${day}  ${league ?? 'all leagues'}  ${what}: kept ${shown(kept)}, recomputed ${shown(recomputed)}`
}

// What retention has given up is left out: it may be half deleted.
await operate(async (database, config) => {
  const firstDay = firstKeptDay(Date.now(), config.guestRetentionDays)
  const { differences, more, rows, sessions } = await verifyBoards(database, firstDay, MOST_LINES)
  const lines = differences.map(lineOf)
  if (more) lines.push('… and more')
  const end = differences.length === 0 ? 'everything is equal.' : 'they differ.'
  lines.push(`Compared ${rows} rows with the ${sessions} sessions played since ${firstDay}: ${end}`)
  process.stdout.write(`${lines.join('\n')}\n`)
  return differences.length === 0 ? 0 : 1
})
