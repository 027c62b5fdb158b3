import { afterWeek } from '../../domain/school/weekly-mail.ts'
import type { Composed, MailLinks } from './weekly-mail-job.ts'
import { weeklyMail, type MailedChild } from './weekly-mail.en.ts'
import type { WeeklyReports } from './weekly-reports.ts'
import type { DueMail, ReportedChild, WeeklyMailStore } from '../storage/sql/school/weekly-mail-store.ts'

type ParentMailNeeds = MailLinks & {
  readonly store: Pick<WeeklyMailStore, 'childrenOf'>
  readonly reports: Pick<WeeklyReports, 'ofMail'>
}

/** The week of an email, and the zone of its parent. */
export type MailedWeek = { readonly monday: string; readonly zone: string }

/** The content of the email about these children in a week, without children deleted meanwhile. */
async function mailedChildren(
  reports: ParentMailNeeds['reports'],
  children: readonly ReportedChild[],
  { monday, zone }: MailedWeek,
  firstNames: boolean,
): Promise<readonly (MailedChild & { readonly hasPracticedSince: boolean })[]> {
  const read = await Promise.all(
    children.map(async ({ id, name }) => {
      const found = await reports.ofMail(id, monday, zone)
      const week = found?.weeks[0]
      return found && week && { name: firstNames ? name : null, ...found, week }
    }),
  )
  return read.filter((child) => child !== null && child !== undefined)
}

/** A parent's email about a week of its children. */
export async function parentMail(needs: ParentMailNeeds, due: DueMail, week: MailedWeek): Promise<Composed> {
  const { store, reports, publicUrl, siteName, offTokenOf } = needs
  const { adultId, email, name, firstNames, emptyWeeks } = due
  const children = await store.childrenOf(adultId)
  const mailed = await mailedChildren(reports, children, week, firstNames)
  if (mailed.length === 0) return { mail: null, emptyWeeks }
  const hasPracticed = mailed.some((child) => child.hasPracticedSince)
  const next = afterWeek(emptyWeeks, hasPracticed)
  if (!next.isSent) return { mail: null, emptyWeeks: next.emptyWeeks }
  const token = offTokenOf(adultId)
  const mail = weeklyMail({
    to: email,
    messageId: `<weekly.${week.monday}.${adultId}@${new URL(publicUrl).hostname}>`,
    siteName,
    parentName: name,
    children: mailed,
    isLast: next.isLast,
    reportUrl: `${publicUrl}/weekly-report`,
    offUrl: `${publicUrl}/weekly-email-off#${token}`,
    oneClickUrl: `${publicUrl}/api/weekly-email/off/${token}`,
  })
  return { mail, children, emptyWeeks: next.emptyWeeks }
}
