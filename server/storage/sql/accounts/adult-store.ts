import type { AdultStore, StoredRow } from '../../../account/port.ts'
import { ROLES } from '../../../account/roles.ts'
import type { Database } from '../../database.ts'
import { adultRowStatements } from './adult-rows.ts'
import { readingStatements, removingStatements, securityStatements } from './adult-statements.ts'

const DAY_MS = 86_400_000

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
        const row = await transaction.first(reading.twoStepSignIn, { adultId })
        return row ? (row.verified === 1 ? 'on' : 'begun') : 'off'
      }),

    removeTwoStepSignIn: (adultId) =>
      database.write(async (transaction) => {
        const removed = await transaction.run(security.deleteTwoStepSignIn, { adultId })
        const keys = await transaction.run(security.deletePasskeys, { adultId })
        await transaction.run(security.disableTwoStepSignIn, { adultId })
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
