import type { StoredRow } from '../../../account/port.ts'
import type { Dialect } from '../../dialect.ts'
import { queryBuilder, statement, type Statement } from '../statement.ts'

type OfAdult = { adultId: string }

const CLASS_COLUMNS = [
  'id',
  'kind',
  'name',
  'pin_kind',
  'zone',
  'school_days',
  'announces',
  'created_at_ms',
  'archived_at_ms',
] as const

/** The classes of an adult, and those shared with it or by it. */
const classRowStatements = (dialect: Dialect) => {
  const db = queryBuilder(dialect)
  return {
    classes: statement<OfAdult>()((values) =>
      db
        .selectFrom('school_class')
        .select(CLASS_COLUMNS)
        .where('owner_id', '=', values.adultId)
        .orderBy('id'),
    ),
  }
}

/** Statements for an adult's data download, by section. They never return passwords or secrets. */
export function adultRowStatements(
  dialect: Dialect,
): Readonly<Record<string, Statement<OfAdult, StoredRow>>> {
  const db = queryBuilder(dialect)
  return {
    account: statement<OfAdult>()((values) =>
      db
        .selectFrom('user')
        .select([
          'id',
          'role',
          'name',
          'email',
          'email_verified',
          'invited',
          'two_factor_enabled',
          'created_at_ms',
          'updated_at_ms',
        ])
        .where('id', '=', values.adultId),
    ),
    sign_ins: statement<OfAdult>()((values) =>
      db
        .selectFrom('session')
        .select(['device', 'created_at_ms', 'updated_at_ms', 'expires_at_ms'])
        .where('user_id', '=', values.adultId)
        .orderBy('created_at_ms')
        .orderBy('id'),
    ),
    passkeys: statement<OfAdult>()((values) =>
      db
        .selectFrom('passkey')
        .select(['name', 'created_at_ms'])
        .where('user_id', '=', values.adultId)
        .orderBy('created_at_ms')
        .orderBy('id'),
    ),
    last_seen: statement<OfAdult>()((values) =>
      db.selectFrom('person_seen').select('seen_at_ms').where('user_id', '=', values.adultId),
    ),
    warnings: statement<OfAdult>()((values) =>
      db
        .selectFrom('retention_warning')
        .select(['step', 'at_ms'])
        .where('person_id', '=', values.adultId)
        .orderBy('step'),
    ),
    consents: statement<OfAdult>()((values) =>
      db
        .selectFrom('consent')
        .select(['version', 'kind', 'at_ms'])
        .where('user_id', '=', values.adultId)
        .orderBy('version'),
    ),
    ...childrenStatements(dialect),
  }
}

/** What an adult has to do with children. */
function childrenStatements(dialect: Dialect): Readonly<Record<string, Statement<OfAdult, StoredRow>>> {
  const db = queryBuilder(dialect)
  return {
    ...classRowStatements(dialect),
    linked_children: statement<OfAdult>()((values) =>
      db
        .selectFrom('guardian')
        .select(['student_id', 'in_weekly_mail'])
        .where('parent_id', '=', values.adultId)
        .orderBy('student_id'),
    ),
    weekly_mail: statement<OfAdult>()((values) =>
      db
        .selectFrom('weekly_mail')
        .select(['state', 'zone', 'first_names', 'slot', 'week', 'empty_weeks', 'retry_at_ms'])
        .where('parent_id', '=', values.adultId),
    ),
    looked_at: statement<OfAdult>()((values) =>
      db
        .selectFrom('child_access')
        .select(['student_id', 'kind', 'at_ms'])
        .where('adult_id', '=', values.adultId)
        .orderBy('at_ms')
        .orderBy('student_id')
        .orderBy('kind'),
    ),
  }
}
