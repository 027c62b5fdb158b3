import { perDialect, queryBuilder, statement } from '../statement.ts'
import type { StudentTokens } from '../../../account/port.ts'
import type { Database } from '../../database.ts'
import { TokenRounds } from '../students/token-rounds.ts'

/** Sign-in sessions, and what can be used once: links in emails, codes for parents, invitations. */
const TABLES = ['session', 'verification', 'link_code', 'invitation'] as const
/** Students per transaction. */
const MAX_BATCH_ROWS = 200

const statementsFor = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    deletions: TABLES.map((table) =>
      statement<Record<string, never>>()(() => db.deleteFrom(table as 'session')),
    ),
    students: statement<{ after: string }>()(({ after }) =>
      db
        .selectFrom('student')
        .select('user_id')
        .where('user_id', '>', after)
        .orderBy('user_id')
        .limit(MAX_BATCH_ROWS),
    ),
  }
})

/**
 * Signs everybody out of a restored database, and voids all tokens and codes that were in it. Students' new tokens are of a round
 * named by the time, because the rounds after the backup's were used too.
 */
export async function endAllSignIns(
  database: Database,
  tokensOf: (studentId: string) => StudentTokens,
  nowMs: number,
): Promise<void> {
  const { deletions, students } = statementsFor(database.dialect)
  const rounds = new TokenRounds(database.dialect)
  await database.write(async (transaction) => {
    for (const deletion of deletions) await transaction.run(deletion, {})
  })
  const round = Math.floor(nowMs / 1000)
  for (let after: string | undefined = ''; after !== undefined;) {
    const from: string = after
    const rows = await database.read((transaction) => transaction.all(students, { after: from }))
    const tokens = rows.map((row) => tokensOf(row.user_id))
    await database.write((transaction) => rounds.renew(transaction, tokens, nowMs, round))
    after = rows.at(-1)?.user_id
  }
}
