import type { SettingsChange, SettingsStore } from '../../../account/settings-port.ts'
import type { Database, Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import { settleHidden } from '../boards/hidden-player-rows.ts'
import { changedText, homeText, readHome, readSettings } from './settings-text.ts'
import { perDialect, queryBuilder, statement } from '../statement.ts'

type OfStudent = { studentId: string }
type OfClass = { classId: string }

const statementsFor = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  const settings = (values: OfStudent) =>
    db
      .selectFrom('student')
      .innerJoin('school_class', 'school_class.id', 'student.class_id')
      .select(['student.settings', 'school_class.settings as home_settings'])
      .where('user_id', '=', values.studentId)
  const ofClass = (values: OfClass) =>
    db
      .selectFrom('student')
      .select(['user_id', 'display_name', 'settings'])
      .where('class_id', '=', values.classId)
      .orderBy('name_key')
  const home = (values: OfClass) =>
    db.selectFrom('school_class').select('settings').where('id', '=', values.classId)
  const isLocking = dialect === 'postgres'
  return {
    read: statement<OfStudent>()(settings),
    lock: statement<OfStudent>()((values) =>
      settings(values).$if(isLocking, (query) => query.forUpdate('student')),
    ),
    put: statement<OfStudent & { settings: string }>()((values) =>
      db.updateTable('student').set({ settings: values.settings }).where('user_id', '=', values.studentId),
    ),
    ofClass: statement<OfClass>()(ofClass),
    lockClass: statement<OfClass>()((values) => ofClass(values).$if(isLocking, (query) => query.forUpdate())),
    home: statement<OfClass>()(home),
    lockHome: statement<OfClass>()((values) => home(values).$if(isLocking, (query) => query.forUpdate())),
    putHome: statement<OfClass & { settings: string }>()((values) =>
      db.updateTable('school_class').set({ settings: values.settings }).where('id', '=', values.classId),
    ),
  }
})

/** Changes a child's settings inside the caller's transaction, and whether its player is on boards. */
export class SettingsRows {
  readonly #statements: ReturnType<typeof statementsFor>

  constructor(dialect: Dialect) {
    this.#statements = statementsFor(dialect)
  }

  /** Null for an unknown student. */
  async change(transaction: Transaction, studentId: string, change: SettingsChange) {
    const row = await transaction.first(this.#statements.lock, { studentId })
    if (!row) return null
    const settings = changedText(row.settings, change)
    await transaction.run(this.#statements.put, { studentId, settings })
    await settleHidden(transaction, [studentId])
    return readSettings(settings, row.home_settings)
  }
}

export function sqlSettingsStore(database: Database): SettingsStore {
  const statements = statementsFor(database.dialect)
  const rows = new SettingsRows(database.dialect)
  return {
    ofStudent: (studentId) =>
      database.read(async (transaction) => {
        const row = await transaction.first(statements.read, { studentId })
        return row ? readSettings(row.settings, row.home_settings) : null
      }),

    change: (studentId, change) =>
      database.write((transaction) => rows.change(transaction, studentId, change)),

    ofHome: (classId) =>
      database.read(async (transaction) => {
        const home = (await transaction.first(statements.home, { classId }))?.settings ?? ''
        const children = await transaction.all(statements.ofClass, { classId })
        return {
          home: readHome(home),
          children: children.map(({ user_id: studentId, display_name: name, settings }) => ({
            studentId,
            name,
            settings: readSettings(settings, home),
          })),
        }
      }),

    changeHome: (classId, change) =>
      database.write(async (transaction) => {
        // Children before their class, as moving a child does, to prevent deadlocks.
        const children = await transaction.all(statements.lockClass, { classId })
        const row = await transaction.first(statements.lockHome, { classId })
        if (!row) return
        const { battles, boards, streak, grade } = readHome(row.settings)
        const made = {
          battles: change.battles ?? battles,
          boards: change.boards ?? boards,
          streak: change.streak ?? streak,
          grade: change.grade ?? grade,
        }
        const settings = homeText(made)
        await transaction.run(statements.putHome, { classId, settings })
        await settleHidden(
          transaction,
          children.map(({ user_id: id }) => id),
        )
      }),

    changeChildren: (classId, studentIds, change) =>
      database.write(async (transaction) => {
        const children = await transaction.all(statements.lockClass, { classId })
        const changed = children.filter(({ user_id: id }) => studentIds.includes(id))
        for (const { user_id: studentId, settings } of changed)
          await transaction.run(statements.put, { studentId, settings: changedText(settings, change) })
        await settleHidden(
          transaction,
          changed.map(({ user_id: id }) => id),
        )
      }),
  }
}
