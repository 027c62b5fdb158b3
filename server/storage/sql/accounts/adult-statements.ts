import { sql } from 'kysely'
import { USED_CODE } from '../../../account/port.ts'
import { deletion, perDialect, queryBuilder, statement } from '../statement.ts'

/** Rows that belong to a class, not to its children. */
const OF_CLASSES = ['child_request', 'class_holiday', 'assignment', 'class_goal'] as const

type OfAdult = { adultId: string }
type OfEmail = { email: string }

export const readingStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    person: statement<{ sessionId: string; nowMs: number }>()((values) =>
      db
        .selectFrom('session')
        .innerJoin('user', 'user.id', 'session.user_id')
        .select(['user.id', 'user.name', 'user.role'])
        .where('session.id', '=', values.sessionId)
        .where('session.expires_at_ms', '>', values.nowMs),
    ),
    // Updates at most once a day. Selecting from `user` avoids inserting a row for a person deleted meanwhile.
    saw: statement<{ personId: string; nowMs: number; dayAgoMs: number }>()((values) =>
      db
        .insertInto('person_seen')
        .columns(['user_id', 'seen_at_ms'])
        .expression((eb) =>
          eb
            .selectFrom('user')
            .select(['user.id', sql<number>`cast(${values.nowMs} as bigint)`.as('seen_at_ms')])
            .where('user.id', '=', values.personId),
        )
        .onConflict((conflict) =>
          conflict
            .column('user_id')
            .doUpdateSet(({ ref }) => ({ seen_at_ms: ref('excluded.seen_at_ms') }))
            .where('person_seen.seen_at_ms', '<', values.dayAgoMs),
        ),
    ),
    credential: statement<OfAdult>()((values) =>
      db
        .selectFrom('user')
        .leftJoin('account', (join) =>
          join.onRef('account.user_id', '=', 'user.id').on('account.provider_id', '=', 'credential'),
        )
        .select(['user.email', 'account.password'])
        .where('user.id', '=', values.adultId),
    ),
    byEmail: statement<OfEmail>()((values) =>
      db
        .selectFrom('user')
        .leftJoin('account', (join) =>
          join.onRef('account.user_id', '=', 'user.id').on('account.provider_id', '=', 'credential'),
        )
        .select(['user.id', 'account.password'])
        .where('user.email', '=', values.email)
        .where('user.role', '!=', 'student'),
    ),
    passkeys: statement<OfAdult>()((values) =>
      db
        .selectFrom('passkey')
        .select(['id', 'name', 'created_at_ms'])
        .where('user_id', '=', values.adultId)
        .orderBy('created_at_ms')
        .orderBy('id'),
    ),
    twoStepSignIn: statement<OfAdult>()((values) =>
      db.selectFrom('second_factor').select('verified').where('user_id', '=', values.adultId),
    ),
    standing: statement<OfAdult>()((values) =>
      db.selectFrom('user').select(['email_verified', 'invited']).where('id', '=', values.adultId),
    ),
    sessions: statement<OfAdult & { nowMs: number }>()((values) =>
      db
        .selectFrom('session')
        .select(['id', 'device', 'created_at_ms', 'updated_at_ms'])
        .where('user_id', '=', values.adultId)
        .where('expires_at_ms', '>', values.nowMs)
        .orderBy('updated_at_ms', 'desc')
        .orderBy('id'),
    ),
  }
})

/** Voids mailed links, whose value is the person's id or contains it as a JSON string, but leaves used codes (USED_CODE). */
const deleteLinks = perDialect((dialect) => {
  return statement<OfAdult>()((values) =>
    queryBuilder(dialect)
      .deleteFrom('verification')
      .where((eb) =>
        eb.or([
          eb('value', '=', values.adultId),
          eb('value', 'like', sql<string>`'%"' || cast(${values.adultId} as text) || '"%'`),
        ]),
      ),
  )
})

export const securityStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    deleteLinks: deleteLinks(dialect),
    deletePasskeys: deletion(dialect, 'passkey', 'user_id', 'adultId'),
    deleteTwoStepSignIn: deletion(dialect, 'second_factor', 'user_id', 'adultId'),
    deletePasskey: statement<OfAdult & { passkeyId: string }>()((values) =>
      db.deleteFrom('passkey').where('user_id', '=', values.adultId).where('id', '=', values.passkeyId),
    ),
    disableTwoStepSignIn: statement<OfAdult>()((values) =>
      db.updateTable('user').set({ two_factor_enabled: 0 }).where('id', '=', values.adultId),
    ),
    verify: statement<OfAdult>()((values) =>
      db.updateTable('user').set({ email_verified: 1 }).where('id', '=', values.adultId),
    ),
    addInvitation: statement<{ codeHash: string; expiresAtMs: number }>()((values) =>
      db.insertInto('invitation').values({ code_hash: values.codeHash, expires_at_ms: values.expiresAtMs }),
    ),
    useInvitation: statement<{ codeHash: string; nowMs: number }>()((values) =>
      db
        .deleteFrom('invitation')
        .where('code_hash', '=', values.codeHash)
        .where('expires_at_ms', '>', values.nowMs),
    ),
    markInvited: statement<OfAdult>()((values) =>
      db.updateTable('user').set({ invited: 1 }).where('id', '=', values.adultId),
    ),
    setPassword: statement<OfAdult & { passwordHash: string }>()((values) =>
      db
        .updateTable('account')
        .set({ password: values.passwordHash })
        .where('user_id', '=', values.adultId)
        .where('provider_id', '=', 'credential'),
    ),
    endOthers: statement<OfAdult & { keptId: string }>()((values) =>
      db.deleteFrom('session').where('user_id', '=', values.adultId).where('id', '!=', values.keptId),
    ),
  }
})

export const removingStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    // Locks the account so that it cannot be verified meanwhile. PostgreSQL rechecks the condition after waiting for the lock.
    lockUnverified: statement<OfEmail>()((values) =>
      db
        .selectFrom('user')
        .select('id')
        .where('email', '=', values.email)
        .where('email_verified', '=', 0)
        .where('role', '!=', 'student')
        .$if(dialect === 'postgres', (query) => query.forUpdate()),
    ),
    classOf: statement<OfAdult>()((values) =>
      db.selectFrom('school_class').select('id').where('owner_id', '=', values.adultId).limit(1),
    ),
    childOf: statement<OfAdult>()((values) =>
      db.selectFrom('guardian').select('student_id').where('parent_id', '=', values.adultId).limit(1),
    ),
    // Together, these two locks keep the adult from adding classes, and anyone from adding children to them.
    lockAdult: statement<OfAdult>()((values) =>
      db
        .selectFrom('user')
        .select('id')
        .where('id', '=', values.adultId)
        .$if(dialect === 'postgres', (query) => query.forUpdate()),
    ),
    lockClasses: statement<OfAdult>()((values) =>
      db
        .selectFrom('school_class')
        .select('id')
        .where('owner_id', '=', values.adultId)
        .orderBy('id')
        .$if(dialect === 'postgres', (query) => query.forUpdate()),
    ),
    childAtHome: statement<OfAdult>()((values) =>
      db
        .selectFrom('school_class')
        .innerJoin('student', 'student.class_id', 'school_class.id')
        .select('student.user_id')
        .where('school_class.owner_id', '=', values.adultId)
        .limit(1),
    ),
    // Referencing rows go before referenced ones.
    delete: [
      ...OF_CLASSES.map((table) =>
        statement<OfAdult>()((values) =>
          db
            .deleteFrom(table)
            .where('class_id', 'in', ({ selectFrom }) =>
              selectFrom('school_class').select('id').where('owner_id', '=', values.adultId),
            ),
        ),
      ),
      deletion(dialect, 'school_class', 'owner_id', 'adultId'),
      deletion(dialect, 'guardian', 'parent_id', 'adultId'),
      deletion(dialect, 'retention_warning', 'person_id', 'adultId'),
      deletion(dialect, 'person_seen', 'user_id', 'adultId'),
      deletion(dialect, 'consent', 'user_id', 'adultId'),
      deletion(dialect, 'weekly_mail', 'parent_id', 'adultId'),
      deletion(dialect, 'second_factor', 'user_id', 'adultId'),
      deletion(dialect, 'passkey', 'user_id', 'adultId'),
      deletion(dialect, 'session', 'user_id', 'adultId'),
      deletion(dialect, 'account', 'user_id', 'adultId'),
      deleteLinks(dialect),
      statement<OfAdult>()((values) =>
        db
          .deleteFrom('verification')
          .where('value', '=', sql<string>`${sql.lit(USED_CODE)} || cast(${values.adultId} as text)`),
      ),
      deletion(dialect, 'user', 'id', 'adultId'),
    ],
  }
})
