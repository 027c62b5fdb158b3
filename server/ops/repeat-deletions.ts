import { playerTokens } from '../account/player-tokens.ts'
import type { Deletion } from './deletion-log.ts'
import { tokenHash } from '../guest/token.ts'
import type { Database } from '../storage/database.ts'
import { sqlAccountStores } from '../storage/sql/accounts/account-stores.ts'
import { sqlRemovalStore } from '../storage/sql/retention/removal-store.ts'

/**
 * Deletes who was deleted after a backup was made, in the database that was restored from it. It may be done again. Gives the ids
 * of adults who stay because children are at home with them.
 */
export async function repeatDeletions(
  database: Database,
  secret: string,
  deletions: readonly Deletion[],
  nowMs: number,
): Promise<readonly string[]> {
  const { children, childData, adults } = sqlAccountStores(database)
  const { dataOf } = playerTokens({ secret, tokenHash, children })
  const guests = sqlRemovalStore(database)
  const idsOf = (kind: Deletion['kind']) =>
    new Set(deletions.flatMap((each) => (each.kind === kind ? [each.id] : [])))
  for (const id of idsOf('child')) {
    if (await children.findChild(id)) await childData.remove(await dataOf(id), nowMs)
  }
  // After the children: nobody is deleted who has some at home.
  const left: string[] = []
  for (const id of idsOf('adult')) if (!(await adults.remove(id))) left.push(id)
  for (const id of idsOf('guest')) await guests.remove(id)
  await database.scrub()
  return left
}
