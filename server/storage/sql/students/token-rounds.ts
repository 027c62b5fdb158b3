import type { RetiredToken, StudentTokens } from '../../../account/port.ts'
import type { Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import { DeletedPlayerRows } from '../retention/deleted-player-rows.ts'
import { GuestRows } from '../practice/guest-rows.ts'
import { perDialect, queryBuilder, statement } from '../statement.ts'

type OfStudent = { studentId: string }
type OfToken = { tokenHash: string }

const statementsFor = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    hold: statement<OfStudent>()((values) =>
      db
        .selectFrom('student')
        .select('token_round')
        .where('user_id', '=', values.studentId)
        .$if(dialect === 'postgres', (query) => query.forNoKeyUpdate()),
    ),
    put: statement<OfStudent & { round: number }>()((values) =>
      db.updateTable('student').set({ token_round: values.round }).where('user_id', '=', values.studentId),
    ),
    // What takes a place is nobody's, and goes with the transaction.
    dropEmpty: statement<OfToken>()((values) =>
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
 * Gives students new player tokens inside somebody's transaction. What they have played stands under the number of their player's
 * row and stays; only the hash by which a token finds that row is another one. The old token is refused as that of a deleted
 * player is (deleted-player-rows.ts), so that nothing that is under way makes a player of it.
 */
export class TokenRounds {
  readonly #statements: ReturnType<typeof statementsFor>
  readonly #guests: GuestRows
  readonly #deletedPlayers: DeletedPlayerRows

  constructor(dialect: Dialect) {
    this.#statements = statementsFor(dialect)
    this.#guests = new GuestRows(dialect)
    this.#deletedPlayers = new DeletedPlayerRows(dialect)
  }

  /** Those tokens that are refused from now on. Students who are no more are left out. */
  async renew(
    transaction: Transaction,
    students: readonly StudentTokens[],
    nowMs: number,
  ): Promise<RetiredToken[]> {
    const retired: RetiredToken[] = []
    const newHashes = new Map<string, string>()
    for (const { studentId, hashOf } of students) {
      const row = await transaction.first(this.#statements.hold, { studentId })
      if (!row) continue
      const round = row.token_round
      await transaction.run(this.#statements.put, { studentId, round: round + 1 })
      retired.push({ studentId, round })
      newHashes.set(hashOf(round), hashOf(round + 1))
    }
    if (retired.length > 0) await this.#rename(transaction, newHashes, nowMs)
    return retired
  }

  async #rename(
    transaction: Transaction,
    newHashes: ReadonlyMap<string, string>,
    nowMs: number,
  ): Promise<void> {
    const known = await this.#guests.findToChange(transaction, [...newHashes.keys()])
    // In one order, as everything that two writers may want at the same time.
    for (const [tokenHash, newHash] of [...newHashes].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      if (!known.has(tokenHash)) {
        await this.#deletedPlayers.takePlace(transaction, tokenHash)
        await transaction.run(this.#statements.dropEmpty, { tokenHash })
      }
      await transaction.run(this.#statements.rename, { tokenHash, newHash })
    }
    await this.#deletedPlayers.note(transaction, [...newHashes.keys()], nowMs)
  }
}
