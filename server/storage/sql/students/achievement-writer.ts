import { ACHIEVEMENT_RULES, type Earned } from '../../../../domain/achievements/catalog.ts'
import { needsDays } from '../../../../domain/achievements/evaluate.ts'
import { allEarned } from '../../../../domain/achievements/fold.ts'
import type { Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import { insertSent, toJson } from '../json-rows.ts'
import { perDialect, queryBuilder, statement } from '../statement.ts'
import { CalendarRows } from './calendar-rows.ts'
import type { StudentMemory } from './memory-rows.ts'

type Rows = { rows: string }

const DAY_COLUMNS = { student_id: 'text', day: 'text', at_ms: 'integer' } as const

const EARNED_COLUMNS = {
  student_id: 'text',
  id: 'text',
  level: 'integer',
  about: 'text',
  amount: 'integer',
  earned_at_ms: 'integer',
  earned_day: 'text',
  shown_at_ms: 'integer',
  rules: 'integer',
} as const

/** What a child has already earned stays as it was. */
export const addEarned = perDialect((dialect) =>
  statement<Rows>()(({ rows }) =>
    insertSent(dialect, 'achievement', rows, EARNED_COLUMNS).onConflict((conflict) =>
      conflict.columns(['student_id', 'id', 'level']).doNothing(),
    ),
  ),
)

const statementsFor = perDialect((dialect) => ({
  addDays: statement<Rows>()(({ rows }) =>
    insertSent(dialect, 'practiced_day', rows, DAY_COLUMNS).onConflict((conflict) =>
      conflict.columns(['student_id', 'day']).doNothing(),
    ),
  ),
  addEarned: addEarned(dialect),
  dropDays: statement<{ studentId: string; fromMs: number }>()(({ studentId, fromMs }) =>
    queryBuilder(dialect)
      .deleteFrom('practiced_day')
      .where('student_id', '=', studentId)
      .where('at_ms', '>=', fromMs),
  ),
}))

function earnedRow(studentId: string, earned: Earned, isQuiet: boolean) {
  return {
    student_id: studentId,
    id: earned.id,
    level: earned.level,
    about: earned.about,
    amount: earned.amount,
    earned_at_ms: earned.atMs,
    earned_day: earned.day,
    shown_at_ms: isQuiet ? earned.atMs : null,
    rules: ACHIEVEMENT_RULES,
  }
}

/** Stores what students have earned, in the transaction that logs their answers. */
export class AchievementWriter {
  readonly #statements: ReturnType<typeof statementsFor>
  readonly #calendars: CalendarRows

  constructor(dialect: Dialect) {
    this.#statements = statementsFor(dialect)
    this.#calendars = new CalendarRows(dialect)
  }

  /**
   * Stores new days of practice and achievements; if `isQuiet`, they are not announced. Returns the memories with their final
   * counters. Reads calendars only for children with a new day of practice, or who may have come back after a pause.
   */
  async put(
    transaction: Transaction,
    memories: ReadonlyMap<string, StudentMemory>,
    isQuiet: boolean,
  ): Promise<ReadonlyMap<string, StudentMemory>> {
    const days = [...memories].flatMap(([id, { achieving }]) =>
      achieving.newDays.map(({ day, atMs }) => ({ student_id: id, day, at_ms: atMs })),
    )
    if (days.length > 0) transaction.send(this.#statements.addDays, { rows: toJson(days) })
    const ids = [...memories].filter(([, { achieving }]) => needsDays(achieving)).map(([id]) => id)
    const calendars = ids.length === 0 ? null : await this.#calendars.read(transaction, ids)
    const final = new Map<string, StudentMemory>()
    const rows: ReturnType<typeof earnedRow>[] = []
    for (const [id, memory] of memories) {
      const { counters, earned: before } = memory.achieving
      const achieving = { ...memory.achieving, counters: { ...counters }, earned: [...before] }
      const child = calendars?.get(id)
      const earned = child ? allEarned(achieving, child.practiced, child.calendar) : achieving.earned
      rows.push(...earned.map((one) => earnedRow(id, one, isQuiet)))
      final.set(id, { ...memory, achieving })
    }
    if (rows.length > 0) transaction.send(this.#statements.addEarned, { rows: toJson(rows) })
    return final
  }

  /** Deletes the days of practice since then, which are counted again afterward. */
  dropDays(transaction: Transaction, studentId: string, fromMs: number): void {
    transaction.send(this.#statements.dropDays, { studentId, fromMs })
  }
}
