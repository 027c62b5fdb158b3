import { sql } from 'kysely'
import type { AdultStore, StoredRow } from '../../../account/port.ts'
import { ROLES } from '../../../account/roles.ts'
import type { Database } from '../../database.ts'
import { adultRowStatements } from './adult-rows.ts'
import { deletion, perDialect, queryBuilder, statement } from '../statement.ts'

const DAY_MS = 86_400_000

type OfAdult = { adultId: string }
type OfEmail = { email: string }

const readingStatements = perDialect((dialect) => {
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
    secondStep: statement<OfAdult>()((values) =>
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

/** Voids mailed links, whose value is the person's id or contains it as a JSON string. */
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

const securityStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    deleteLinks: deleteLinks(dialect),
    deletePasskeys: deletion(dialect, 'passkey', 'user_id', 'adultId'),
    deleteSecondStep: deletion(dialect, 'second_factor', 'user_id', 'adultId'),
    deletePasskey: statement<OfAdult & { passkeyId: string }>()((values) =>
      db.deleteFrom('passkey').where('user_id', '=', values.adultId).where('id', '=', values.passkeyId),
    ),
    disableSecondStep: statement<OfAdult>()((values) =>
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

const removingStatements = perDialect((dialect) => {
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
      statement<OfAdult>()((values) =>
        db
          .deleteFrom('child_request')
          .where('class_id', 'in', ({ selectFrom }) =>
            selectFrom('school_class').select('id').where('owner_id', '=', values.adultId),
          ),
      ),
      statement<{ adultId: string }>()((values) =>
        db
          .deleteFrom('class_holiday')
          .where('class_id', 'in', ({ selectFrom }) =>
            selectFrom('school_class').select('id').where('owner_id', '=', values.adultId),
          ),
      ),
      deletion(dialect, 'school_class', 'owner_id', 'adultId'),
      deletion(dialect, 'guardian', 'parent_id', 'adultId'),
      deletion(dialect, 'retention_warning', 'person_id', 'adultId'),
      deletion(dialect, 'person_seen', 'user_id', 'adultId'),
      deletion(dialect, 'consent', 'user_id', 'adultId'),
      deletion(dialect, 'second_factor', 'user_id', 'adultId'),
      deletion(dialect, 'passkey', 'user_id', 'adultId'),
      deletion(dialect, 'session', 'user_id', 'adultId'),
      deletion(dialect, 'account', 'user_id', 'adultId'),
      deleteLinks(dialect),
      deletion(dialect, 'user', 'id', 'adultId'),
    ],
  }
})

/** Passwords, two-step sign-in, invitations and sign-in sessions. */
function adultSecurity(database: Database) {
  const reading = readingStatements(database.dialect)
  const security = securityStatements(database.dialect)
  return {
    signUpStatusOf: (adultId) =>
      database.read(async (transaction) => {
        const row = await transaction.first(reading.standing, { adultId })
        return { isConfirmed: row?.email_verified === 1, isInvited: row?.invited === 1 }
      }),

    addInvitation: (codeHash, expiresAtMs) =>
      database.write(async (transaction) => {
        await transaction.run(security.addInvitation, { codeHash, expiresAtMs })
      }),

    useInvitation: (codeHash, adultId, nowMs) =>
      database.write(async (transaction) => {
        if ((await transaction.run(security.useInvitation, { codeHash, nowMs })) === 0) return false
        await transaction.run(security.markInvited, { adultId })
        return true
      }),

    sessionsOf: (adultId, nowMs) =>
      database.read(async (transaction) => {
        const rows = await transaction.all(reading.sessions, { adultId, nowMs })
        return rows.map(({ id, device, created_at_ms, updated_at_ms }) => ({
          id,
          device: device ?? '',
          startedAtMs: created_at_ms,
          lastUsedAtMs: updated_at_ms,
        }))
      }),

    setPassword: (adultId, passwordHash, keptId) =>
      database.write(async (transaction) => {
        await transaction.run(security.setPassword, { adultId, passwordHash })
        await transaction.run(security.endOthers, { adultId, keptId })
        await transaction.run(security.deleteLinks, { adultId })
      }),

    endOtherSessions: (adultId, keptId) =>
      database.write(async (transaction) => {
        await transaction.run(security.endOthers, { adultId, keptId })
      }),

    passkeysOf: (adultId) =>
      database.read(async (transaction) => {
        const rows = await transaction.all(reading.passkeys, { adultId })
        return rows.map(({ id, name, created_at_ms }) => ({
          id,
          device: name ?? '',
          madeAtMs: created_at_ms,
        }))
      }),

    removePasskey: (adultId, passkeyId) =>
      database.write(
        async (transaction) => (await transaction.run(security.deletePasskey, { adultId, passkeyId })) > 0,
      ),

    endAfterTwoStepChange: (adultId, keptId) =>
      database.write(async (transaction) => {
        await transaction.run(security.endOthers, { adultId, keptId })
        await transaction.run(security.deleteLinks, { adultId })
      }),

    twoStepStateOf: (adultId) =>
      database.read(async (transaction) => {
        const row = await transaction.first(reading.secondStep, { adultId })
        return row ? (row.verified === 1 ? 'on' : 'begun') : 'off'
      }),

    removeTwoStepSignIn: (adultId) =>
      database.write(async (transaction) => {
        const removed = await transaction.run(security.deleteSecondStep, { adultId })
        const keys = await transaction.run(security.deletePasskeys, { adultId })
        await transaction.run(security.disableSecondStep, { adultId })
        await transaction.run(security.deleteLinks, { adultId })
        return removed + keys > 0
      }),
  } satisfies Partial<AdultStore>
}

/** Everything about adults that better-auth does not handle. */
export function sqlAdultStore(database: Database): AdultStore {
  const reading = readingStatements(database.dialect)
  const parts = adultRowStatements(database.dialect)
  const security = securityStatements(database.dialect)
  const removing = removingStatements(database.dialect)
  return {
    ...adultSecurity(database),

    personOf: (sessionId, nowMs) =>
      database.read(async (transaction) => {
        const row = await transaction.first(reading.person, { sessionId, nowMs })
        const role = ROLES.find((one) => one === row?.role)
        return row && role ? { ...row, role } : null
      }),

    recordActivity: (personId, nowMs) =>
      database.write(async (transaction) => {
        await transaction.run(reading.saw, { personId, nowMs, dayAgoMs: nowMs - DAY_MS })
      }),

    findCredential: (adultId) =>
      database.read(async (transaction) => {
        const row = await transaction.first(reading.credential, { adultId })
        return row ? { email: row.email, passwordHash: row.password } : null
      }),

    findByEmail: (email) =>
      database.read(async (transaction) => {
        const row = await transaction.first(reading.byEmail, { email: email.trim().toLowerCase() })
        return row ? { id: row.id, passwordHash: row.password } : null
      }),

    allRowsOf: (adultId) =>
      database.view(async (transaction) => {
        const rows: Record<string, readonly StoredRow[]> = {}
        for (const [part, query] of Object.entries(parts))
          rows[part] = await transaction.all(query, { adultId })
        return rows
      }),

    markAddressVerified: (adultId) =>
      database.write(async (transaction) => {
        if (!(await transaction.first(removing.lockAdult, { adultId }))) return false
        await transaction.run(security.verify, { adultId })
        await transaction.run(security.deleteLinks, { adultId })
        return true
      }),

    removeUnverified: (email) =>
      database.write(async (transaction) => {
        const unverified = await transaction.first(removing.lockUnverified, { email: email.toLowerCase() })
        if (!unverified) return
        const ofAdult = { adultId: unverified.id }
        if (await transaction.first(removing.classOf, ofAdult)) return
        if (await transaction.first(removing.childOf, ofAdult)) return
        for (const deletes of removing.delete) await transaction.run(deletes, ofAdult)
      }),

    hasChildren: (adultId) =>
      database.read(
        async (transaction) => (await transaction.first(removing.childAtHome, { adultId })) !== undefined,
      ),

    remove: (adultId) =>
      database.write(async (transaction) => {
        await transaction.all(removing.lockAdult, { adultId })
        await transaction.all(removing.lockClasses, { adultId })
        if (await transaction.first(removing.childAtHome, { adultId })) return false
        for (const deletes of removing.delete) await transaction.run(deletes, { adultId })
        return true
      }),
  }
}
