import { sql } from 'kysely'
import { MAIL_STATES, type WeeklyMailStore } from '../../../school/weekly-mail-port.ts'
import type { Database } from '../../database.ts'
import { isSent, replacing, toJson } from '../json-rows.ts'
import { perDialect, queryBuilder, statement } from '../statement.ts'
import type { WeeklyMailTable } from './weekly-mail-table.ts'

type OfAdult = { adultId: string }
type Due = {
  zone: string
  week: string
  fromSlot: number
  toSlot: number
  nowMs: number
  most: number
}
type Week = OfAdult & { week: string; emptyWeeks: number }

const settingStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    ofAdult: statement<OfAdult>()((values) =>
      db.selectFrom('weekly_mail').selectAll().where('parent_id', '=', values.adultId),
    ),
    address: statement<OfAdult>()((values) =>
      db.selectFrom('user').select(['email', 'email_verified']).where('id', '=', values.adultId),
    ),
    // Whoever closes the account locks it first.
    lockAdult: statement<OfAdult>()((values) =>
      db
        .selectFrom('user')
        .select('id')
        .where('id', '=', values.adultId)
        .$if(dialect === 'postgres', (query) => query.forUpdate()),
    ),
    put: statement<WeeklyMailTable>()((values) =>
      db
        .insertInto('weekly_mail')
        .values({
          parent_id: values.parent_id,
          state: values.state,
          zone: values.zone,
          first_names: values.first_names,
          slot: values.slot,
          week: values.week,
          empty_weeks: values.empty_weeks,
          retry_at_ms: values.retry_at_ms,
        })
        .onConflict((conflict) =>
          conflict
            .column('parent_id')
            .doUpdateSet(replacing(['state', 'zone', 'first_names', 'empty_weeks', 'week'])),
        ),
    ),
    choose: statement<OfAdult & { rows: string }>()((values) =>
      db
        .updateTable('guardian')
        .set({
          in_weekly_mail: sql<number>`case when ${isSent(dialect, values.rows, { student_id: 'text' })} then 1 else 0 end`,
        })
        .where('parent_id', '=', values.adultId),
    ),
    turnOff: statement<OfAdult & { state: string }>()((values) =>
      db
        .updateTable('weekly_mail')
        .set({ state: values.state })
        .where('parent_id', '=', values.adultId)
        .where('state', '=', sql.lit('on')),
    ),
    children: statement<OfAdult>()((values) =>
      db
        .selectFrom('guardian')
        .innerJoin('student', 'student.user_id', 'guardian.student_id')
        .select(['student.user_id', 'student.class_id', 'student.display_name'])
        .where('guardian.parent_id', '=', values.adultId)
        .where('guardian.in_weekly_mail', '=', sql.lit(1))
        .orderBy('student.name_key')
        .orderBy('student.user_id'),
    ),
  }
})

const sendingStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    zones: statement()(() =>
      db.selectFrom('weekly_mail').select('zone').distinct().where('state', '=', sql.lit('on')),
    ),
    due: statement<Due>()((values) =>
      db
        .selectFrom('weekly_mail')
        .innerJoin('user', 'user.id', 'weekly_mail.parent_id')
        .select([
          'weekly_mail.parent_id',
          'weekly_mail.first_names',
          'weekly_mail.empty_weeks',
          'user.email',
          'user.name',
        ])
        .where('weekly_mail.state', '=', sql.lit('on'))
        .where('weekly_mail.zone', '=', values.zone)
        .where('weekly_mail.slot', '>=', values.fromSlot)
        .where('weekly_mail.slot', '<=', values.toSlot)
        .where('weekly_mail.week', '<', values.week)
        .where('weekly_mail.retry_at_ms', '<=', values.nowMs)
        .where('user.email_verified', '=', sql.lit(1))
        .orderBy('weekly_mail.slot')
        .limit(values.most),
    ),
    claim: statement<Week>()((values) =>
      db
        .updateTable('weekly_mail')
        .set({ week: values.week, empty_weeks: values.emptyWeeks })
        .where('parent_id', '=', values.adultId)
        .where('state', '=', sql.lit('on'))
        .where('week', '<', values.week),
    ),
    release: statement<Week & { weekBefore: string; retryAtMs: number }>()((values) =>
      db
        .updateTable('weekly_mail')
        .set({ week: values.weekBefore, empty_weeks: values.emptyWeeks, retry_at_ms: values.retryAtMs })
        .where('parent_id', '=', values.adultId)
        .where('week', '=', values.week),
    ),
  }
})

export function sqlWeeklyMailStore(database: Database): WeeklyMailStore {
  const settings = settingStatements(database.dialect)
  const sending = sendingStatements(database.dialect)
  return {
    ofAdult: (adultId) =>
      database.read(async (transaction) => {
        const row = await transaction.first(settings.ofAdult, { adultId })
        const state = MAIL_STATES.find((one) => one === row?.state)
        if (!row || !state) return null
        return { state, zone: row.zone, firstNames: row.first_names === 1, emptyWeeks: row.empty_weeks }
      }),

    addressOf: (adultId) =>
      database.read(async (transaction) => {
        const row = await transaction.first(settings.address, { adultId })
        return row ? { email: row.email, isConfirmed: row.email_verified === 1 } : null
      }),

    put: (adultId, mail, childIds) =>
      database.write(async (transaction) => {
        if (!(await transaction.first(settings.lockAdult, { adultId }))) return
        const before = await transaction.first(settings.ofAdult, { adultId })
        await transaction.run(settings.put, {
          parent_id: adultId,
          state: mail.state,
          zone: mail.zone,
          first_names: mail.firstNames ? 1 : 0,
          slot: mail.slot,
          week: before && before.week > mail.week ? before.week : mail.week,
          empty_weeks: mail.emptyWeeks,
          retry_at_ms: 0,
        })
        await transaction.run(settings.choose, {
          adultId,
          rows: toJson(childIds.map((id) => ({ student_id: id }))),
        })
      }),

    turnOff: (adultId, state) =>
      database.write(
        async (transaction) => void (await transaction.run(settings.turnOff, { adultId, state })),
      ),

    childrenOf: (adultId) =>
      database.read(async (transaction) =>
        (await transaction.all(settings.children, { adultId })).map((row) => ({
          id: row.user_id,
          classId: row.class_id,
          name: row.display_name,
        })),
      ),

    zones: () =>
      database.read(async (transaction) =>
        (await transaction.all(sending.zones, {})).map(({ zone }) => zone),
      ),

    due: (zone, week, { from, to }, nowMs, most) =>
      database.read(async (transaction) => {
        const values = { zone, week, fromSlot: from, toSlot: to, nowMs, most }
        return (await transaction.all(sending.due, values)).map((row) => ({
          adultId: row.parent_id,
          name: row.name,
          email: row.email,
          firstNames: row.first_names === 1,
          emptyWeeks: row.empty_weeks,
        }))
      }),

    claim: (adultId, week, emptyWeeks) =>
      database.write(
        async (transaction) => (await transaction.run(sending.claim, { adultId, week, emptyWeeks })) > 0,
      ),

    release: (adultId, week, weekBefore, emptyWeeks, retryAtMs) =>
      database.write(async (transaction) => {
        await transaction.run(sending.release, { adultId, week, weekBefore, emptyWeeks, retryAtMs })
      }),
  }
}
