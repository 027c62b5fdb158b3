import { calendarDay, lengthOf, movedTo, readZones, zonesText } from '../../../../domain/calendar.ts'
import { daysBefore } from '../../../../domain/practice-day.ts'
import type { Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import { replacing } from '../json-rows.ts'
import { perDialect, queryBuilder, statement } from '../statement.ts'

type OfStudent = { studentId: string }

type Move = {
  readonly studentId: string
  readonly fromClassId: string
  readonly toZone: string
  readonly atMs: number
}

const statementsFor = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    zones: statement<OfStudent>()((values) =>
      db
        .selectFrom('student_practice')
        .select('zones')
        .where('student_id', '=', values.studentId)
        .$if(dialect === 'postgres', (query) => query.forUpdate()),
    ),
    home: statement<{ classId: string }>()((values) =>
      db.selectFrom('school_class').select(['zone', 'archived_at_ms']).where('id', '=', values.classId),
    ),
    putZones: statement<OfStudent & { zones: string }>()((values) =>
      db
        .updateTable('student_practice')
        .set({ zones: values.zones })
        .where('student_id', '=', values.studentId),
    ),
    addAway: statement<OfStudent & { from: string; to: string }>()((values) =>
      db
        .insertInto('away')
        .values({ student_id: values.studentId, from_day: values.from, to_day: values.to })
        .onConflict((conflict) =>
          conflict.columns(['student_id', 'from_day']).doUpdateSet(replacing(['to_day'])),
        ),
    ),
  }
})

/** What a child's calendar keeps when the child moves to another class or family. */
export class CalendarMoves {
  readonly #statements: ReturnType<typeof statementsFor>

  constructor(dialect: Dialect) {
    this.#statements = statementsFor(dialect)
  }

  /** Earlier days keep their zone, and the child was away since its former class was archived. */
  async moved(transaction: Transaction, { studentId, fromClassId, toZone, atMs }: Move): Promise<void> {
    const [row, former] = await Promise.all([
      transaction.first(this.#statements.zones, { studentId }),
      transaction.first(this.#statements.home, { classId: fromClassId }),
    ])
    const before = readZones(row?.zones ?? former?.zone ?? toZone)
    const after = movedTo(before, toZone, atMs)
    if (row && after !== before)
      transaction.send(this.#statements.putZones, { studentId, zones: zonesText(after) })
    const archivedAtMs = former?.archived_at_ms ?? null
    if (archivedAtMs === null) return
    const away = { from: calendarDay(before, archivedAtMs), to: daysBefore(calendarDay(before, atMs), 1) }
    if (lengthOf(away) > 0) transaction.send(this.#statements.addAway, { studentId, ...away })
  }
}
