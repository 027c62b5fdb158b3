import type { Database, Transaction } from '../../database.ts'
import { settleHidden } from '../boards/hidden-player-rows.ts'
import {
  changedText,
  homeText,
  readHome,
  readSettings,
  type HomeChange,
  type SettingsChange,
} from './settings-text.ts'

/** A child's settings, and those of its class or family. */
function settingsOf({ db }: Transaction, studentId: string) {
  return db
    .selectFrom('student')
    .innerJoin('school_class', 'school_class.id', 'student.class_id')
    .select(['student.settings', 'school_class.settings as home_settings'])
    .where('user_id', '=', studentId)
}

function childrenOf({ db }: Transaction, classId: string) {
  const children = db.selectFrom('student').select(['user_id', 'display_name', 'settings'])
  return children.where('class_id', '=', classId).orderBy('name_key')
}

function lockChildren(transaction: Transaction, classId: string) {
  return childrenOf(transaction, classId)
    .$if(transaction.dialect === 'postgres', (query) => query.forUpdate())
    .execute()
}

function homeOf({ db }: Transaction, classId: string) {
  return db.selectFrom('school_class').select('settings').where('id', '=', classId)
}

/** Changes a child's settings, and whether its player is on boards. Null for an unknown student. */
export async function changeSettings(transaction: Transaction, studentId: string, change: SettingsChange) {
  const { db, dialect } = transaction
  const row = await settingsOf(transaction, studentId)
    .$if(dialect === 'postgres', (query) => query.forUpdate('student'))
    .executeTakeFirst()
  if (!row) return null
  const settings = changedText(row.settings, change)
  await db.updateTable('student').set({ settings }).where('user_id', '=', studentId).execute()
  await settleHidden(transaction, [studentId])
  return readSettings(settings, row.home_settings)
}

/** Stores how children play. Every operation is atomic. */
export function sqlSettingsStore(database: Database) {
  return {
    /** Null for an unknown student. */
    ofStudent: (studentId: string) =>
      database.read(async (transaction) => {
        const row = await settingsOf(transaction, studentId).executeTakeFirst()
        return row ? readSettings(row.settings, row.home_settings) : null
      }),

    /** Changes these settings and returns all. Null for an unknown student. */
    change: (studentId: string, change: SettingsChange) =>
      database.write((transaction) => changeSettings(transaction, studentId, change)),

    /** The settings of a class or family, and of its children in the order of their names. */
    ofHome: (classId: string) =>
      database.read(async (transaction) => {
        const [row, children] = await Promise.all([
          homeOf(transaction, classId).executeTakeFirst(),
          childrenOf(transaction, classId).execute(),
        ])
        const home = row?.settings ?? ''
        return {
          home: readHome(home),
          children: children.map(({ user_id: studentId, display_name: name, settings }) => ({
            studentId,
            name,
            settings: readSettings(settings, home),
          })),
        }
      }),

    changeHome: (classId: string, change: HomeChange) =>
      database.write(async (transaction) => {
        const { db, dialect } = transaction
        // Children before their class, as moving a child does, to prevent deadlocks.
        const children = await lockChildren(transaction, classId)
        const row = await homeOf(transaction, classId)
          .$if(dialect === 'postgres', (query) => query.forUpdate())
          .executeTakeFirst()
        if (!row) return
        const { battles, boards, streak, grade } = readHome(row.settings)
        const settings = homeText({
          battles: change.battles ?? battles,
          boards: change.boards ?? boards,
          streak: change.streak ?? streak,
          grade: change.grade ?? grade,
        })
        await db.updateTable('school_class').set({ settings }).where('id', '=', classId).execute()
        await settleHidden(
          transaction,
          children.map(({ user_id: id }) => id),
        )
      }),

    /** Changes these children of the class; others are ignored. */
    changeChildren: (classId: string, studentIds: readonly string[], change: SettingsChange) =>
      database.write(async (transaction) => {
        const children = await lockChildren(transaction, classId)
        const changed = children.filter(({ user_id: id }) => studentIds.includes(id))
        for (const { user_id: id, ...row } of changed) {
          const settings = changedText(row.settings, change)
          await transaction.db.updateTable('student').set({ settings }).where('user_id', '=', id).execute()
        }
        await settleHidden(
          transaction,
          changed.map(({ user_id: id }) => id),
        )
      }),
  }
}

export type SettingsStore = ReturnType<typeof sqlSettingsStore>
