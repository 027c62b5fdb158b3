import type { RetiredToken, StudentTokens } from '../../../account/port.ts'
import type { Transaction } from '../../database.ts'
import { lockToken, markDeleted } from '../retention/deleted-player-rows.ts'
import { lockGuests } from '../practice/guest-rows.ts'

async function renameTokens(
  transaction: Transaction,
  newHashes: ReadonlyMap<string, string>,
  nowMs: number,
): Promise<void> {
  const { db } = transaction
  const known = await lockGuests(transaction, [...newHashes.keys()])
  // Sorted to prevent deadlocks.
  for (const [tokenHash, newHash] of [...newHashes].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (!known.has(tokenHash)) {
      await lockToken(transaction, tokenHash)
      // Deletes the placeholder row that `lockToken` may have inserted.
      const placeholder = db.deleteFrom('guest').where('token_hash', '=', tokenHash)
      await placeholder.where('public_id', '=', '').where('student_id', 'is', null).execute()
    }
    const guest = db.updateTable('guest').set({ token_hash: newHash })
    await guest.where('token_hash', '=', tokenHash).execute()
  }
  await markDeleted(transaction, [...newHashes.keys()], nowMs)
}

/**
 * Gives students new player tokens inside the caller's transaction: those of the next round, or of one that is at least
 * `leastRound`. A player's data is keyed by row id and stays; only the token hash of the row changes. The old token is marked like
 * a deleted player's (deleted-player-rows.ts), so that requests in flight do not create a player for it. Returns the retired
 * tokens. Skips students who no longer exist.
 */
export async function renewTokens(
  transaction: Transaction,
  students: readonly StudentTokens[],
  nowMs: number,
  leastRound = 0,
): Promise<RetiredToken[]> {
  const { db, dialect } = transaction
  const retired: RetiredToken[] = []
  const newHashes = new Map<string, string>()
  for (const { studentId, hashOf } of students) {
    const student = db.selectFrom('student').select('token_round').where('user_id', '=', studentId)
    const locked = student.$if(dialect === 'postgres', (query) => query.forNoKeyUpdate())
    const row = await locked.executeTakeFirst()
    if (!row) continue
    const round = row.token_round
    const next = Math.max(round + 1, leastRound)
    await db.updateTable('student').set({ token_round: next }).where('user_id', '=', studentId).execute()
    retired.push({ studentId, round })
    newHashes.set(hashOf(round), hashOf(next))
  }
  if (retired.length > 0) await renameTokens(transaction, newHashes, nowMs)
  return retired
}
