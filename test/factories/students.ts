import { createHash } from 'node:crypto'
import { Refusal } from '../../server/http/errors.ts'
import type { Database } from '../../server/storage/database.ts'
import { sqlAccountStores } from '../../server/storage/sql/accounts/account-stores.ts'
import { sqlStudentStore, type StudentStore } from '../../server/storage/sql/students/student-store.ts'
import type { SignedInStudents } from '../../server/student/port.ts'

/** Stands for a cookie: the header in which the tests say which student is signed in. */
export const STUDENT_HEADER = 'x-test-student'

/** The session token under which a student of the tests plays. */
export function playerTokenOf(studentId: string): string {
  return createHash('sha256').update(`player:${studentId}`).digest('hex').slice(0, 16)
}

/** Stores an adult, without a password. */
export async function storeAdult(database: Database, id: string, role: 'teacher' | 'parent'): Promise<void> {
  await database.write(({ db }) =>
    db
      .insertInto('user')
      .values({
        id,
        name: id,
        email: `${id.toLowerCase()}@school.example`,
        email_verified: 0,
        role,
        created_at_ms: 0,
        updated_at_ms: 0,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute(),
  )
}

/** Stores students, each in a class of its own, whose accounts are made then, unless they are there. */
export function enrolment(database: Database, madeAtMs = 0): (studentId: string) => Promise<void> {
  const { children, classes } = sqlAccountStores(database)
  return async (studentId) => {
    if (await children.findChild(studentId)) return
    await storeAdult(database, 'teacher', 'teacher')
    await classes.addClass(
      {
        id: `class-${studentId}`,
        ownerId: 'teacher',
        kind: 'class',
        name: '3b',
        code: `CODE-${studentId}`,
        createdAtMs: 0,
        archivedAtMs: null,
        signInWindowUntilMs: null,
        zone: 'America/Los_Angeles',
        pinKind: 'digits',
      },
      1_000_000,
    )
    const child = { id: studentId, name: 'Zoe', nickname: nicknameOf(studentId) }
    await children.addChildren(
      `class-${studentId}`,
      [{ ...child, sealedPin: 'none', consent: { version: 1, adultId: 'adult' }, pinKind: 'digits' }],
      null,
      madeAtMs,
      'enrolment',
    )
  }
}

/** A store of practice in which every student is enrolled who begins a session. */
export function enrollingStore(database: Database, madeAtMs = 0) {
  const store = sqlStudentStore(database)
  const enrol = enrolment(database, madeAtMs)
  return {
    ...store,
    begin: async (session) => {
      await enrol(session.studentId)
      const begun = await store.begin(session)
      if (!begun) throw new Error('a student was stored and is not there')
      return begun
    },
  } satisfies StudentStore
}

/** The stub at the one seam that this part has to signing in: whoever the header names is signed in, and enrolled. */
export function headerStudents(database: Database, madeAtMs = 0): SignedInStudents {
  const enrol = enrolment(database, madeAtMs)
  const enrolled = new Map<string, Promise<void>>()
  return {
    admit: async ({ headers }) => {
      const studentId = headers[STUDENT_HEADER]
      if (typeof studentId !== 'string') throw new Refusal(401, 'unauthorized', 'Unauthorized')
      const stored = enrolled.get(studentId) ?? enrol(studentId)
      enrolled.set(studentId, stored)
      await stored
      return studentId
    },
    playerOf: async (studentId) => ({
      token: playerTokenOf(studentId),
      nickname: nicknameOf(studentId),
      isOnBoards: true,
    }),
  }
}

/** The generated nickname of a student of the tests. */
export function nicknameOf(studentId: string): string {
  return `SwiftFox${(studentId.length % 99) + 1}`
}
