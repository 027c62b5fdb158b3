import { findByName } from '../../../../domain/child-name.ts'
import type { PinKind } from '../../../../domain/pin.ts'
import type { NewPin, AccessEntry, NewChild, PlacementResult, StudentTokens } from '../../../account/port.ts'
import type { Database, Transaction } from '../../database.ts'
import { renewTokens } from '../students/token-rounds.ts'
import { addAccesses } from './access-store.ts'
import { addChildren, badgeOf, childRows, lockStudent, placeChild, readChildren } from './child-rows.ts'
import { changeSettings } from './settings-store.ts'
import { readInHome } from './settings-text.ts'

/** Selects a child of a class, by the typed name (domain/child-name.ts) or by a predicate on the id. */
type ChildSelector = string | ((studentId: string) => boolean)

function parentsOf({ db }: Transaction, studentId: string) {
  return db
    .selectFrom('guardian')
    .innerJoin('user', 'user.id', 'guardian.parent_id')
    .select(['user.id', 'user.name'])
    .where('guardian.student_id', '=', studentId)
    .orderBy('user.name')
    .orderBy('user.id')
    .execute()
}

/** Guardians and link codes. */
function childLinks(database: Database) {
  return {
    /** The parents who look after a child, sorted by name. */
    parentsOf: (studentId: string) => database.read((transaction) => parentsOf(transaction, studentId)),

    removeGuardian: (studentId: string, parentId: string) =>
      database.write(async (transaction) => {
        const { db } = transaction
        await lockStudent(transaction, studentId)
        // The removed parent may have an unused code.
        await db.deleteFrom('link_code').where('student_id', '=', studentId).execute()
        const links = db.deleteFrom('guardian').where('student_id', '=', studentId)
        await links.where('parent_id', '=', parentId).execute()
        const left = await parentsOf(transaction, studentId)
        if (left.length === 0) await changeSettings(transaction, studentId, { parentBoards: true })
      }),

    /** Replaces an older code; false if the child was deleted. */
    addLinkCode: (studentId: string, codeHash: string, expiresAtMs: number) =>
      database.write(async (transaction) => {
        const { db } = transaction
        // Locks the student, so that concurrent calls leave only one code.
        if (!(await lockStudent(transaction, studentId))) return false
        // A new code voids older ones, which may have been lost.
        await db.deleteFrom('link_code').where('student_id', '=', studentId).execute()
        const row = { code_hash: codeHash, student_id: studentId, expires_at_ms: expiresAtMs }
        await db.insertInto('link_code').values(row).execute()
        return true
      }),

    /** Uses up the code and makes the parent a guardian of its child, whose id is returned; null for an invalid code. */
    useLinkCode: (codeHash: string, parentId: string, nowMs: number) =>
      database.write(async (transaction) => {
        const { db } = transaction
        const codes = db.selectFrom('link_code').select(['student_id', 'expires_at_ms'])
        const code = await codes.where('code_hash', '=', codeHash).executeTakeFirst()
        if (!code) return null
        const { student_id: studentId } = code
        // Locks the student, so that a code can be used only once.
        await lockStudent(transaction, studentId)
        const used = db.deleteFrom('link_code').where('code_hash', '=', codeHash)
        if ((await used.executeTakeFirstOrThrow()).numDeletedRows === 0n) return null
        if (code.expires_at_ms <= nowMs) return null
        await db
          .insertInto('guardian')
          .values({ parent_id: parentId, student_id: studentId })
          .onConflict((conflict) => conflict.columns(['parent_id', 'student_id']).doNothing())
          .execute()
        return studentId
      }),
  }
}

async function endSessions({ db }: Transaction, studentId: string): Promise<void> {
  await db.deleteFrom('session').where('user_id', '=', studentId).execute()
}

async function putPins(transaction: Transaction, pins: readonly NewPin[], nowMs: number) {
  const { db } = transaction
  for (const { studentId, sealed, pinKind } of pins) {
    const pin = { pin_sealed: sealed, pin_kind: pinKind }
    await db.updateTable('student').set(pin).where('user_id', '=', studentId).execute()
    await endSessions(transaction, studentId)
    await db.deleteFrom('sign_in_failure').where('student_id', '=', studentId).execute()
  }
  return renewTokens(transaction, pins, nowMs)
}

/** PINs, and signing children out. */
function childPins(database: Database) {
  return {
    /** The PINs of these children, for an adult. Recorded in the access log. */
    viewPins: (studentIds: readonly string[], adult: AccessEntry['by'], nowMs: number) =>
      database.write(async (transaction) => {
        if (studentIds.length === 0) return []
        const found = await transaction.db
          .selectFrom('student')
          .select(['user_id as id', 'class_id as classId', 'pin_kind', 'pin_sealed'])
          .where('user_id', 'in', studentIds)
          .execute()
        await addAccesses(transaction, { children: found, by: adult, kind: 'pin_view', nowMs })
        return found.map((row) => ({
          id: row.id,
          pinKind: row.pin_kind as PinKind,
          sealedPin: row.pin_sealed,
        }))
      }),

    /** The PINs that new ones replace; nobody sees them, so the access log has no record of this. */
    sealedPins: (studentIds: readonly string[]) =>
      database.read(async ({ db }) => {
        if (studentIds.length === 0) return new Map<string, string>()
        const pins = db.selectFrom('student').select(['user_id', 'pin_sealed'])
        const rows = await pins.where('user_id', 'in', studentIds).execute()
        return new Map(rows.map((row) => [row.user_id, row.pin_sealed]))
      }),

    /**
     * Sets new PINs, all or none; ends the children's sessions and clears their wrong PINs. Returns the replaced player tokens, so that
     * open connections can be closed.
     */
    setPins: (pins: readonly NewPin[], nowMs: number) =>
      database.write((transaction) => putPins(transaction, pins, nowMs)),

    /** As `setPins` for children of a class or family, and sets the kind of its future PINs. */
    setPinsOfClass: (classId: string, pinKind: PinKind, pins: readonly NewPin[], nowMs: number) =>
      database.write(async (transaction) => {
        const retired = await putPins(transaction, pins, nowMs)
        // Locks children before the class, as moving a child does, to prevent deadlocks.
        const home = transaction.db.updateTable('school_class').where('id', '=', classId)
        await home.set({ pin_kind: pinKind }).execute()
        return retired
      }),

    /** Signs students out on all devices and replaces their player tokens. */
    signOut: (students: readonly StudentTokens[], nowMs: number) =>
      database.write(async (transaction) => {
        const retired = await renewTokens(transaction, students, nowMs)
        for (const { studentId } of students) await endSessions(transaction, studentId)
        return retired
      }),
  }
}

/** What signing in as a child reads. */
function childSignIn(database: Database) {
  return {
    /** The selected child in the class with this code, unless archived. */
    findToSignIn: (code: string, meant: ChildSelector) =>
      database.read(async ({ db }) => {
        const children = await db
          .selectFrom('school_class')
          .innerJoin('student', 'student.class_id', 'school_class.id')
          .select(['student.user_id as id', 'student.name_key as nameKey', 'student.nickname'])
          .select(['student.token_round as tokenRound', 'student.pin_sealed as sealedPin'])
          .where('school_class.code', '=', code)
          .where('school_class.archived_at_ms', 'is', null)
          .execute()
        const found =
          typeof meant === 'string' ? findByName(children, meant) : children.find(({ id }) => meant(id))
        if (!found) return null
        const { nameKey: _key, ...child } = found
        return child
      }),

    /** The kind of PINs in the class with this code, and its children; null if it does not exist or is archived. */
    findClassToSignIn: (code: string) =>
      database.read(async ({ db }) => {
        const rows = await db
          .selectFrom('school_class')
          .leftJoin('student', 'student.class_id', 'school_class.id')
          .select(['school_class.pin_kind', 'student.user_id', 'student.nickname', 'student.color'])
          .where('school_class.code', '=', code)
          .where('school_class.archived_at_ms', 'is', null)
          .execute()
        const [first] = rows
        if (!first) return null
        const children = rows.flatMap(({ user_id: id, nickname, color }) =>
          id === null || nickname === null || color === null ? [] : [{ id, ...badgeOf({ nickname, color }) }],
        )
        return { pinKind: first.pin_kind as PinKind, children }
      }),

    /** The round of a student's current player token; 0 for an unknown student. */
    tokenRoundOf: (studentId: string) =>
      database.read(async ({ db }) => {
        const student = db.selectFrom('student').select('token_round').where('user_id', '=', studentId)
        return (await student.executeTakeFirst())?.token_round ?? 0
      }),
  }
}

/** Undoes the transaction of a move, because one of the children cannot be moved. */
class NotMoved extends Error {
  readonly result: PlacementResult
  constructor(result: PlacementResult) {
    super(result.kind)
    this.result = result
  }
}

export function sqlChildStore(database: Database) {
  return {
    ...childLinks(database),
    ...childPins(database),
    ...childSignIn(database),

    /** Sorted by name. */
    childrenOf: (classId: string) =>
      database.read((transaction) =>
        readChildren(childRows(transaction).where('student.class_id', '=', classId)),
      ),

    /** The children a parent looks after, sorted by name. */
    childrenOfGuardian: (parentId: string) =>
      database.read((transaction) => {
        const links = transaction.db.selectFrom('guardian').where('parent_id', '=', parentId)
        return readChildren(childRows(transaction).where('student.user_id', 'in', links.select('student_id')))
      }),

    findChild: (studentId: string) =>
      database.read(async (transaction) => {
        const found = childRows(transaction).where('student.user_id', '=', studentId)
        return (await readChildren(found))[0] ?? null
      }),

    /** A signed-in child's name, nickname, color, token round, settings and zone. */
    findNames: (studentId: string) =>
      database.read(async ({ db }) => {
        const row = await db
          .selectFrom('student')
          .innerJoin('school_class', 'school_class.id', 'student.class_id')
          .select(['student.display_name', 'student.nickname', 'student.color', 'student.token_round'])
          .select(['student.settings', 'school_class.settings as home_settings', 'school_class.zone'])
          .where('student.user_id', '=', studentId)
          .executeTakeFirst()
        if (!row) return null
        const { display_name: name, token_round: tokenRound, zone } = row
        const settings = readInHome(row.settings, row.home_settings)
        return { name, ...badgeOf(row), tokenRound, settings, zone }
      }),

    /**
     * Adds all of them or none, each with a badge unique in the class, and links them to the guardian, if given. Idempotent by request
     * id.
     */
    addChildren: (
      classId: string,
      children: readonly NewChild[],
      guardianId: string | null,
      nowMs: number,
      requestId: string,
    ) =>
      database.write((transaction) =>
        addChildren(transaction, classId, children, guardianId, nowMs, requestId),
      ),

    rename: (studentId: string, name: string) =>
      database.write((transaction) => placeChild(transaction, studentId, { name, nowMs: 0 })),

    /** Moves children, all or none; they get another color if their badge is taken there (domain/badge.ts). */
    move: async (studentIds: readonly string[], classId: string, nowMs: number): Promise<PlacementResult> => {
      try {
        return await database.write(async (transaction) => {
          const taken: string[] = []
          for (const studentId of studentIds) {
            const placed = await placeChild(transaction, studentId, { classId, nowMs })
            if (placed.kind === 'taken') taken.push(...placed.names)
            else if (placed.kind !== 'done') throw new NotMoved(placed)
          }
          if (taken.length > 0) throw new NotMoved({ kind: 'taken', names: taken })
          return { kind: 'done' }
        })
      } catch (error) {
        if (error instanceof NotMoved) return error.result
        throw error
      }
    },

    /** Moves one child in the same way, appending a number to the name if it is taken there. */
    moveApart: (studentId: string, classId: string, nowMs: number) =>
      database.write((transaction) => placeChild(transaction, studentId, { classId, nowMs, isApart: true })),
  }
}

export type ChildStore = ReturnType<typeof sqlChildStore>

/** Reads children; only the gate may use it (child-gate.ts). */
export type ChildReading = Pick<ChildStore, 'childrenOf' | 'childrenOfGuardian' | 'findChild'>
