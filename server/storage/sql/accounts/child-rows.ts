import { CalendarMoves } from './calendar-moves.ts'
import { unusedBadge, type Badge, type BadgeColor } from '../../../../domain/badge.ts'
import { nameKey, plainName } from '../../../../domain/child-name.ts'
import type { PinKind } from '../../../../domain/pin.ts'
import { MAX_NAME_LENGTH } from '../../../../contract/account.ts'
import { MAX_CHILDREN } from '../../../../contract/classes.ts'
import type {
  AddResult,
  ChildRecord,
  NewChild,
  NewPin,
  PlacementResult,
  RetiredToken,
} from '../../../account/port.ts'
import type { Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import { childChanging, childLinking, childReading, type ChildRow, type NewRows } from './child-statements.ts'
import { toJson } from '../json-rows.ts'
import { settleHidden } from '../boards/hidden-player-rows.ts'
import type { TokenRounds } from '../students/token-rounds.ts'

/** Placeholder emails for children, which better-auth's schema requires. Undeliverable (RFC 2606 §2). */
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
      pin_sealed: child.sealedPin,
      pin_kind: child.pinKind,
      created_at_ms: nowMs,
      color: badge.color,
      consent_version: child.consent.version,
      consent_by: child.consent.adultId,
    },
  }
}

/** Name keys are recomputed because rows may have been stored with an older definition. */
function keysOf(rows: readonly { readonly name_key: string }[]): Set<string> {
  return new Set(rows.map(({ name_key: key }) => key))
}

/** The names that are already taken or occur twice. */
function takenNames(names: readonly string[], taken: ReadonlySet<string>): string[] {
  const seen = new Set(taken)
  return names.filter((name) => {
    const isTaken = seen.has(nameKey(name))
    seen.add(nameKey(name))
    return isTaken
  })
}

export function badgeOf(row: { readonly nickname: string; readonly color: string }): Badge {
  return { nickname: row.nickname, color: row.color as BadgeColor }
}

/** Badges for new children, distinct from each other and from those in the class. */
function uniqueBadges(children: readonly NewChild[], known: readonly Badge[]): Badge[] {
  const all = [...known]
  for (const { nickname } of children) all.push(unusedBadge({ nickname }, all))
  return all.slice(known.length)
}

/** `Ana`, or `Ana 2` if there is already an Ana, and so on. */
function uniqueName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 2, free = name; ; number += 1) {
    if (!taken.has(nameKey(free))) return free
    const end = ` ${number}`
    free = name.slice(0, MAX_NAME_LENGTH - end.length) + end
  }
}

function childOf(row: ChildRow, guardians: readonly { readonly parent_id: string | null }[]): ChildRecord {
  return {
    id: row.user_id,
    classId: row.class_id,
    name: row.display_name,
    ...badgeOf(row),
    pinKind: row.pin_kind as PinKind,
    homePinKind: row.home_pin_kind as PinKind,
    createdAtMs: row.created_at_ms,
    ownerId: row.owner_id,
    guardianIds: guardians.flatMap(({ parent_id: id }) => id ?? []),
  }
}

/** Reads and writes children inside the caller's transaction. */
export class ChildRows {
  readonly #calendars: CalendarMoves
  readonly #reading: ReturnType<typeof childReading>
  readonly #changing: ReturnType<typeof childChanging>
  readonly #linking: ReturnType<typeof childLinking>
  readonly #tokens: TokenRounds

  constructor(dialect: Dialect, tokens: TokenRounds) {
    this.#calendars = new CalendarMoves(dialect)
    this.#reading = childReading(dialect)
    this.#changing = childChanging(dialect)
    this.#linking = childLinking(dialect)
    this.#tokens = tokens
  }

  async withGuardians(transaction: Transaction, rows: readonly ChildRow[]): Promise<ChildRecord[]> {
    const ids = toJson(rows.map((row) => ({ student_id: row.user_id })))
    const guardians = await transaction.all(this.#reading.guardians, { rows: ids })
    return rows.map((row) =>
      childOf(
        row,
        guardians.filter(({ student_id: id }) => id === row.user_id),
      ),
    )
  }

  async ofClass(transaction: Transaction, classId: string): Promise<ChildRecord[]> {
    const rows = await transaction.all(this.#reading.ofClass, { classId })
    const first = rows.filter(({ user_id: id }, place) => rows[place - 1]?.user_id !== id)
    return first.map((row) =>
      childOf(
        row,
        rows.filter(({ user_id: id }) => id === row.user_id),
      ),
    )
  }

  /** Renames a child or moves it to a class, with a badge that is unique there. `isApart` numbers the name if it is taken. */
  async place(
    transaction: Transaction,
    studentId: string,
    wish: {
      readonly classId?: string
      readonly name?: string
      readonly isApart?: boolean
      readonly nowMs: number
    },
  ): Promise<PlacementResult> {
    const child = await transaction.first(this.#changing.lockStudent, { studentId })
    if (!child) return { kind: 'gone' }
    const classId = wish.classId ?? child.class_id
    const wished = plainName(wish.name ?? child.display_name)
    const home = await transaction.first(this.#changing.lockClass, { classId })
    if (!home) return { kind: 'gone' }
    if (home.archived_at_ms !== null && classId !== child.class_id) return { kind: 'archived' }
    const others = (await transaction.all(this.#changing.names, { classId })).filter(
      ({ user_id: id }) => id !== studentId,
    )
    if (others.length >= MAX_CHILDREN) return { kind: 'full' }
    const taken = keysOf(others)
    const name = wish.isApart ? uniqueName(wished, taken) : wished
    if (taken.has(nameKey(name))) return { kind: 'taken', names: [name] }
    const badge = unusedBadge(badgeOf(child), others.map(badgeOf))
    const joinedAtMs = classId === child.class_id ? child.joined_at_ms : wish.nowMs
    const placed = { studentId, classId, name, nameKey: nameKey(name), joinedAtMs, ...badge }
    await transaction.run(this.#changing.put, placed)
    if (classId !== child.class_id) {
      const move = { studentId, fromClassId: child.class_id, toZone: home.zone, atMs: wish.nowMs }
      await this.#calendars.moved(transaction, move)
      await transaction.run(this.#changing.leaveAssignments, { studentId })
      await settleHidden(transaction, [studentId])
    }
    // Link codes of the previous home are void.
    if (wish.isApart) await transaction.run(this.#linking.dropLinkCodes, { studentId })
    return { kind: 'done' }
  }

  async putPins(
    transaction: Transaction,
    pins: readonly NewPin[],
    nowMs: number,
  ): Promise<readonly RetiredToken[]> {
    for (const { studentId, sealed, pinKind } of pins) {
      await transaction.run(this.#changing.putPin, { studentId, sealed, pinKind })
      await transaction.run(this.#changing.dropSessions, { studentId })
      await transaction.run(this.#changing.clearWrongPins, { studentId })
    }
    return this.#tokens.renew(transaction, pins, nowMs)
  }

  /** Adds children to a class, all or none. Idempotent by `requestId`. */
  async add(
    transaction: Transaction,
    classId: string,
    children: readonly NewChild[],
    guardianId: string | null,
    nowMs: number,
    requestId: string,
  ): Promise<AddResult> {
    const home = await transaction.first(this.#changing.lockClass, { classId })
    if (!home) return { kind: 'gone' }
    // Checked after locking the class, so that concurrent repeats are found too.
    const before = await transaction.all(this.#changing.addedBy, { classId, requestId })
    if (before.length > 0) return { kind: 'done', studentIds: before.map((row) => row.student_id) }
    if (home.archived_at_ms !== null) return { kind: 'archived' }
    const known = await transaction.all(this.#changing.names, { classId })
    if (known.length + children.length > MAX_CHILDREN) return { kind: 'full' }
    const taken = takenNames(
      children.map(({ name }) => name),
      keysOf(known),
    )
    if (taken.length > 0) return { kind: 'taken', names: taken }
    const badges = uniqueBadges(children, known.map(badgeOf))
    const rows = badges.flatMap((badge, at) => {
      const child = children[at]
      return child ? [rowsOf(classId, child, badge, nowMs)] : []
    })
    await transaction.run(this.#changing.insertUsers, { rows: toJson(rows.map(({ user }) => user)) })
    await transaction.run(this.#changing.insertStudents, { rows: toJson(rows.map(({ student }) => student)) })
    if (guardianId !== null) {
      const guardians = children.map(({ id }) => ({ parent_id: guardianId, student_id: id }))
      await transaction.run(this.#changing.insertGuardians, { rows: toJson(guardians) })
    }
    const studentIds = children.map(({ id }) => id)
    const requests = studentIds.map((id, place) => ({
      class_id: classId,
      request_id: requestId,
      place,
      student_id: id,
      made_at_ms: nowMs,
    }))
    await transaction.run(this.#changing.insertRequests, { rows: toJson(requests) })
    return { kind: 'done', studentIds }
  }
}
