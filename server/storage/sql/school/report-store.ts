import { FLUENCY_STATES } from '../../../../domain/learning/states.ts'
import { NO_LETTERS } from '../../../../domain/school/fact-letters.ts'
import type { Database } from '../../database.ts'

const KNOWN = FLUENCY_STATES.indexOf('known')

/** Stores what weekly reports need besides assignments and answers. */
export function sqlReportStore(database: Database) {
  return {
    /**
     * Days of practice since this day, the facts that a child knew once, with the day on which each first was, and the letters of all
     * facts as they are stored (`withLetters`).
     */
    progress: (studentId: string, fromDay: string) =>
      database.read(async ({ db }) => {
        const [days, known, practice] = await Promise.all([
          db
            .selectFrom('practiced_day')
            .select('day')
            .where('student_id', '=', studentId)
            .where('day', '>=', fromDay)
            .orderBy('day')
            .execute(),
          db
            .selectFrom('fact_fluency')
            .select(['fact as factId', 'known_day as day'])
            .where('student_id', '=', studentId)
            .where('best', '>=', KNOWN)
            .orderBy('fact')
            .execute(),
          db
            .selectFrom('student_practice')
            .select('letters')
            .where('student_id', '=', studentId)
            .executeTakeFirst(),
        ])
        return {
          practicedDays: days.map(({ day }) => day),
          known,
          letters: practice?.letters || NO_LETTERS,
        }
      }),
  }
}

export type ReportStore = ReturnType<typeof sqlReportStore>
