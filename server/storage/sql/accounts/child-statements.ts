import type { Badge } from '../../../../domain/badge.ts'
import { insertSent, isSent } from '../json-rows.ts'
import { deletion, type SqlValue, perDialect, queryBuilder, statement, type RowOf } from '../statement.ts'

type OfStudent = { studentId: string }
type OfClass = { classId: string }
type Rows = { rows: string }

const USER_COLUMNS = {
  id: 'text',
  name: 'text',
  email: 'text',
  email_verified: 'integer',
  role: 'text',
  created_at_ms: 'integer',
  updated_at_ms: 'integer',
} as const

const STUDENT_COLUMNS = {
  user_id: 'text',
  class_id: 'text',
  display_name: 'text',
  name_key: 'text',
  nickname: 'text',
  pin_sealed: 'text',
  pin_kind: 'text',
  created_at_ms: 'integer',
  color: 'text',
  consent_version: 'integer',
  consent_by: 'text',
} as const

const REQUEST_COLUMNS = {
  class_id: 'text',
  request_id: 'text',
  place: 'integer',
  student_id: 'text',
  made_at_ms: 'integer',
} as const

const GUARDIAN_COLUMNS = { parent_id: 'text', student_id: 'text' } as const

export const childReading = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  const children = db
    .selectFrom('student')
    .innerJoin('school_class', 'school_class.id', 'student.class_id')
    .select([
      'student.user_id',
      'student.class_id',
      'student.display_name',
      'student.nickname',
      'student.color',
      'student.pin_kind',
      'student.created_at_ms',
      'school_class.owner_id',
      'school_class.pin_kind as home_pin_kind',
    ])
  return {
    // A row per child and guardian, so that a class needs one statement only.
    ofClass: statement<OfClass>()((values) =>
      children
        .leftJoin('guardian', 'guardian.student_id', 'student.user_id')
        .select('guardian.parent_id')
        .where('student.class_id', '=', values.classId)
        .orderBy('student.name_key')
        .orderBy('student.user_id')
        .orderBy('guardian.parent_id'),
    ),
    ofGuardian: statement<{ parentId: string }>()((values) =>
      children
        .innerJoin('guardian', 'guardian.student_id', 'student.user_id')
        .where('guardian.parent_id', '=', values.parentId)
        .orderBy('student.name_key')
        .orderBy('student.user_id'),
    ),
    one: statement<OfStudent>()((values) => children.where('student.user_id', '=', values.studentId)),
    guardians: statement<Rows>()((values) =>
      db
        .selectFrom('guardian')
        .select(['parent_id', 'student_id'])
        .where(isSent(dialect, values.rows, { student_id: 'text' }))
        .orderBy('student_id')
        .orderBy('parent_id'),
    ),
    parents: statement<OfStudent>()((values) =>
      db
        .selectFrom('guardian')
        .innerJoin('user', 'user.id', 'guardian.parent_id')
        .select(['user.id', 'user.name'])
        .where('guardian.student_id', '=', values.studentId)
        .orderBy('user.name')
        .orderBy('user.id'),
    ),
    pins: statement<Rows>()((values) =>
      db
        .selectFrom('student')
        .select(['user_id', 'class_id', 'pin_kind', 'pin_sealed'])
        .where(isSent(dialect, values.rows, { student_id: 'text' }, ['user_id'])),
    ),
    names: statement<OfStudent>()((values) =>
      db
        .selectFrom('student')
        .innerJoin('school_class', 'school_class.id', 'student.class_id')
        .select(['student.display_name', 'student.nickname', 'student.color', 'student.token_round'])
        .select(['student.settings', 'school_class.settings as home_settings', 'school_class.zone'])
        .where('student.user_id', '=', values.studentId),
    ),
  }
})

/** What signing in as a child reads. */
export const childSignInReading = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    toSignIn: statement<{ code: string }>()((values) =>
      db
        .selectFrom('school_class')
        .innerJoin('student', 'student.class_id', 'school_class.id')
        .select([
          'student.user_id',
          'student.name_key',
          'student.nickname',
          'student.token_round',
          'student.pin_sealed',
        ])
        .where('school_class.code', '=', values.code)
        .where('school_class.archived_at_ms', 'is', null),
    ),
    classToSignIn: statement<{ code: string }>()((values) =>
      db
        .selectFrom('school_class')
        .leftJoin('student', 'student.class_id', 'school_class.id')
        .select(['school_class.pin_kind', 'student.user_id', 'student.nickname', 'student.color'])
        .where('school_class.code', '=', values.code)
        .where('school_class.archived_at_ms', 'is', null),
    ),
    tokenRound: statement<OfStudent>()((values) =>
      db.selectFrom('student').select('token_round').where('user_id', '=', values.studentId),
    ),
  }
})

/** Statements that change children. Whoever changes a class's members or their names first locks the class. */
export const childChanging = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    lockClass: statement<OfClass>()((values) =>
      db
        .selectFrom('school_class')
        .select(['archived_at_ms', 'zone'])
        .where('id', '=', values.classId)
        .$if(dialect === 'postgres', (query) => query.forUpdate()),
    ),
    names: statement<OfClass>()((values) =>
      db
        .selectFrom('student')
        .select(['user_id', 'name_key', 'nickname', 'color'])
        .where('class_id', '=', values.classId),
    ),
    lockStudent: statement<OfStudent>()((values) =>
      db
        .selectFrom('student')
        .select(['class_id', 'display_name', 'name_key', 'nickname', 'color', 'joined_at_ms'])
        .where('user_id', '=', values.studentId)
        .$if(dialect === 'postgres', (query) => query.forUpdate()),
    ),
    insertUsers: statement<Rows>()((values) => insertSent(dialect, 'user', values.rows, USER_COLUMNS)),
    insertStudents: statement<Rows>()((values) =>
      insertSent(dialect, 'student', values.rows, STUDENT_COLUMNS),
    ),
    insertGuardians: statement<Rows>()((values) =>
      insertSent(dialect, 'guardian', values.rows, GUARDIAN_COLUMNS),
    ),
    put: statement<OfStudent & OfClass & Badge & { name: string; nameKey: string; joinedAtMs: number }>()(
      (values) =>
        db
          .updateTable('student')
          .set({
            class_id: values.classId,
            display_name: values.name,
            name_key: values.nameKey,
            nickname: values.nickname,
            color: values.color,
            joined_at_ms: values.joinedAtMs,
          })
          .where('user_id', '=', values.studentId),
    ),
    leaveAssignments: deletion(dialect, 'assignment_child', 'student_id', 'studentId'),
    putPinKind: statement<OfClass & { pinKind: string }>()((values) =>
      db.updateTable('school_class').set({ pin_kind: values.pinKind }).where('id', '=', values.classId),
    ),
    putPin: statement<OfStudent & { sealed: string; pinKind: string }>()((values) =>
      db
        .updateTable('student')
        .set({ pin_sealed: values.sealed, pin_kind: values.pinKind })
        .where('user_id', '=', values.studentId),
    ),
    addedBy: statement<OfClass & { requestId: string }>()((values) =>
      db
        .selectFrom('child_request')
        .select('student_id')
        .where('class_id', '=', values.classId)
        .where('request_id', '=', values.requestId)
        .orderBy('place'),
    ),
    insertRequests: statement<Rows>()((values) =>
      insertSent(dialect, 'child_request', values.rows, REQUEST_COLUMNS),
    ),
    clearWrongPins: deletion(dialect, 'sign_in_failure', 'student_id', 'studentId'),
    dropSessions: deletion(dialect, 'session', 'user_id', 'studentId'),
  }
})

/** Statements that change children's guardians, and the codes that link parents. */
export const childLinking = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    addGuardian: statement<{ parentId: string; studentId: string }>()((values) =>
      db
        .insertInto('guardian')
        .values({ parent_id: values.parentId, student_id: values.studentId })
        .onConflict((conflict) => conflict.columns(['parent_id', 'student_id']).doNothing()),
    ),
    dropGuardian: statement<OfStudent & { parentId: string }>()((values) =>
      db
        .deleteFrom('guardian')
        .where('student_id', '=', values.studentId)
        .where('parent_id', '=', values.parentId),
    ),
    dropLinkCodes: deletion(dialect, 'link_code', 'student_id', 'studentId'),
    addLinkCode: statement<OfStudent & { codeHash: string; expiresAtMs: number }>()((values) =>
      db.insertInto('link_code').values({
        code_hash: values.codeHash,
        student_id: values.studentId,
        expires_at_ms: values.expiresAtMs,
      }),
    ),
    linkCode: statement<{ codeHash: string }>()((values) =>
      db
        .selectFrom('link_code')
        .select(['student_id', 'expires_at_ms'])
        .where('code_hash', '=', values.codeHash),
    ),
    dropLinkCode: deletion(dialect, 'link_code', 'code_hash', 'codeHash'),
  }
})

export type ChildRow = RowOf<ReturnType<typeof childReading>['one']>

export type NewRows = {
  readonly user: Record<keyof typeof USER_COLUMNS, SqlValue>
  readonly student: Record<keyof typeof STUDENT_COLUMNS, SqlValue>
}
