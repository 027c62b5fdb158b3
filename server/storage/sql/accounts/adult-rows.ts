import { sql } from 'kysely'
import { USED_CODE } from '../../../account/port.ts'
import type { StoredRow } from '../../../student/port.ts'
import type { Transaction } from '../../database.ts'

/** Everything about an adult, by section of the data download; without passwords and secrets. */
export async function rowsOfAdult(
  { db }: Transaction,
  adultId: string,
): Promise<Record<string, readonly StoredRow[]>> {
  return {
    account: await db
      .selectFrom('user')
      .select(['id', 'role', 'name', 'email', 'email_verified', 'invited'])
      .select(['two_factor_enabled', 'created_at_ms', 'updated_at_ms'])
      .where('id', '=', adultId)
      .execute(),
    sign_ins: await db
      .selectFrom('session')
      .select(['device', 'created_at_ms', 'updated_at_ms', 'expires_at_ms'])
      .where('user_id', '=', adultId)
      .orderBy('created_at_ms')
      .orderBy('id')
      .execute(),
    passkeys: await db
      .selectFrom('passkey')
      .select(['name', 'created_at_ms'])
      .where('user_id', '=', adultId)
      .orderBy('created_at_ms')
      .orderBy('id')
      .execute(),
    last_seen: await db
      .selectFrom('person_seen')
      .select('seen_at_ms')
      .where('user_id', '=', adultId)
      .execute(),
    warnings: await db
      .selectFrom('retention_warning')
      .select(['step', 'at_ms'])
      .where('person_id', '=', adultId)
      .orderBy('step')
      .execute(),
    consents: await db
      .selectFrom('consent')
      .select(['version', 'kind', 'at_ms'])
      .where('user_id', '=', adultId)
      .orderBy('version')
      .execute(),
    classes: await db
      .selectFrom('school_class')
      .select(['id', 'kind', 'name', 'pin_kind', 'zone', 'school_days', 'announces'])
      .select(['created_at_ms', 'archived_at_ms'])
      .where('owner_id', '=', adultId)
      .orderBy('id')
      .execute(),
    linked_children: await db
      .selectFrom('guardian')
      .select(['student_id', 'in_weekly_mail'])
      .where('parent_id', '=', adultId)
      .orderBy('student_id')
      .execute(),
    weekly_mail: await db
      .selectFrom('weekly_mail')
      .select(['state', 'zone', 'first_names', 'slot', 'week', 'empty_weeks', 'retry_at_ms'])
      .where('parent_id', '=', adultId)
      .execute(),
    looked_at: await db
      .selectFrom('child_access')
      .select(['student_id', 'kind', 'at_ms'])
      .where('adult_id', '=', adultId)
      .orderBy('at_ms')
      .orderBy('student_id')
      .orderBy('kind')
      .execute(),
  }
}

/** Voids mailed links, whose value is the person's id or contains it as a JSON string, but leaves used codes (USED_CODE). */
export async function deleteLinks({ db }: Transaction, adultId: string): Promise<void> {
  await db
    .deleteFrom('verification')
    .where(({ eb, or }) => or([eb('value', '=', adultId), eb('value', 'like', `%"${adultId}"%`)]))
    .execute()
}

/** Rows that belong to a class, not to its children. */
const OF_CLASSES = ['child_request', 'class_holiday', 'assignment', 'class_goal'] as const

/** Referencing rows go before referenced ones. */
const OF_ADULT = [
  ['school_class', 'owner_id'],
  ['guardian', 'parent_id'],
  ['retention_warning', 'person_id'],
  ['person_seen', 'user_id'],
  ['consent', 'user_id'],
  ['weekly_mail', 'parent_id'],
  ['second_factor', 'user_id'],
  ['passkey', 'user_id'],
  ['session', 'user_id'],
  ['account', 'user_id'],
] as const

/** Deletes an adult with all classes, in which no children may be at home. */
export async function deleteAdult(transaction: Transaction, adultId: string): Promise<void> {
  const { db } = transaction
  const classes = db.selectFrom('school_class').select('id').where('owner_id', '=', adultId)
  for (const table of OF_CLASSES) await db.deleteFrom(table).where('class_id', 'in', classes).execute()
  for (const [table, column] of OF_ADULT)
    await db.deleteFrom(table).where(sql.ref(column), '=', adultId).execute()
  await deleteLinks(transaction, adultId)
  await db.deleteFrom('verification').where('value', '=', `${USED_CODE}${adultId}`).execute()
  await db.deleteFrom('user').where('id', '=', adultId).execute()
}
