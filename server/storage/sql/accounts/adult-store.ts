import { sql } from 'kysely'
import { ROLES } from '../../../account/roles.ts'
import { hashOfSecret } from '../../../account/token-hash.ts'
import type { Database, Transaction } from '../../database.ts'
import { deleteAdult, deleteLinks, rowsOfAdult } from './adult-rows.ts'

const DAY_MS = 86_400_000

async function endOthers({ db }: Transaction, adultId: string, keptId: string): Promise<void> {
  await db.deleteFrom('session').where('user_id', '=', adultId).where('id', '!=', keptId).execute()
}

/** Passwords, invitations and sign-in sessions. */
function adultSignIn(database: Database) {
  return {
    /** Whether the adult's address is confirmed, and whether the adult was invited. */
    signUpStatusOf: (adultId: string) =>
      database.read(async ({ db }) => {
        const user = db.selectFrom('user').select(['email_verified', 'invited']).where('id', '=', adultId)
        const row = await user.executeTakeFirst()
        return { isConfirmed: row?.email_verified === 1, isInvited: row?.invited === 1 }
      }),

    addInvitation: (codeHash: string, expiresAtMs: number) =>
      database.write(async ({ db }) => {
        const row = { code_hash: codeHash, expires_at_ms: expiresAtMs }
        await db.insertInto('invitation').values(row).execute()
      }),

    /** Uses up an invitation code; false if it is invalid. */
    useInvitation: (codeHash: string, adultId: string, nowMs: number) =>
      database.write(async ({ db }) => {
        const { numDeletedRows } = await db
          .deleteFrom('invitation')
          .where('code_hash', '=', codeHash)
          .where('expires_at_ms', '>', nowMs)
          .executeTakeFirstOrThrow()
        if (numDeletedRows === 0n) return false
        await db.updateTable('user').set({ invited: 1 }).where('id', '=', adultId).execute()
        return true
      }),

    /** The adult's active sessions, most recently used first. */
    sessionsOf: (adultId: string, nowMs: number) =>
      database.read(async ({ db }) => {
        const rows = await db
          .selectFrom('session')
          .select(['id', 'device', 'created_at_ms as startedAtMs', 'updated_at_ms as lastUsedAtMs'])
          .where('user_id', '=', adultId)
          .where('expires_at_ms', '>', nowMs)
          .orderBy('updated_at_ms', 'desc')
          .orderBy('id')
          .execute()
        return rows.map((row) => ({ ...row, device: row.device ?? '' }))
      }),

    /** Stores a new password, ends all other sessions and voids all mailed links. */
    setPassword: (adultId: string, passwordHash: string, keptId: string) =>
      database.write(async (transaction) => {
        await transaction.db
          .updateTable('account')
          .set({ password: passwordHash })
          .where('user_id', '=', adultId)
          .where('provider_id', '=', 'credential')
          .execute()
        await endOthers(transaction, adultId, keptId)
        await deleteLinks(transaction, adultId)
      }),

    endOtherSessions: (adultId: string, keptId: string) =>
      database.write((transaction) => endOthers(transaction, adultId, keptId)),
  }
}

/** Two-step sign-in and passkeys. */
function secondSteps(database: Database) {
  return {
    /** The adult's passkeys, oldest first. `device` is a kind of browser and system, or ''. */
    passkeysOf: (adultId: string) =>
      database.read(async ({ db }) => {
        const rows = await db
          .selectFrom('passkey')
          .select(['id', 'name', 'created_at_ms as madeAtMs'])
          .where('user_id', '=', adultId)
          .orderBy('created_at_ms')
          .orderBy('id')
          .execute()
        return rows.map(({ name, ...row }) => ({ ...row, device: name ?? '' }))
      }),

    /** False if the adult has no such passkey. */
    removePasskey: (adultId: string, passkeyId: string) =>
      database.write(async ({ db }) => {
        const passkey = db.deleteFrom('passkey').where('user_id', '=', adultId).where('id', '=', passkeyId)
        return (await passkey.executeTakeFirstOrThrow()).numDeletedRows > 0n
      }),

    /** After a change of two-step sign-in: ends all other sessions, voids all mailed links, and stops trusting browsers to skip it. */
    endAfterTwoStepChange: (adultId: string, keptId: string) =>
      database.write(async (transaction) => {
        await endOthers(transaction, adultId, keptId)
        await deleteLinks(transaction, adultId)
      }),

    /** `begun` until the first correct code. */
    twoStepStateOf: (adultId: string) =>
      database.read(async ({ db }) => {
        const factor = db.selectFrom('second_factor').select('verified').where('user_id', '=', adultId)
        const row = await factor.executeTakeFirst()
        return row ? (row.verified === 1 ? 'on' : 'begun') : 'off'
      }),

    /** Removes two-step sign-in and all passkeys. Returns whether there were any. */
    removeTwoStepSignIn: (adultId: string) =>
      database.write(async (transaction) => {
        const { db } = transaction
        const [removed, keys] = await Promise.all([
          db.deleteFrom('second_factor').where('user_id', '=', adultId).executeTakeFirstOrThrow(),
          db.deleteFrom('passkey').where('user_id', '=', adultId).executeTakeFirstOrThrow(),
        ])
        await db.updateTable('user').set({ two_factor_enabled: 0 }).where('id', '=', adultId).execute()
        await deleteLinks(transaction, adultId)
        return removed.numDeletedRows + keys.numDeletedRows > 0n
      }),
  }
}

function userWithPassword({ db }: Transaction) {
  return db
    .selectFrom('user')
    .leftJoin('account', (join) =>
      join.onRef('account.user_id', '=', 'user.id').on('account.provider_id', '=', 'credential'),
    )
    .select(['user.id', 'user.email', 'account.password as passwordHash'])
}

/** Locks an account, so that nobody else can verify it or add classes to it. */
async function lockAdult({ db, dialect }: Transaction, adultId: string): Promise<boolean> {
  const user = db.selectFrom('user').select('id').where('id', '=', adultId)
  const locked = user.$if(dialect === 'postgres', (query) => query.forUpdate())
  return (await locked.executeTakeFirst()) !== undefined
}

async function hasChildren({ db }: Transaction, adultId: string): Promise<boolean> {
  const child = await db
    .selectFrom('school_class')
    .innerJoin('student', 'student.class_id', 'school_class.id')
    .select('student.user_id')
    .where('school_class.owner_id', '=', adultId)
    .limit(1)
    .executeTakeFirst()
  return child !== undefined
}

/** Deleting accounts. */
function adultRemoval(database: Database) {
  return {
    /** Deletes an account with an unverified address, unless it has a class or looks after a child. */
    removeUnverified: (email: string) =>
      database.write(async (transaction) => {
        const { db, dialect } = transaction
        // Locks the account so that it cannot be verified meanwhile. PostgreSQL rechecks the condition after waiting for the lock.
        const unverified = await db
          .selectFrom('user')
          .select('id')
          .where('email', '=', email.toLowerCase())
          .where('email_verified', '=', 0)
          .where('role', '!=', 'student')
          .$if(dialect === 'postgres', (query) => query.forUpdate())
          .executeTakeFirst()
        if (!unverified) return
        const { id } = unverified
        const homes = db.selectFrom('school_class').select('id').where('owner_id', '=', id).limit(1)
        if (await homes.executeTakeFirst()) return
        const links = db.selectFrom('guardian').select('student_id').where('parent_id', '=', id).limit(1)
        if (await links.executeTakeFirst()) return
        await deleteAdult(transaction, id)
      }),

    /** Whether children are at home in the adult's classes or family. */
    hasChildren: (adultId: string) => database.read((transaction) => hasChildren(transaction, adultId)),

    /** Deletes the account and its classes; false if children are at home in them. */
    remove: (adultId: string) =>
      database.write(async (transaction) => {
        const { db, dialect } = transaction
        // Together, these two locks keep the adult from adding classes, and anyone from adding children to them.
        await lockAdult(transaction, adultId)
        const classes = db.selectFrom('school_class').select('id').where('owner_id', '=', adultId)
        await classes
          .orderBy('id')
          .$if(dialect === 'postgres', (query) => query.forUpdate())
          .execute()
        if (await hasChildren(transaction, adultId)) return false
        await deleteAdult(transaction, adultId)
        return true
      }),
  }
}

/** Everything about adults that better-auth does not handle. */
export function sqlAdultStore(database: Database) {
  return {
    ...adultSignIn(database),
    ...secondSteps(database),
    ...adultRemoval(database),

    /** The session with this token and its person, adult or child; null if it has expired or ended. */
    findSession: (token: string, nowMs: number) =>
      database.read(async ({ db }) => {
        const row = await db
          .selectFrom('session')
          .innerJoin('user', 'user.id', 'session.user_id')
          .select(['user.id', 'user.name', 'user.role', 'session.id as sessionId'])
          .where('session.token', '=', hashOfSecret(token))
          .where('session.expires_at_ms', '>', nowMs)
          .executeTakeFirst()
        const role = ROLES.find((one) => one === row?.role)
        return row && role ? { person: { id: row.id, name: row.name, role }, sessionId: row.sessionId } : null
      }),

    /** Records that a person, adult or child, is active today. */
    recordActivity: (personId: string, nowMs: number) =>
      database.write(async ({ db }) => {
        // Updates at most once a day. Selecting from `user` avoids inserting a row for a person deleted meanwhile.
        await db
          .insertInto('person_seen')
          .columns(['user_id', 'seen_at_ms'])
          .expression(({ selectFrom }) =>
            selectFrom('user')
              .select(['user.id', sql<number>`cast(${nowMs} as bigint)`.as('seen_at_ms')])
              .where('user.id', '=', personId),
          )
          .onConflict((conflict) =>
            conflict
              .column('user_id')
              .doUpdateSet({ seen_at_ms: nowMs })
              .where('person_seen.seen_at_ms', '<', nowMs - DAY_MS),
          )
          .execute()
      }),

    findCredential: (adultId: string) =>
      database.read(async (transaction) => {
        const row = await userWithPassword(transaction).where('user.id', '=', adultId).executeTakeFirst()
        return row ? { email: row.email, passwordHash: row.passwordHash } : null
      }),

    /** Case-insensitive. */
    findByEmail: (email: string) =>
      database.read(async (transaction) => {
        const user = userWithPassword(transaction).where('user.email', '=', email.trim().toLowerCase())
        const row = await user.where('user.role', '!=', 'student').executeTakeFirst()
        return row ? { id: row.id, passwordHash: row.passwordHash } : null
      }),

    /** All rows about this adult by table, without passwords and other people's names. */
    allRowsOf: (adultId: string) => database.view((transaction) => rowsOfAdult(transaction, adultId)),

    /** A mailed link was used: marks the address as verified and voids all other links. False if the account was deleted. */
    markAddressVerified: (adultId: string) =>
      database.write(async (transaction) => {
        if (!(await lockAdult(transaction, adultId))) return false
        const user = transaction.db.updateTable('user').where('id', '=', adultId)
        await user.set({ email_verified: 1 }).execute()
        await deleteLinks(transaction, adultId)
        return true
      }),
  }
}

export type AdultStore = ReturnType<typeof sqlAdultStore>
