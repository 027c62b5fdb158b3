import { allFacts, OPERATIONS } from '../domain/fact.ts'
import { daysBefore, practiceDay, practiceDayStartMs } from '../domain/practice-day.ts'
import { openSqlite } from '../server/storage/sqlite/sqlite-database.ts'
import { enrollingStore } from '../test/factories/students.ts'

const PROBLEMS = 50
const RESPONSE_MS = 2000

/** Gives a student of an installation that is not running so many right answers: two sessions a day, over all facts in turn. */
export async function fillLog(dataDir: string, studentId: string, attempts: number): Promise<void> {
  const database = openSqlite({ dataDir })
  const store = enrollingStore(database)
  const sessions = Math.ceil(attempts / PROBLEMS)
  const today = practiceDay(Date.now())
  const facts = OPERATIONS.flatMap((operation) => allFacts(operation))
  for (let session = 0; session < sessions; session += 1) {
    const day = daysBefore(today, Math.floor((sessions - session) / 2))
    const startedAtMs = practiceDayStartMs(day) + 3_600_000 + (session % 2) * 600_000
    const sessionId = `session-${String(session).padStart(6, '0')}`
    await store.begin({
      studentId,
      sessionId,
      sessionType: 'practice',
      targetSeconds: 120,
      totalProblems: PROBLEMS,
      startedAtMs,
    })
    await store.log(
      studentId,
      Array.from({ length: PROBLEMS }, (_, place) => {
        const fact = facts[(session * PROBLEMS + place) % facts.length]
        const factId = fact?.id ?? ''
        const given = fact?.answer ?? 0
        const of = {
          sessionId,
          place,
          factId,
          given,
          responseMs: RESPONSE_MS,
          entryMs: null,
          timeFactor: null,
          input: null,
          visualUsed: false,
        }
        const atMs = startedAtMs + (place + 1) * RESPONSE_MS
        return { ...of, atMs, practiceDay: day, arrivedAtMs: atMs }
      }),
    )
  }
  await database.close()
}
