import { unusedBadge, type Badge, type BadgeColor } from '../../../../domain/badge.ts'
import { nameKey, plainName } from '../../../../domain/child-name.ts'
import type { PinKind } from '../../../../domain/pin.ts'
import { MAX_NAME_LENGTH } from '../../../../contract/account.ts'
import { MAX_CHILDREN } from '../../../../contract/classes.ts'
import type { AddResult, ChildRecord, NewChild, PlacementResult } from '../../../account/port.ts'
import type { Transaction } from '../../database.ts'
import { settleHidden } from '../boards/hidden-player-rows.ts'
import { moveCalendar } from './calendar-store.ts'

/** Placeholder emails for children, which better-auth's schema requires. Undeliverable (RFC 2606 §2). */
const NO_MAIL_DOMAIN = 'student.invalid'

function userRow({ id }: NewChild, nowMs: number) {
  return {
    id,
    name: '',
    email: `${id.toLowerCase()}@${NO_MAIL_DOMAIN}`,
    email_verified: 0,
    role: 'student',
    created_at_ms: nowMs,
    updated_at_ms: nowMs,
  }
}

function studentRow(classId: string, child: NewChild, badge: Badge, nowMs: number) {
  return {
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
  }
}

/** The names of new children that are already taken or occur twice. */
function takenNames(children: readonly NewChild[], taken: readonly string[]): string[] {
  const seen = new Set(taken)
  const names = children.map(({ name }) => name)
  return names.filter((name) => {
    const isTaken = seen.has(nameKey(name))
    seen.add(nameKey(name))
    return isTaken
  })
}

export function badgeOf(row: { readonly nickname: string; readonly color: string }): Badge {
  return { nickname: row.nickname, color: row.color as BadgeColor }
}

/** `Ana`, or `Ana 2` if there is already an Ana, and so on. */
function uniqueName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 2, free = name; ; number += 1) {
    if (!taken.has(nameKey(free))) return free
    const end = ` ${number}`
    free = name.slice(0, MAX_NAME_LENGTH - end.length) + end
  }
}

/** Selects children by name, with a row per child and guardian, so that a class needs one statement only. */
export function childRows({ db }: Transaction) {
  return db
    .selectFrom('student')
    .innerJoin('school_class', 'school_class.id', 'student.class_id')
    .leftJoin('guardian', 'guardian.student_id', 'student.user_id')
    .select(['student.user_id', 'student.class_id', 'student.display_name', 'student.nickname'])
    .select(['student.color', 'student.pin_kind', 'student.created_at_ms', 'guardian.parent_id'])
    .select(['school_class.owner_id', 'school_class.pin_kind as home_pin_kind'])
    .orderBy('student.name_key')
    .orderBy('student.user_id')
    .orderBy('guardian.parent_id')
}

/** The children of `childRows`. */
export async function readChildren(query: ReturnType<typeof childRows>): Promise<ChildRecord[]> {
  const rows = await query.execute()
  const first = rows.filter(({ user_id: id }, place) => rows[place - 1]?.user_id !== id)
  return first.map((row) => ({
    id: row.user_id,
    classId: row.class_id,
    name: row.display_name,
    ...badgeOf(row),
    pinKind: row.pin_kind as PinKind,
    homePinKind: row.home_pin_kind as PinKind,
    createdAtMs: row.created_at_ms,
    ownerId: row.owner_id,
    guardianIds: rows.flatMap((each) => (each.user_id === row.user_id ? (each.parent_id ?? []) : [])),
  }))
}

export function lockStudent({ db, dialect }: Transaction, studentId: string) {
  return db
    .selectFrom('student')
    .select(['class_id', 'display_name', 'nickname', 'color', 'joined_at_ms'])
    .where('user_id', '=', studentId)
    .$if(dialect === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()
}

/** Whoever changes a class's members or their names first locks the class. */
function lockClass({ db, dialect }: Transaction, classId: string) {
  return db
    .selectFrom('school_class')
    .select(['archived_at_ms', 'zone'])
    .where('id', '=', classId)
    .$if(dialect === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()
}

function namesIn({ db }: Transaction, classId: string) {
  const names = db.selectFrom('student').select(['user_id', 'name_key', 'nickname', 'color'])
  return names.where('class_id', '=', classId).execute()
}

type Wish = {
  readonly classId?: string
  readonly name?: string
  readonly isApart?: boolean
  readonly nowMs: number
}

/** Renames a child or moves it to a class, with a badge that is unique there. `isApart` numbers the name if it is taken. */
export async function placeChild(
  transaction: Transaction,
  studentId: string,
  wish: Wish,
): Promise<PlacementResult> {
  const { db } = transaction
  const child = await lockStudent(transaction, studentId)
  if (!child) return { kind: 'gone' }
  const classId = wish.classId ?? child.class_id
  const isMoved = classId !== child.class_id
  const wished = plainName(wish.name ?? child.display_name)
  const home = await lockClass(transaction, classId)
  if (!home) return { kind: 'gone' }
  if (home.archived_at_ms !== null && isMoved) return { kind: 'archived' }
  const others = (await namesIn(transaction, classId)).filter(({ user_id: id }) => id !== studentId)
  if (others.length >= MAX_CHILDREN) return { kind: 'full' }
  const taken = new Set(others.map(({ name_key: key }) => key))
  const name = wish.isApart ? uniqueName(wished, taken) : wished
  if (taken.has(nameKey(name))) return { kind: 'taken', names: [name] }
  await db
    .updateTable('student')
    .set({
      class_id: classId,
      display_name: name,
      name_key: nameKey(name),
      ...unusedBadge(badgeOf(child), others.map(badgeOf)),
      joined_at_ms: isMoved ? wish.nowMs : child.joined_at_ms,
    })
    .where('user_id', '=', studentId)
    .execute()
  if (isMoved) {
    const move = { studentId, fromClassId: child.class_id, toZone: home.zone, atMs: wish.nowMs }
    await moveCalendar(transaction, move)
    await db.deleteFrom('assignment_child').where('student_id', '=', studentId).execute()
    await settleHidden(transaction, [studentId])
  }
  // Link codes of the previous home are void.
  if (wish.isApart) await db.deleteFrom('link_code').where('student_id', '=', studentId).execute()
  return { kind: 'done' }
}

/** Adds children to a class, all or none. Idempotent by `requestId`. */
export async function addChildren(
  transaction: Transaction,
  classId: string,
  children: readonly NewChild[],
  guardianId: string | null,
  nowMs: number,
  requestId: string,
): Promise<AddResult> {
  const { db } = transaction
  const home = await lockClass(transaction, classId)
  if (!home) return { kind: 'gone' }
  // Checked after locking the class, so that concurrent repeats are found too.
  const before = await db
    .selectFrom('child_request')
    .select('student_id')
    .where('class_id', '=', classId)
    .where('request_id', '=', requestId)
    .orderBy('place')
    .execute()
  if (before.length > 0) return { kind: 'done', studentIds: before.map((row) => row.student_id) }
  if (home.archived_at_ms !== null) return { kind: 'archived' }
  const known = await namesIn(transaction, classId)
  if (known.length + children.length > MAX_CHILDREN) return { kind: 'full' }
  const keys = known.map(({ name_key: key }) => key)
  const taken = takenNames(children, keys)
  if (taken.length > 0) return { kind: 'taken', names: taken }
  if (children.length === 0) return { kind: 'done', studentIds: [] }
  const badges = known.map(badgeOf)
  const students = children.map((child) => {
    const badge = unusedBadge({ nickname: child.nickname }, badges)
    badges.push(badge)
    return studentRow(classId, child, badge, nowMs)
  })
  const studentIds = children.map(({ id }) => id)
  const requests = studentIds.map((id, place) => ({
    class_id: classId,
    request_id: requestId,
    place,
    student_id: id,
    made_at_ms: nowMs,
  }))
  const users = children.map((child) => userRow(child, nowMs))
  await db.insertInto('user').values(users).execute()
  await db.insertInto('student').values(students).execute()
  await db.insertInto('child_request').values(requests).execute()
  if (guardianId !== null) {
    const guardians = studentIds.map((id) => ({ parent_id: guardianId, student_id: id }))
    await db.insertInto('guardian').values(guardians).execute()
  }
  return { kind: 'done', studentIds }
}
