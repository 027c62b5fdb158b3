import type { RetiredToken, StudentTokens } from '../../../account/port.ts'
import type { Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import { lockToken, markDeleted } from '../retention/deleted-player-rows.ts'
import { lockGuests } from '../practice/guest-rows.ts'
import { perDialect, queryBuilder, statement } from '../statement.ts'

type OfStudent = { studentId: string }
type OfToken = { tokenHash: string }

const statementsFor = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    lock: statement<OfStudent>()((values) =>
      db
        .selectFrom('student')
        .select('token_round')
        .where('user_id', '=', values.studentId)
        .$if(dialect === 'postgres', (query) => query.forNoKeyUpdate()),
    ),
    put: statement<OfStudent & { round: number }>()((values) =>
      db.updateTable('student').set({ token_round: values.round }).where('user_id', '=', values.studentId),
    ),
    // Deletes the placeholder row that `lockToken` may have inserted.
    deletePlaceholder: statement<OfToken>()((values) =>
      db
        .deleteFrom('guest')
        .where('token_hash', '=', values.tokenHash)
        .where('public_id', '=', '')
        .where('student_id', 'is', null),
    ),
    rename: statement<OfToken & { newHash: string }>()((values) =>
      db.updateTable('guest').set({ token_hash: values.newHash }).where('token_hash', '=', values.tokenHash),
    ),
  }
})

/**
 * Gives students new player tokens inside the caller's transaction. A player's data is keyed by row id and stays; only the token
 * hash of the row changes. The old token is marked like a deleted player's (deleted-player-rows.ts), so that requests in flight do
 * not create a player for it.
 */
export class TokenRounds {
  readonly #statements: ReturnType<typeof statementsFor>

  constructor(dialect: Dialect) {
    this.#statements = statementsFor(dialect)
  }

  /** Starts the next round, or one that is at least `leastRound`. Returns the retired tokens. Skips students who no longer exist. */
  async renew(
    transaction: Transaction,
    students: readonly StudentTokens[],
    nowMs: number,
    leastRound = 0,
  ): Promise<RetiredToken[]> {
    const retired: RetiredToken[] = []
    const newHashes = new Map<string, string>()
    for (const { studentId, hashOf } of students) {
      const row = await transaction.first(this.#statements.lock, { studentId })
      if (!row) continue
      const round = row.token_round
      const next = Math.max(round + 1, leastRound)
      await transaction.run(this.#statements.put, { studentId, round: next })
      retired.push({ studentId, round })
      newHashes.set(hashOf(round), hashOf(next))
    }
    if (retired.length > 0) await this.#rename(transaction, newHashes, nowMs)
    return retired
  }

  async #rename(
    transaction: Transaction,
    newHashes: ReadonlyMap<string, string>,
    nowMs: number,
  ): Promise<void> {
    const known = await lockGuests(transaction, [...newHashes.keys()])
    // Sorted to prevent deadlocks.
    for (const [tokenHash, newHash] of [...newHashes].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      if (!known.has(tokenHash)) {
        await lockToken(transaction, tokenHash)
        await transaction.run(this.#statements.deletePlaceholder, { tokenHash })
      }
      await transaction.run(this.#statements.rename, { tokenHash, newHash })
    }
    await markDeleted(transaction, [...newHashes.keys()], nowMs)
  }
}
