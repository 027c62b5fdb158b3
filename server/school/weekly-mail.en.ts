import { daysBefore } from '../../domain/practice-day.ts'
import type { Mail } from '../account/port.ts'
import {
  assignedSentences,
  gameLines,
  weeklyWords,
  weekSentences,
} from '../../domain/school/weekly-report.en.ts'
import type { NextAssignment, WeekReport } from '../../domain/school/weekly-report.ts'
import { mailOf, type MailLine } from './mail-lines.ts'
import { LOCALE } from '../../domain/words.en.ts'

/** A child's part of the email. */
export type MailedChild = {
  /** Null if the email must not contain first names. */
  readonly name: string | null
  readonly today: string
  readonly week: WeekReport
  readonly assigned: readonly NextAssignment[]
}

type WeeklyMailParts = {
  readonly to: string
  readonly messageId: string
  readonly siteName: string
  readonly parentName: string
  readonly children: readonly MailedChild[]
  /** Emails pause after this one. */
  readonly isLast: boolean
  readonly reportUrl: string
  /** A page that turns the email off. */
  readonly offUrl: string
  /** Turns the email off when a mail program sends it a POST (RFC 8058). */
  readonly oneClickUrl: string
}

const DATE = new Intl.DateTimeFormat(LOCALE, {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
})
const dateOf = (day: string): string => DATE.format(Date.parse(day))

const CHILD = 'Your child'
const SUBJECT = 'This week in math facts'

function linesOf({ name, today, week, assigned }: MailedChild, hasGame: boolean): readonly MailLine[] {
  const game = gameLines(week)
  const instructions = game.lines.map((parts) => parts.join(' '))
  return [
    ...(name === null ? [] : [{ tag: 'h2', text: name } as const]),
    { tag: 'p', text: `${dateOf(week.monday)} to ${dateOf(daysBefore(week.monday, -6))}` },
    ...weekSentences(name ?? CHILD, week).map((text) => ({ tag: 'p', text }) as const),
    ...(assigned.length > 0 ? [{ tag: 'h3', text: `${weeklyWords.assignedHeading}:` } as const] : []),
    ...assignedSentences(assigned, today).map((text) => ({ tag: 'li', text }) as const),
    { tag: 'h3', text: `${weeklyWords.gameHeading}: ${game.title}` },
    ...(hasGame ? ['The same game as above.'] : instructions).map((text) => ({ tag: 'p', text }) as const),
  ]
}

/** The weekly email of a parent. Its text and its HTML have the same sentences. */
export function weeklyMail(parts: WeeklyMailParts): Mail {
  const { to, messageId, siteName, parentName, children, isLast, reportUrl, offUrl, oneClickUrl } = parts
  const lines: readonly MailLine[] = [
    { tag: 'p', text: `Hello ${parentName},` },
    ...children.flatMap((child, place) => {
      const before = children.slice(0, place)
      return linesOf(
        child,
        before.some(({ week }) => week.game === child.week.game),
      )
    }),
    { tag: 'p', text: weeklyWords.tip },
    ...(isLast
      ? [
          {
            tag: 'p',
            text: 'There’s been no practice for three weeks, so we’re pausing these emails. They’ll start again after the next practice.',
          } as const,
        ]
      : []),
    { tag: 'p', text: 'See this week and earlier weeks', href: reportUrl },
    { tag: 'p', text: `You turned on this email at ${siteName}. Turn it off`, href: offUrl },
  ]
  return mailOf({ to, messageId, subject: SUBJECT, lines, oneClickUrl })
}
