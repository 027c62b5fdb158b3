import { createHash } from 'node:crypto'
import { PlayersDeleted } from '../../../guest/port.ts'
import type { Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import { insertSent, isSent, toJson } from '../json-rows.ts'
import { perDialect, queryBuilder, statement } from '../statement.ts'

type Rows = { rows: string }

/** A one-way hash of the token hash, which occurs in no other row and identifies no one. */
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
 * Prevents requests in flight from recreating deleted players (ADR 0024). A deletion first locks the token's row, and thus waits for
 * transactions that are inserting the player. An insertion looks for marks afterwards, and thus sees deletions.
 */
export class DeletedPlayerRows {
  readonly #statements: ReturnType<typeof statementsFor>

  constructor(dialect: Dialect) {
    this.#statements = statementsFor(dialect)
  }

  /** Until the transaction ends, no one else can insert a player with this token. Inserts an empty row if there is none. */
  async lockToken(transaction: Transaction, tokenHash: string): Promise<void> {
    await transaction.run(this.#statements.lockToken, { tokenHash })
  }

  async markDeleted(transaction: Transaction, tokenHashes: readonly string[], nowMs: number): Promise<void> {
    if (tokenHashes.length === 0) return
    const rows = tokenHashes.map((tokenHash) => ({ mark: markOf(tokenHash), forgotten_at_ms: nowMs }))
    await transaction.run(this.#statements.markDeleted, { rows: toJson(rows) })
  }

  async has(transaction: Transaction, tokenHash: string): Promise<boolean> {
    const rows = toJson([{ mark: markOf(tokenHash) }])
    return (await transaction.first(this.#statements.among, { rows })) !== undefined
  }

  /** Throws PlayersDeleted if any of the players that this transaction has just inserted was deleted before. */
  async throwIfDeleted(transaction: Transaction, tokenHashes: readonly string[]): Promise<void> {
    if (tokenHashes.length === 0) return
    const hashOf = new Map(tokenHashes.map((tokenHash) => [markOf(tokenHash), tokenHash]))
    const rows = [...hashOf.keys()].map((mark) => ({ mark }))
    const found = await transaction.all(this.#statements.among, { rows: toJson(rows) })
    if (found.length === 0) return
    throw new PlayersDeleted(new Set(found.flatMap(({ mark }) => hashOf.get(mark) ?? [])))
  }
}
