import type { AdultStore, StoredRow } from '../../account/port.ts'
import { ROLES } from '../../account/roles.ts'
import type { Database } from '../database.ts'
import type { Dialect } from '../dialect.ts'
import { queryBuilder, statement, type Statement } from './statement.ts'

type OfAdult = { adultId: string }
type OfEmail = { email: string }

function readingStatements(dialect: Dialect) {
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
    credential: statement<OfAdult>()((values) =>
      db
        .selectFrom('user')
        .leftJoin('account', (join) =>
          join.onRef('account.user_id', '=', 'user.id').on('account.provider_id', '=', 'credential'),
        )
        .select(['user.email', 'account.password'])
        .where('user.id', '=', values.adultId),
    ),
    everything: {
      account: statement<OfAdult>()((values) =>
        db
          .selectFrom('user')
          .select(['id', 'role', 'name', 'email', 'email_verified', 'created_at_ms', 'updated_at_ms'])
          .where('id', '=', values.adultId),
      ),
      sign_ins: statement<OfAdult>()((values) =>
        db
          .selectFrom('session')
          .select(['created_at_ms', 'updated_at_ms', 'expires_at_ms'])
          .where('user_id', '=', values.adultId)
          .orderBy('created_at_ms')
          .orderBy('id'),
      ),
      classes: statement<OfAdult>()((values) =>
        db
          .selectFrom('school_class')
          .select(['id', 'kind', 'name', 'created_at_ms', 'archived_at_ms'])
          .where('owner_id', '=', values.adultId)
          .orderBy('id'),
      ),
      linked_children: statement<OfAdult>()((values) =>
        db
          .selectFrom('guardian')
          .select('student_id')
          .where('parent_id', '=', values.adultId)
          .orderBy('student_id'),
      ),
    } satisfies Readonly<Record<string, Statement<OfAdult, StoredRow>>>,
  }
}

function removingStatements(dialect: Dialect) {
  const db = queryBuilder(dialect)
  // What a mailed link proves names the person by the id.
  const dropLinks = statement<OfAdult>()((values) =>
    db.deleteFrom('verification').where('value', '=', values.adultId),
  )
  return {
    dropLinks,
    verify: statement<OfAdult>()((values) =>
      db.updateTable('user').set({ email_verified: 1 }).where('id', '=', values.adultId),
    ),
    // Nobody verifies it from now on; in PostgreSQL, whoever has just done so is seen.
    holdUnproved: statement<OfEmail>()((values) =>
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
    // No class of the adult's can be made from now on, and no child in one of them.
    holdAdult: statement<OfAdult>()((values) =>
      db
        .selectFrom('user')
        .select('id')
        .where('id', '=', values.adultId)
        .$if(dialect === 'postgres', (query) => query.forUpdate()),
    ),
    holdClasses: statement<OfAdult>()((values) =>
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
    // What points to another row goes before it.
    drop: [
      statement<OfAdult>()((values) =>
        db.deleteFrom('school_class').where('owner_id', '=', values.adultId),
      ) as Statement<OfAdult, unknown>,
      statement<OfAdult>()((values) => db.deleteFrom('guardian').where('parent_id', '=', values.adultId)),
      statement<OfAdult>()((values) => db.deleteFrom('session').where('user_id', '=', values.adultId)),
      statement<OfAdult>()((values) => db.deleteFrom('account').where('user_id', '=', values.adultId)),
      dropLinks,
      statement<OfAdult>()((values) => db.deleteFrom('user').where('id', '=', values.adultId)),
    ],
  }
}

/** Adults in a SQL database, as far as better-auth does not look after them. */
export function sqlAdultStore(database: Database): AdultStore {
  const reading = readingStatements(database.dialect)
  const removing = removingStatements(database.dialect)
  return {
    personOf: (sessionId, nowMs) =>
      database.read(async (transaction) => {
        const row = await transaction.first(reading.person, { sessionId, nowMs })
        const role = ROLES.find((one) => one === row?.role)
        return row && role ? { ...row, role } : null
      }),

    findCredential: (adultId) =>
      database.read(async (transaction) => {
        const row = await transaction.first(reading.credential, { adultId })
        return row ? { email: row.email, passwordHash: row.password } : null
      }),

    everything: (adultId) =>
      database.view(async (transaction) => {
        const { account, sign_ins, classes, linked_children } = reading.everything
        return {
          account: await transaction.all(account, { adultId }),
          sign_ins: await transaction.all(sign_ins, { adultId }),
          classes: await transaction.all(classes, { adultId }),
          linked_children: await transaction.all(linked_children, { adultId }),
        }
      }),

    addressProved: (adultId) =>
      database.write(async (transaction) => {
        if (!(await transaction.first(removing.holdAdult, { adultId }))) return false
        await transaction.run(removing.verify, { adultId })
        await transaction.run(removing.dropLinks, { adultId })
        return true
      }),

    removeUnproved: (email) =>
      database.write(async (transaction) => {
        const unproved = await transaction.first(removing.holdUnproved, { email: email.toLowerCase() })
        if (!unproved) return
        const ofAdult = { adultId: unproved.id }
        if (await transaction.first(removing.classOf, ofAdult)) return
        if (await transaction.first(removing.childOf, ofAdult)) return
        for (const drop of removing.drop) await transaction.run(drop, ofAdult)
      }),

    remove: (adultId) =>
      database.write(async (transaction) => {
        await transaction.all(removing.holdAdult, { adultId })
        await transaction.all(removing.holdClasses, { adultId })
        if (await transaction.first(removing.childAtHome, { adultId })) return false
        for (const drop of removing.drop) await transaction.run(drop, { adultId })
        return true
      }),
  }
}
