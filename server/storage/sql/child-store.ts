import { findByName, nameKey, plainName } from '../../../domain/child-name.ts'
import type { PinKind } from '../../../domain/pin.ts'
import { MAX_NAME_LENGTH, MOST_CHILDREN } from '../../../contract/account-limits.ts'
import type { ChildRecord, ChildStore, NewChild, Placed } from '../../account/port.ts'
import type { Database, Transaction } from '../database.ts'
import { childChanging, childReading, type ChildRow, type NewRows } from './child-statements.ts'
import { toJson } from './json-rows.ts'

/** No mail ever reaches this; a child has none, and the column wants one (RFC 2606 §2). */
const NO_MAIL_DOMAIN = 'student.invalid'

function rowsOf(classId: string, child: NewChild, nowMs: number): NewRows {
  return {
    user: {
      id: child.id,
      name: '',
      email: `${child.id.toLowerCase()}@${NO_MAIL_DOMAIN}`,
      email_verified: 0,
      role: 'student',
      created_at_ms: nowMs,
      updated_at_ms: nowMs,
    },
    student: {
      user_id: child.id,
      class_id: classId,
      display_name: plainName(child.name),
      name_key: nameKey(child.name),
      nickname: child.nickname,
      pin_hash: child.pinHash,
      pin_kind: child.pinKind,
      created_at_ms: nowMs,
    },
  }
}

/** The keys of names that are kept, which may have been kept under older ones. */
function keysOf(rows: readonly { readonly name_key: string }[]): Set<string> {
  return new Set(rows.map(({ name_key: key }) => nameKey(key)))
}

/** Those of these names that are another's already, or stand there twice. */
function takenOf(names: readonly string[], taken: ReadonlySet<string>): string[] {
  const seen = new Set(taken)
  return names.filter((name) => {
    const isTaken = seen.has(nameKey(name))
    seen.add(nameKey(name))
    return isTaken
  })
}

/** `Ana`, or `Ana 2` where there is an Ana already, and so on. */
function nameApart(name: string, taken: ReadonlySet<string>): string {
  for (let number = 2, free = name; ; number += 1) {
    if (!taken.has(nameKey(free))) return free
    const end = ` ${number}`
    free = name.slice(0, MAX_NAME_LENGTH - end.length) + end
  }
}

/** Children in a SQL database. */
export function sqlChildStore(database: Database): ChildStore {
  const reading = childReading(database.dialect)
  const changing = childChanging(database.dialect)

  const withGuardians = async (
    transaction: Transaction,
    rows: readonly ChildRow[],
  ): Promise<ChildRecord[]> => {
    const ids = toJson(rows.map((row) => ({ student_id: row.user_id })))
    const guardians = await transaction.all(reading.guardians, { rows: ids })
    return rows.map((row) => ({
      id: row.user_id,
      classId: row.class_id,
      name: row.display_name,
      nickname: row.nickname,
      pinKind: row.pin_kind as PinKind,
      createdAtMs: row.created_at_ms,
      ownerId: row.owner_id,
      guardianIds: guardians
        .filter(({ student_id: id }) => id === row.user_id)
        .map(({ parent_id: id }) => id),
    }))
  }

  /** Gives a child a name in a class, if both are there and the name is free. */
  const place = async (
    transaction: Transaction,
    studentId: string,
    wish: { readonly classId?: string; readonly name?: string; readonly isApart?: boolean },
  ): Promise<Placed> => {
    const child = await transaction.first(changing.holdStudent, { studentId })
    if (!child) return { kind: 'gone' }
    const classId = wish.classId ?? child.class_id
    const wished = plainName(wish.name ?? child.display_name)
    const home = await transaction.first(changing.holdClass, { classId })
    if (!home) return { kind: 'gone' }
    if (home.archived_at_ms !== null && classId !== child.class_id) return { kind: 'archived' }
    const others = (await transaction.all(changing.names, { classId })).filter(
      ({ user_id: id }) => id !== studentId,
    )
    if (others.length >= MOST_CHILDREN) return { kind: 'full' }
    const taken = keysOf(others)
    const name = wish.isApart ? nameApart(wished, taken) : wished
    if (taken.has(nameKey(name))) return { kind: 'taken', names: [name] }
    await transaction.run(changing.put, { studentId, classId, name, nameKey: nameKey(name) })
    // Whom the child is at home with now has given no code away yet.
    if (wish.isApart) await transaction.run(changing.dropLinkCodes, { studentId })
    return { kind: 'done' }
  }

  return {
    childrenOf: (classId) =>
      database.view(async (transaction) =>
        withGuardians(transaction, await transaction.all(reading.ofClass, { classId })),
      ),

    childrenOfGuardian: (parentId) =>
      database.view(async (transaction) =>
        withGuardians(transaction, await transaction.all(reading.ofGuardian, { parentId })),
      ),

    findChild: (studentId) =>
      database.view(async (transaction) => {
        const rows = await transaction.all(reading.one, { studentId })
        return (await withGuardians(transaction, rows))[0] ?? null
      }),

    findToSignIn: (code, name) =>
      database.read(async (transaction) => {
        const rows = await transaction.all(reading.toSignIn, { code })
        const row = findByName(
          rows.map((each) => ({ ...each, nameKey: each.name_key })),
          name,
        )
        return row ? { id: row.user_id, nickname: row.nickname, pinHash: row.pin_hash } : null
      }),

    findNames: (studentId) =>
      database.read(async (transaction) => {
        const row = await transaction.first(reading.names, { studentId })
        return row ? { name: row.display_name, nickname: row.nickname } : null
      }),

    addChildren: (classId, children, guardianId, nowMs) =>
      database.write(async (transaction): Promise<Placed> => {
        const home = await transaction.first(changing.holdClass, { classId })
        if (!home) return { kind: 'gone' }
        if (home.archived_at_ms !== null) return { kind: 'archived' }
        const known = await transaction.all(changing.names, { classId })
        if (known.length + children.length > MOST_CHILDREN) return { kind: 'full' }
        const taken = takenOf(
          children.map(({ name }) => name),
          keysOf(known),
        )
        if (taken.length > 0) return { kind: 'taken', names: taken }
        const rows = children.map((child) => rowsOf(classId, child, nowMs))
        await transaction.run(changing.insertUsers, { rows: toJson(rows.map(({ user }) => user)) })
        await transaction.run(changing.insertStudents, { rows: toJson(rows.map(({ student }) => student)) })
        if (guardianId !== null) {
          const guardians = children.map(({ id }) => ({ parent_id: guardianId, student_id: id }))
          await transaction.run(changing.insertGuardians, { rows: toJson(guardians) })
        }
        return { kind: 'done' }
      }),

    rename: (studentId, name) => database.write((transaction) => place(transaction, studentId, { name })),

    move: (studentId, classId) => database.write((transaction) => place(transaction, studentId, { classId })),

    moveApart: (studentId, classId) =>
      database.write((transaction) => place(transaction, studentId, { classId, isApart: true })),

    setPin: (studentId, pinHash, pinKind, accountKey) =>
      database.write(async (transaction) => {
        await transaction.run(changing.putPin, { studentId, pinHash, pinKind })
        await transaction.run(changing.dropSessions, { studentId })
        await transaction.run(changing.clearFailures, { accountKey })
      }),

    parentsOf: (studentId) => database.read((transaction) => transaction.all(reading.parents, { studentId })),

    removeGuardian: (studentId, parentId) =>
      database.write(async (transaction) => {
        await transaction.first(changing.holdStudent, { studentId })
        // A code that was not used may be in the same hands.
        await transaction.run(changing.dropLinkCodes, { studentId })
        await transaction.run(changing.dropGuardian, { studentId, parentId })
      }),

    addLinkCode: (studentId, codeHash, expiresAtMs) =>
      database.write(async (transaction) => {
        // Of two that are made at once, one is the newer.
        if (!(await transaction.first(changing.holdStudent, { studentId }))) return false
        // An older code is void: an adult who makes a new one may have lost the paper.
        await transaction.run(changing.dropLinkCodes, { studentId })
        await transaction.run(changing.addLinkCode, { studentId, codeHash, expiresAtMs })
        return true
      }),

    useLinkCode: (codeHash, parentId, nowMs) =>
      database.write(async (transaction) => {
        const code = await transaction.first(changing.linkCode, { codeHash })
        if (!code) return null
        // Whoever changes the codes of a child holds the child first; of two who use one, one finds it.
        await transaction.first(changing.holdStudent, { studentId: code.student_id })
        if ((await transaction.run(changing.dropLinkCode, { codeHash })) === 0) return null
        if (code.expires_at_ms <= nowMs) return null
        await transaction.run(changing.addGuardian, { parentId, studentId: code.student_id })
        return code.student_id
      }),
  }
}
