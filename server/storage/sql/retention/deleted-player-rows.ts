import { createHash } from 'node:crypto'
import { PlayersDeleted } from '../../../guest/port.ts'
import type { Transaction } from '../../database.ts'

/*
 * Prevents requests in flight from recreating deleted players (ADR 0024). A deletion first locks the token's row, and thus waits for
 * transactions that are inserting the player. An insertion looks for marks afterwards, and thus sees deletions.
 */

/** A one-way hash of the token hash, which occurs in no other row and identifies no one. */
function markOf(tokenHash: string): string {
  return createHash('sha256').update(`deleted ${tokenHash}`).digest('base64url')
}

const NOBODY = {
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
}

/** Until the transaction ends, no one else can insert a player with this token. Inserts an empty row if there is none. */
export async function lockToken({ db }: Transaction, tokenHash: string): Promise<void> {
  await db
    .insertInto('guest')
    .values({ token_hash: tokenHash, ...NOBODY })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .execute()
}

/** Marks players as deleted. */
export async function markDeleted(
  { db }: Transaction,
  tokenHashes: readonly string[],
  nowMs: number,
): Promise<void> {
  if (tokenHashes.length === 0) return
  await db
    .insertInto('forgotten_player')
    .values(tokenHashes.map((tokenHash) => ({ mark: markOf(tokenHash), forgotten_at_ms: nowMs })))
    .onConflict((conflict) => conflict.column('mark').doNothing())
    .execute()
}

/** Whether the player was deleted recently. */
export async function wasDeleted({ db }: Transaction, tokenHash: string): Promise<boolean> {
  const mark = db.selectFrom('forgotten_player').select('mark').where('mark', '=', markOf(tokenHash))
  return (await mark.executeTakeFirst()) !== undefined
}

/** Throws PlayersDeleted if the player that this transaction has just inserted was deleted before. */
export async function throwIfDeleted(transaction: Transaction, tokenHash: string): Promise<void> {
  if (await wasDeleted(transaction, tokenHash)) throw new PlayersDeleted(new Set([tokenHash]))
}
