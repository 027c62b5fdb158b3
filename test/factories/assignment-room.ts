import { expect, onTestFinished } from 'vitest'
import type { NewAssignment } from '../../contract/assignments.ts'
import { findFact } from '../../domain/fact.ts'
import { FACTS } from '../../domain/learning/memory.ts'
import { factsOfSet } from '../../domain/school/fact-sets.ts'
import { practiceDay } from '../../domain/practice-day.ts'
import { assignmentService } from '../../server/school/assignment-service.ts'
import type { Database } from '../../server/storage/database.ts'
import { sqlAccountStores } from '../../server/storage/sql/accounts/account-stores.ts'
import { sqlStudentStore } from '../../server/storage/sql/students/student-store.ts'
import { newAttempt, newSession } from './student-practice.ts'
import { storeAdult } from './students.ts'

const ZONE = 'Europe/Berlin'
export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000
/** Noon of Monday, 2 March 2026, in Berlin. */
export const MONDAY_MS = Date.UTC(2026, 2, 2, 11)
export const day = (after: number): string => new Date(MONDAY_MS + after * DAY_MS).toISOString().slice(0, 10)

export const DOUBLES = factsOfSet('add_doubles').map((number) => FACTS[number]?.id ?? '')
const TWENTY = {
  who: null,
  assigned: { kind: 'sets', sets: ['add_doubles'] },
  amount: { kind: 'problems', count: 20 },
  firstDay: day(0),
  dueDay: day(4),
  lastDay: null,
} as const satisfies NewAssignment

/** A class in Berlin with children, a settable clock, and the children's practice. */
export async function assignmentRoom(
  open: () => Promise<Database>,
  names: readonly string[] = ['ana', 'ben'],
) {
  const database = await open()
  onTestFinished(() => database.close())
  const stores = sqlAccountStores(database)
  const practice = sqlStudentStore(database)
  let nowMs = MONDAY_MS
  let ids = 0
  const service = assignmentService({
    store: stores.assignments,
    newId: () => `assignment-${(ids += 1)}`,
    now: () => nowMs,
  })
  await storeAdult(database, 'teacher', 'teacher')
  const addClass = (id: string) =>
    stores.classes.addClass(
      {
        id,
        ownerId: 'teacher',
        kind: 'class',
        name: id,
        code: id,
        createdAtMs: 0,
        archivedAtMs: null,
        signInWindowUntilMs: null,
        zone: ZONE,
        pinKind: 'digits',
      },
      100,
    )
  const addChild = (id: string, classId = 'class', atMs = 0) =>
    stores.children.addChildren(
      classId,
      [
        {
          id,
          name: id,
          nickname: `SwiftFox${id.length}`,
          sealedPin: 'none',
          consent: { version: 1, adultId: 'teacher' },
          pinKind: 'digits',
        },
      ],
      null,
      atMs,
      `adding ${id}`,
    )
  await addClass('class')
  await addClass('other')
  for (const name of names) await addChild(name)
  let sessions = 0
  /** So many problems of these facts, one each three seconds, that end at this time; each in one attempt. */
  const solve = async (
    studentId: string,
    count: number,
    {
      facts = DOUBLES,
      atMs = nowMs,
      sessionType = 'addition_facts',
      isRight = true,
      isQuick = false,
      usesPicture = false,
    }: {
      facts?: readonly string[]
      atMs?: number
      sessionType?: string
      isRight?: boolean
      isQuick?: boolean
      usesPicture?: boolean
    } = {},
  ) => {
    for (let done = 0; done < count; done += 10) {
      const sessionId = `session-${(sessions += 1)}`
      const startedAtMs = atMs - (count - done) * 10_000 - 1
      await practice.begin(newSession({ studentId, sessionId, sessionType, startedAtMs, totalProblems: 50 }))
      const attempts = Array.from({ length: Math.min(10, count - done) }, (_, place) => {
        const factId = facts[(done + place) % facts.length] ?? ''
        const answer = findFact(factId)?.answer ?? 0
        const at = startedAtMs + (place + 1) * 9000
        const tries = isRight ? [answer] : [answer + 1, answer + 2, answer + 3]
        return tries.map((given, attempt) =>
          newAttempt({
            sessionId,
            factId,
            given,
            visualUsed: usesPicture,
            // No child is as steady as a clock.
            responseMs: (isQuick ? 1000 : 3500) + ((done + place) % 7) * 130 + ((done + place) % 3) * 211,
            place: place * tries.length + attempt,
            atMs: at + attempt * 2500,
            practiceDay: practiceDay(at),
            arrivedAtMs: nowMs,
          }),
        )
      }).flat()
      const logged = await practice.log(studentId, attempts)
      expect(logged).toMatchObject({ kind: 'logged', counted: attempts.length })
    }
    // The next session is after this one.
    if (atMs === nowMs) nowMs += 10 * MINUTE_MS
  }
  const of = async (assignmentId: string, round?: string) => {
    const { children } = await service.work(assignmentId, round)
    return new Map(children.map((child) => [child.studentId, child]))
  }
  return {
    ...stores,
    service,
    addChild,
    solve,
    of,
    to: (after: number) => (nowMs = MONDAY_MS + after * DAY_MS),
    nowMs: () => nowMs,
    cards: async (studentId: string) => (await service.cardsOf(studentId)).cards,
    /** The next problems are solved after it. */
    assign: async (change: Partial<NewAssignment> = {}) => {
      nowMs += 1
      const made = await service.make('teacher', 'class', { ...TWENTY, ...change })
      nowMs += 10 * MINUTE_MS
      return made
    },
  }
}

/** Ana is right and in time on several days, spaced so that each counts. */
export async function learnDoubles(room: Awaited<ReturnType<typeof assignmentRoom>>): Promise<void> {
  for (const after of [-40, -30, -20, -10, -1]) {
    room.to(after)
    await room.solve('ana', 20, { isQuick: true })
  }
  room.to(0)
}
