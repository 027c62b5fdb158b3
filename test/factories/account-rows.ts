import { onTestFinished } from 'vitest'
import type { AccountStores, ClassRecord, NewChild } from '../../server/account/port.ts'
import type { Database } from '../../server/storage/database.ts'
import { sqlAccountStores } from '../../server/storage/sql/accounts/account-stores.ts'
import { queryBuilder, statement } from '../../server/storage/sql/statement.ts'

export const NOW_MS = 1_789_000_000_000

type Person = { id: string; email: string; role: string; now: number }

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
  const addPerson = statement<Person>()((values) =>
    queryBuilder(database.dialect).insertInto('user').values({
      id: values.id,
      name: values.id,
      email: values.email,
      email_verified: 0,
      role: values.role,
      created_at_ms: values.now,
      updated_at_ms: values.now,
    }),
  )
  await database.write(async (transaction) => {
    for (const [id, role] of [
      ['teacher', 'teacher'],
      ['other', 'teacher'],
      ['parent', 'parent'],
    ] as const) {
      await transaction.run(addPerson, { id, email: `${id}@x.example`, role, now: NOW_MS })
    }
  })
  return { ...sqlAccountStores(database), engine: database }
}
