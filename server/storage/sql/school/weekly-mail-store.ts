import type { Database, Transaction } from '../../database.ts'

/** `bounced`: the mail server refused the address for good. */
const MAIL_STATES = ['on', 'off', 'bounced'] as const

type MailState = (typeof MAIL_STATES)[number]

/** The weekly email of a parent. */
type WeeklyMail = {
  readonly state: MailState
  readonly zone: string
  /** Whether the email contains the children's first names. */
  readonly firstNames: boolean
  /** Weeks without practice, up to now. */
  readonly emptyWeeks: number
}

type ChangedMail = WeeklyMail & { readonly week: string; readonly slot: number }

/** A child in a parent's weekly report. */
export type ReportedChild = { readonly id: string; readonly classId: string; readonly name: string }

/** An adult whose email is due. */
export type DueMail = {
  readonly adultId: string
  readonly name: string
  readonly email: string
  readonly firstNames: boolean
  readonly emptyWeeks: number
}

function settingsOf({ db }: Transaction, adultId: string) {
  return db.selectFrom('weekly_mail').selectAll().where('parent_id', '=', adultId).executeTakeFirst()
}

const put =
  (adultId: string, mail: ChangedMail, childIds: readonly string[]) =>
  async (transaction: Transaction): Promise<void> => {
    const { db, dialect } = transaction
    // Whoever closes the account locks it first.
    const adult = await db
      .selectFrom('user')
      .select('id')
      .where('id', '=', adultId)
      .$if(dialect === 'postgres', (query) => query.forUpdate())
      .executeTakeFirst()
    if (!adult) return
    const before = await settingsOf(transaction, adultId)
    const settings = {
      state: mail.state,
      zone: mail.zone,
      first_names: mail.firstNames ? 1 : 0,
      week: before && before.week > mail.week ? before.week : mail.week,
      empty_weeks: mail.emptyWeeks,
    }
    await db
      .insertInto('weekly_mail')
      .values({ parent_id: adultId, slot: mail.slot, retry_at_ms: 0, ...settings })
      .onConflict((conflict) => conflict.column('parent_id').doUpdateSet(settings))
      .execute()
    const children = db.updateTable('guardian').where('parent_id', '=', adultId)
    await children.set({ in_weekly_mail: 0 }).execute()
    if (childIds.length === 0) return
    await children.set({ in_weekly_mail: 1 }).where('student_id', 'in', childIds).execute()
  }

/** The settings of adults. */
function settingStore(database: Database) {
  return {
    /** Null if the adult never turned it on. */
    ofAdult: (adultId: string) =>
      database.read(async (transaction) => {
        const row = await settingsOf(transaction, adultId)
        const state = MAIL_STATES.find((one) => one === row?.state)
        if (!row || !state) return null
        return { state, zone: row.zone, firstNames: row.first_names === 1, emptyWeeks: row.empty_weeks }
      }),

    /** The address, and whether it is confirmed. */
    addressOf: (adultId: string) =>
      database.read(async ({ db }) => {
        const adult = db.selectFrom('user').select(['email', 'email_verified']).where('id', '=', adultId)
        const row = await adult.executeTakeFirst()
        return row ? { email: row.email, isConfirmed: row.email_verified === 1 } : null
      }),

    /**
     * Changes the settings. `week` and `slot` apply where none are stored: weeks up to `week` count as dealt with. `childIds` are the
     * children that it is about.
     */
    put: (adultId: string, mail: ChangedMail, childIds: readonly string[]) =>
      database.write(put(adultId, mail, childIds)),

    /** Does nothing where it is not on. */
    turnOff: (adultId: string, state: Exclude<MailState, 'on'>) =>
      database.write(async ({ db }) => {
        const mail = db.updateTable('weekly_mail').set({ state }).where('parent_id', '=', adultId)
        await mail.where('state', '=', 'on').execute()
      }),

    /** The children in a parent's email, by name; without those whose link has ended. */
    childrenOf: (adultId: string) =>
      database.read(({ db }) =>
        db
          .selectFrom('guardian')
          .innerJoin('student', 'student.user_id', 'guardian.student_id')
          .select(['student.user_id as id', 'student.class_id as classId', 'student.display_name as name'])
          .where('guardian.parent_id', '=', adultId)
          .where('guardian.in_weekly_mail', '=', 1)
          .orderBy('student.name_key')
          .orderBy('student.user_id')
          .execute(),
      ),
  }
}

export function sqlWeeklyMailStore(database: Database) {
  return {
    ...settingStore(database),

    /** The zones in which somebody gets emails. */
    zones: () =>
      database.read(async ({ db }) => {
        const zones = db.selectFrom('weekly_mail').select('zone').distinct().where('state', '=', 'on')
        return (await zones.execute()).map(({ zone }) => zone)
      }),

    /** Adults with a confirmed address whose email of this week is due, in the order of their slots. */
    due: (
      zone: string,
      week: string,
      { from, to }: { readonly from: number; readonly to: number },
      nowMs: number,
      most: number,
    ) =>
      database.read(async ({ db }) => {
        const rows = await db
          .selectFrom('weekly_mail')
          .innerJoin('user', 'user.id', 'weekly_mail.parent_id')
          .select(['weekly_mail.parent_id', 'weekly_mail.first_names', 'weekly_mail.empty_weeks'])
          .select(['user.email', 'user.name'])
          .where('weekly_mail.state', '=', 'on')
          .where('weekly_mail.zone', '=', zone)
          .where('weekly_mail.slot', '>=', from)
          .where('weekly_mail.slot', '<=', to)
          .where('weekly_mail.week', '<', week)
          .where('weekly_mail.retry_at_ms', '<=', nowMs)
          .where('user.email_verified', '=', 1)
          .orderBy('weekly_mail.slot')
          .limit(most)
          .execute()
        return rows.map((row) => ({
          adultId: row.parent_id,
          name: row.name,
          email: row.email,
          firstNames: row.first_names === 1,
          emptyWeeks: row.empty_weeks,
        }))
      }),

    /** Marks the week as dealt with, before anything is sent. False if it was already, or if emails were turned off. */
    claim: (adultId: string, week: string, emptyWeeks: number) =>
      database.write(async ({ db }) => {
        const { numUpdatedRows } = await db
          .updateTable('weekly_mail')
          .set({ week, empty_weeks: emptyWeeks })
          .where('parent_id', '=', adultId)
          .where('state', '=', 'on')
          .where('week', '<', week)
          .executeTakeFirstOrThrow()
        return numUpdatedRows > 0n
      }),

    /** Undoes a claim, for an email that was not accepted; it is due again at this time. */
    release: (adultId: string, week: string, weekBefore: string, emptyWeeks: number, retryAtMs: number) =>
      database.write(async ({ db }) => {
        const mail = db.updateTable('weekly_mail').where('parent_id', '=', adultId).where('week', '=', week)
        await mail.set({ week: weekBefore, empty_weeks: emptyWeeks, retry_at_ms: retryAtMs }).execute()
      }),
  }
}

export type WeeklyMailStore = ReturnType<typeof sqlWeeklyMailStore>
