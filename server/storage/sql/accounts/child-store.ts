import { findByName, nameKey, plainName } from '../../../../domain/child-name.ts'
import { badgeApart, type Badge, type BadgeColor } from '../../../../domain/badge.ts'
import type { PinKind } from '../../../../domain/pin.ts'
import { MAX_NAME_LENGTH, MAX_CHILDREN } from '../../../../contract/account-limits.ts'
import type {
  Added,
  ChildRecord,
  ChildStore,
  NewChild,
  NewPin,
  Placed,
  RetiredToken,
  StoredPin,
} from '../../../account/port.ts'
import type { Database, Transaction } from '../../database.ts'
import { AccessRows } from './access-store.ts'
import { childChanging, childReading, type ChildRow, type NewRows } from './child-statements.ts'
import { toJson } from '../json-rows.ts'
import { TokenRounds } from '../students/token-rounds.ts'

/** No mail ever reaches this; a child has none, and the column wants one (RFC 2606 §2). */
const NO_MAIL_DOMAIN = 'student.invalid'

function rowsOf(classId: string, child: NewChild, badge: Badge, nowMs: number): NewRows {
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
      nickname: badge.nickname,
      pin_hash: '',
      pin_sealed: child.sealedPin,
      pin_kind: child.pinKind,
      created_at_ms: nowMs,
      color: badge.color,
      consent_version: child.consent.version,
      consent_by: child.consent.adultId,
    },
  }
}

function storedPin(row: { readonly pin_hash: string; readonly pin_sealed: string | null }): StoredPin {
  // A server of an earlier version, which runs beside this one for a while, makes new PINs as hashes.
  return row.pin_hash === ''
    ? { kind: 'sealed', sealed: row.pin_sealed ?? '' }
    : { kind: 'hashed', hash: row.pin_hash }
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

function badgeOf(row: { readonly nickname: string; readonly color: string }): Badge {
  return { nickname: row.nickname, color: row.color as BadgeColor }
}

/** Badges for new children of a class, each apart from the others and from those that are there. */
function newBadges(children: readonly NewChild[], known: readonly Badge[]): Badge[] {
  const all = [...known]
  for (const { nickname } of children) all.push(badgeApart({ nickname }, all))
  return all.slice(known.length)
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
  const accesses = new AccessRows(database.dialect)
  const tokens = new TokenRounds(database.dialect)

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
      ...badgeOf(row),
      pinKind: row.pin_kind as PinKind,
      homePinKind: row.home_pin_kind as PinKind,
      createdAtMs: row.created_at_ms,
      ownerId: row.owner_id,
      guardianIds: guardians
        .filter(({ student_id: id }) => id === row.user_id)
        .map(({ parent_id: id }) => id),
    }))
  }

  /** Gives a child a name and a badge in a class, if both are there and the name is free. */
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
    if (others.length >= MAX_CHILDREN) return { kind: 'full' }
    const taken = keysOf(others)
    const name = wish.isApart ? nameApart(wished, taken) : wished
    if (taken.has(nameKey(name))) return { kind: 'taken', names: [name] }
    const badge = badgeApart(badgeOf(child), others.map(badgeOf))
    await transaction.run(changing.put, { studentId, classId, name, nameKey: nameKey(name), ...badge })
    // Whom the child is at home with now has given no code away yet.
    if (wish.isApart) await transaction.run(changing.dropLinkCodes, { studentId })
    return { kind: 'done' }
  }

  const putPins = async (
    transaction: Transaction,
    pins: readonly NewPin[],
    nowMs: number,
  ): Promise<readonly RetiredToken[]> => {
    for (const { studentId, sealed, pinKind, accountKey } of pins) {
      await transaction.run(changing.putPin, { studentId, sealed, pinKind })
      await transaction.run(changing.dropSessions, { studentId })
      await transaction.run(changing.clearFailures, { accountKey })
    }
    return tokens.renew(transaction, pins, nowMs)
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

    findToSignIn: (code, meant) =>
      database.read(async (transaction) => {
        const rows = await transaction.all(reading.toSignIn, { code })
        const row =
          typeof meant === 'string'
            ? findByName(
                rows.map((each) => ({ ...each, nameKey: each.name_key })),
                meant,
              )
            : rows.find(({ user_id: id }) => meant(id))
        if (!row) return null
        const { user_id: id, nickname, token_round: tokenRound } = row
        return { id, nickname, tokenRound, pin: storedPin(row) }
      }),

    pinKindOf: (code) =>
      database.read(async (transaction) => {
        const row = await transaction.first(reading.pinKind, { code })
        return (row?.pin_kind ?? 'digits') as PinKind
      }),

    tokenRoundOf: (studentId) =>
      database.read(
        async (transaction) => (await transaction.first(reading.tokenRound, { studentId }))?.token_round ?? 0,
      ),

    findNames: (studentId) =>
      database.read(async (transaction) => {
        const row = await transaction.first(reading.names, { studentId })
        return row ? { name: row.display_name, ...badgeOf(row), tokenRound: row.token_round } : null
      }),

    addChildren: (classId, children, guardianId, nowMs, requestId) =>
      database.write(async (transaction): Promise<Added> => {
        const home = await transaction.first(changing.holdClass, { classId })
        if (!home) return { kind: 'gone' }
        // A repeat comes while the first one holds the class, or after it.
        const before = await transaction.all(changing.addedBy, { classId, requestId })
        if (before.length > 0) return { kind: 'done', studentIds: before.map((row) => row.student_id) }
        if (home.archived_at_ms !== null) return { kind: 'archived' }
        const known = await transaction.all(changing.names, { classId })
        if (known.length + children.length > MAX_CHILDREN) return { kind: 'full' }
        const taken = takenOf(
          children.map(({ name }) => name),
          keysOf(known),
        )
        if (taken.length > 0) return { kind: 'taken', names: taken }
        const badges = newBadges(children, known.map(badgeOf))
        const rows = badges.flatMap((badge, at) => {
          const child = children[at]
          return child ? [rowsOf(classId, child, badge, nowMs)] : []
        })
        await transaction.run(changing.insertUsers, { rows: toJson(rows.map(({ user }) => user)) })
        await transaction.run(changing.insertStudents, { rows: toJson(rows.map(({ student }) => student)) })
        if (guardianId !== null) {
          const guardians = children.map(({ id }) => ({ parent_id: guardianId, student_id: id }))
          await transaction.run(changing.insertGuardians, { rows: toJson(guardians) })
        }
        const studentIds = children.map(({ id }) => id)
        const requests = studentIds.map((id, place) => ({
          class_id: classId,
          request_id: requestId,
          place,
          student_id: id,
          made_at_ms: nowMs,
        }))
        await transaction.run(changing.insertRequests, { rows: toJson(requests) })
        return { kind: 'done', studentIds }
      }),

    rename: (studentId, name) => database.write((transaction) => place(transaction, studentId, { name })),

    move: (studentId, classId) => database.write((transaction) => place(transaction, studentId, { classId })),

    moveApart: (studentId, classId) =>
      database.write((transaction) => place(transaction, studentId, { classId, isApart: true })),

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
          pin: storedPin(row),
        }))
      }),

    replaceHash: (studentId, hash, sealed) =>
      database.write(async (transaction) => {
        await transaction.run(changing.replaceHash, { studentId, hash, sealed })
      }),

    setPins: (pins, nowMs) => database.write((transaction) => putPins(transaction, pins, nowMs)),

    setPinsOfClass: (classId, pinKind, pins, nowMs) =>
      database.write(async (transaction) => {
        const retired = await putPins(transaction, pins, nowMs)
        // After the children, as in moving one: two that wait for each other would wait for ever.
        await transaction.run(changing.putPinKind, { classId, pinKind })
        return retired
      }),

    signOut: (students, nowMs) =>
      database.write(async (transaction) => {
        const retired = await tokens.renew(transaction, students, nowMs)
        for (const { studentId } of students) await transaction.run(changing.dropSessions, { studentId })
        return retired
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
