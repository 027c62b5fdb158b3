import { createHash } from 'node:crypto'
import { PlayersDeleted } from '../../../guest/port.ts'
import type { Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import { insertSent, isSent, toJson } from '../json-rows.ts'
import { perDialect, queryBuilder, statement } from '../statement.ts'

type Rows = { rows: string }

/** What is kept of the hash of a deleted player's token: no other row has it, and it leads back to nobody. */
function markOf(tokenHash: string): string {
  return createHash('sha256').update(`deleted ${tokenHash}`).digest('base64url')
}

const statementsFor = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    lockToken: statement<{ tokenHash: string }>()((values) =>
      db
        .insertInto('guest')
        .values({
          token_hash: values.tokenHash,
          public_id: '',
          nickname: '',
          location: '',
          country: '',
          state: '',
          profile_at_ms: 0,
          last_active_day: '',
          seconds_played: 0,
          pace_full_at_ms: 0,
          created_at_ms: 0,
        })
        .onConflict((conflict) => conflict.column('token_hash').doNothing()),
    ),
    markDeleted: statement<Rows>()((values) =>
      insertSent(dialect, 'forgotten_player', values.rows, {
        mark: 'text',
        forgotten_at_ms: 'integer',
      }).onConflict((conflict) => conflict.column('mark').doNothing()),
    ),
    among: statement<Rows>()((values) =>
      db
        .selectFrom('forgotten_player')
        .select('mark')
        .where(isSent(dialect, values.rows, { mark: 'text' })),
    ),
  }
})

/**
 * Keeps deleted players from coming back with what another process has under way (ADR 0024). Who deletes takes the place of the
 * token first, and so waits for who is just making the player; who makes a player looks afterwards, and so sees who deleted it.
 */
export class DeletedPlayerRows {
  readonly #statements: ReturnType<typeof statementsFor>

  constructor(dialect: Dialect) {
    this.#statements = statementsFor(dialect)
  }

  /** From now on until the transaction has ended nobody else makes a player of this token; there is a row of it, perhaps an empty one. */
  async lockToken(transaction: Transaction, tokenHash: string): Promise<void> {
    await transaction.run(this.#statements.lockToken, { tokenHash })
  }

  /** Notes that the players of these tokens are deleted. */
  async markDeleted(transaction: Transaction, tokenHashes: readonly string[], nowMs: number): Promise<void> {
    if (tokenHashes.length === 0) return
    const rows = tokenHashes.map((tokenHash) => ({ mark: markOf(tokenHash), forgotten_at_ms: nowMs }))
    await transaction.run(this.#statements.markDeleted, { rows: toJson(rows) })
  }

  /** Whether the player of this token was deleted. */
  async has(transaction: Transaction, tokenHash: string): Promise<boolean> {
    const rows = toJson([{ mark: markOf(tokenHash) }])
    return (await transaction.first(this.#statements.among, { rows })) !== undefined
  }

  /** Throws PlayersDeleted where some of the players that this transaction has just made were deleted before. */
  async throwIfDeleted(transaction: Transaction, tokenHashes: readonly string[]): Promise<void> {
    if (tokenHashes.length === 0) return
    const hashOf = new Map(tokenHashes.map((tokenHash) => [markOf(tokenHash), tokenHash]))
    const rows = [...hashOf.keys()].map((mark) => ({ mark }))
    const found = await transaction.all(this.#statements.among, { rows: toJson(rows) })
    if (found.length === 0) return
    throw new PlayersDeleted(new Set(found.flatMap(({ mark }) => hashOf.get(mark) ?? [])))
  }
}
