import { onTestFinished } from 'vitest'
import type { ClassRecord, NewChild } from '../../server/account/port.ts'
import type { Database } from '../../server/storage/database.ts'
import { sqlAccountStores, type AccountStores } from '../../server/storage/sql/accounts/account-stores.ts'

export const NOW_MS = 1_789_000_000_000

export const classOf = (id: string, ownerId: string, changes: Partial<ClassRecord> = {}): ClassRecord => ({
  id,
  ownerId,
  kind: 'class',
  name: `class ${id}`,
  code: `CODE${id}`,
  createdAtMs: NOW_MS,
  archivedAtMs: null,
  signInWindowUntilMs: null,
  zone: 'America/Los_Angeles',
  pinKind: 'digits',
  ...changes,
})

let requests = 0
export const newRequest = () => `request ${(requests += 1)}`

export const childOf = (id: string, name: string): NewChild => ({
  id,
  name,
  nickname: `Nick${id}`,
  sealedPin: `sealed ${id}`,
  consent: { version: 1, adultId: 'adult' },
  pinKind: 'digits',
})

/** The most classes that an owner has in these tests. */
export const MOST = 10

/** The stores of accounts over a database with two teachers and a parent. */
export async function openedAccounts(
  open: () => Promise<Database>,
): Promise<AccountStores & { engine: Database }> {
  const database = await open()
  onTestFinished(() => database.close())
  const people = [
    ['teacher', 'teacher'],
    ['other', 'teacher'],
    ['parent', 'parent'],
  ] as const
  await database.write(({ db }) =>
    db
      .insertInto('user')
      .values(
        people.map(([id, role]) => ({
          id,
          name: id,
          email: `${id}@x.example`,
          email_verified: 0,
          role,
          created_at_ms: NOW_MS,
          updated_at_ms: NOW_MS,
        })),
      )
      .execute(),
  )
  return { ...sqlAccountStores(database), engine: database }
}
