import { createHash } from 'node:crypto'
import { DatabaseSync } from '@photostructure/sqlite'
import { leagueOf } from '../../server/storage/sql/boards/board-number.ts'
import { databaseFile } from '../factories/server-process.ts'

/** One finished session as stored in the server's database. */
export type StoredResult = {
  readonly league: string
  readonly score: number
  readonly problemsSolved: number
  readonly correctAnswers: number
}

/** The sessions the server has stored for this player, in the order they arrived. Reads the database file itself. */
export function storedResults(dataDir: string, sessionToken: string): StoredResult[] {
  const database = new DatabaseSync(databaseFile(dataDir), { readOnly: true })
  try {
    const hash = createHash('sha256').update(sessionToken).digest('hex')
    return database
      .prepare(
        `select practice_result.board, score, problems_solved as problemsSolved, correct_answers as correctAnswers
         from practice_result join guest on guest.id = practice_result.guest_id
         where guest.token_hash = ? order by practice_result.stored_at_ms`,
      )
      .all(hash)
      .map((row) => {
        const { board, ...result } = row as { board: number } & Omit<StoredResult, 'league'>
        return { ...result, league: leagueOf(board) ?? '' }
      })
  } finally {
    database.close()
  }
}

/** The seconds of practice the server knows of today; 0 for a player it does not know. */
export async function storedSeconds(origin: string, sessionToken: string): Promise<number> {
  const answer = await fetch(`${origin}/api/guest/session/${sessionToken}`)
  if (answer.status === 404) return 0
  const day: { timePlayedToday: number } = await answer.json()
  return day.timePlayedToday
}
