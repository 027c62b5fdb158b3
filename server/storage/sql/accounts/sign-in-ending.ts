import type { StudentTokens } from '../../../account/port.ts'
import type { Database } from '../../database.ts'
import { renewTokens } from '../students/token-rounds.ts'

/** Sign-in sessions, and what can be used once: links in emails, codes for parents, invitations. */
const TABLES = ['session', 'verification', 'link_code', 'invitation'] as const
/** Students per transaction. */
const MAX_BATCH_ROWS = 200

/**
 * Signs everybody out of a restored database, and voids all tokens and codes that were in it. Students' new tokens are of a round
 * named by the time, because the rounds after the backup's were used too.
 */
export async function endAllSignIns(
  database: Database,
  tokensOf: (studentId: string) => StudentTokens,
  nowMs: number,
): Promise<void> {
  await database.write(async ({ db }) => {
    for (const table of TABLES) await db.deleteFrom(table).execute()
  })
  const round = Math.floor(nowMs / 1000)
  for (let after: string | undefined = ''; after !== undefined;) {
    const from: string = after
    const rows = await database.read(({ db }) =>
      db
        .selectFrom('student')
        .select('user_id')
        .where('user_id', '>', from)
        .orderBy('user_id')
        .limit(MAX_BATCH_ROWS)
        .execute(),
    )
    const tokens = rows.map((row) => tokensOf(row.user_id))
    await database.write((transaction) => renewTokens(transaction, tokens, nowMs, round))
    after = rows.at(-1)?.user_id
  }
}
