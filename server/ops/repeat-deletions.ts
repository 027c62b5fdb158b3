import { playerTokens } from '../account/player-tokens.ts'
import type { Deletion, DeletionLogContent } from './deletion-log.ts'
import { tokenHash } from '../guest/token.ts'
import type { Database } from '../storage/database.ts'
import { sqlAccountStores } from '../storage/sql/accounts/account-stores.ts'
import { sqlRemovalStore } from '../storage/sql/retention/removal-store.ts'

/** The ids of links whose end is the last that is known of them. */
function endedLinks(deletions: DeletionLogContent['deletions']): string[] {
  const lastOf = new Map<string, DeletionLogContent['deletions'][number]>()
  for (const each of deletions) {
    if (each.kind !== 'unlinked' && each.kind !== 'linked') continue
    if (each.atMs >= (lastOf.get(each.id)?.atMs ?? 0)) lastOf.set(each.id, each)
  }
  return [...lastOf.values()].flatMap(({ kind, id }) => (kind === 'unlinked' ? [id] : []))
}

/** Repeats deletions in a restored database; idempotent. Returns the ids of adults who stay because they have children at home. */
export async function repeatDeletions(
  database: Database,
  secret: string,
  deletions: DeletionLogContent['deletions'],
  nowMs: number,
): Promise<readonly string[]> {
  const { children, childData, adults } = sqlAccountStores(database)
  const { dataKeysOf } = playerTokens({ secret, tokenHash, children })
  const guests = sqlRemovalStore(database)
  const idsOf = (kind: Deletion['kind']) =>
    new Set(deletions.flatMap((each) => (each.kind === kind ? [each.id] : [])))
  for (const id of idsOf('child')) {
    if (await children.findChild(id)) await childData.remove(await dataKeysOf(id), nowMs)
  }
  // After the children, because adults with children at home are not deleted.
  const remaining: string[] = []
  for (const id of idsOf('adult')) if (!(await adults.remove(id))) remaining.push(id)
  for (const id of idsOf('guest')) await guests.remove(id)
  for (const id of endedLinks(deletions)) {
    const [parentId = '', studentId = ''] = id.split(':')
    await children.removeGuardian(studentId, parentId)
  }
  await database.scrub()
  return remaining
}
