import { findByName } from '../../../../domain/child-name.ts'
import type { PinKind } from '../../../../domain/pin.ts'
import type { ChildStore } from '../../../account/port.ts'
import type { Database } from '../../database.ts'
import { AccessRows } from './access-store.ts'
import { SettingsRows } from './settings-store.ts'
import { readInHome } from './settings-text.ts'
import { badgeOf, ChildRows } from './child-rows.ts'
import { childChanging, childLinking, childReading, childSignInReading } from './child-statements.ts'
import { toJson } from '../json-rows.ts'
import { TokenRounds } from '../students/token-rounds.ts'

/** Guardians and link codes. */
function childLinks(database: Database) {
  const reading = childReading(database.dialect)
  const changing = childChanging(database.dialect)
  const linking = childLinking(database.dialect)
  const settings = new SettingsRows(database.dialect)
  return {
    parentsOf: (studentId) => database.read((transaction) => transaction.all(reading.parents, { studentId })),

    removeGuardian: (studentId, parentId) =>
      database.write(async (transaction) => {
        await transaction.first(changing.lockStudent, { studentId })
        // The removed parent may have an unused code.
        await transaction.run(linking.dropLinkCodes, { studentId })
        await transaction.run(linking.dropGuardian, { studentId, parentId })
        const left = await transaction.all(reading.parents, { studentId })
        if (left.length === 0) await settings.change(transaction, studentId, { parentBoards: true })
      }),

    addLinkCode: (studentId, codeHash, expiresAtMs) =>
      database.write(async (transaction) => {
        // Locks the student, so that concurrent calls leave only one code.
        if (!(await transaction.first(changing.lockStudent, { studentId }))) return false
        // A new code voids older ones, which may have been lost.
        await transaction.run(linking.dropLinkCodes, { studentId })
        await transaction.run(linking.addLinkCode, { studentId, codeHash, expiresAtMs })
        return true
      }),

    useLinkCode: (codeHash, parentId, nowMs) =>
      database.write(async (transaction) => {
        const code = await transaction.first(linking.linkCode, { codeHash })
        if (!code) return null
        // Locks the student, so that a code can be used only once.
        await transaction.first(changing.lockStudent, { studentId: code.student_id })
        if ((await transaction.run(linking.dropLinkCode, { codeHash })) === 0) return null
        if (code.expires_at_ms <= nowMs) return null
        await transaction.run(linking.addGuardian, { parentId, studentId: code.student_id })
        return code.student_id
      }),
  } satisfies Partial<ChildStore>
}

/** PINs, and signing children out. */
function childPins(database: Database, rows: ChildRows, tokens: TokenRounds) {
  const reading = childReading(database.dialect)
  const changing = childChanging(database.dialect)
  const accesses = new AccessRows(database.dialect)
  return {
    viewPins: (studentIds, adult, nowMs) =>
      database.write(async (transaction) => {
        const found = await transaction.all(reading.pins, {
          rows: toJson(studentIds.map((id) => ({ student_id: id }))),
        })
        const viewed = found.map((row) => ({ id: row.user_id, classId: row.class_id }))
        await accesses.add(transaction, { children: viewed, by: adult, kind: 'pin_view', nowMs })
        return found.map((row) => ({
          id: row.user_id,
          pinKind: row.pin_kind as PinKind,
          sealedPin: row.pin_sealed,
        }))
      }),

    setPins: (pins, nowMs) => database.write((transaction) => rows.putPins(transaction, pins, nowMs)),

    setPinsOfClass: (classId, pinKind, pins, nowMs) =>
      database.write(async (transaction) => {
        const retired = await rows.putPins(transaction, pins, nowMs)
        // Locks children before the class, as moving a child does, to prevent deadlocks.
        await transaction.run(changing.putPinKind, { classId, pinKind })
        return retired
      }),

    signOut: (students, nowMs) =>
      database.write(async (transaction) => {
        const retired = await tokens.renew(transaction, students, nowMs)
        for (const { studentId } of students) await transaction.run(changing.dropSessions, { studentId })
        return retired
      }),
  } satisfies Partial<ChildStore>
}

export function sqlChildStore(database: Database): ChildStore {
  const reading = childReading(database.dialect)
  const signingIn = childSignInReading(database.dialect)
  const tokens = new TokenRounds(database.dialect)
  const rows = new ChildRows(database.dialect, tokens)

  return {
    ...childLinks(database),
    ...childPins(database, rows, tokens),

    childrenOf: (classId) => database.read((transaction) => rows.ofClass(transaction, classId)),

    childrenOfGuardian: (parentId) =>
      database.view(async (transaction) =>
        rows.withGuardians(transaction, await transaction.all(reading.ofGuardian, { parentId })),
      ),

    findChild: (studentId) =>
      database.view(async (transaction) => {
        const found = await transaction.all(reading.one, { studentId })
        return (await rows.withGuardians(transaction, found))[0] ?? null
      }),

    findToSignIn: (code, meant) =>
      database.read(async (transaction) => {
        const children = await transaction.all(signingIn.toSignIn, { code })
        const row =
          typeof meant === 'string'
            ? findByName(
                children.map((each) => ({ ...each, nameKey: each.name_key })),
                meant,
              )
            : children.find(({ user_id: id }) => meant(id))
        if (!row) return null
        const { user_id: id, nickname, token_round: tokenRound } = row
        return { id, nickname, tokenRound, sealedPin: row.pin_sealed }
      }),

    findClassToSignIn: (code) =>
      database.read(async (transaction) => {
        const rows = await transaction.all(signingIn.classToSignIn, { code })
        const [first] = rows
        if (!first) return null
        const children = rows.flatMap(({ user_id: id, nickname, color }) =>
          id === null || nickname === null || color === null ? [] : [{ id, ...badgeOf({ nickname, color }) }],
        )
        return { pinKind: first.pin_kind as PinKind, children }
      }),

    tokenRoundOf: (studentId) =>
      database.read(
        async (transaction) =>
          (await transaction.first(signingIn.tokenRound, { studentId }))?.token_round ?? 0,
      ),

    findNames: (studentId) =>
      database.read(async (transaction) => {
        const row = await transaction.first(reading.names, { studentId })
        if (!row) return null
        const { display_name: name, token_round: tokenRound } = row
        const settings = readInHome(row.settings, row.home_settings)
        return { name, ...badgeOf(row), tokenRound, settings, zone: row.zone }
      }),

    addChildren: (...added) => database.write((transaction) => rows.add(transaction, ...added)),

    rename: (studentId, name) =>
      database.write((transaction) => rows.place(transaction, studentId, { name, nowMs: 0 })),

    move: (studentId, classId, nowMs) =>
      database.write((transaction) => rows.place(transaction, studentId, { classId, nowMs })),

    moveApart: (studentId, classId, nowMs) =>
      database.write((transaction) => rows.place(transaction, studentId, { classId, nowMs, isApart: true })),
  }
}
