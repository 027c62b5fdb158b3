import { bestSince } from '../../domain/achievements/best.ts'
import { calendarDay } from '../../domain/calendar.ts'
import { dayNumber } from '../../domain/learning/memory.ts'
import { daysBefore } from '../../domain/practice-day.ts'
import { firstReportDay, MAX_REPORT_DAYS } from '../../domain/school/report-period.ts'
import {
  knownNow,
  learningFacts,
  newestFacts,
  nextStep,
  reportWeeks,
  setsEverKnown,
  setsKnown,
  sheetFacts,
  statesText,
} from '../../domain/school/report.ts'
import { seededRandom } from '../../domain/seeded-random.ts'
import { Refusal } from '../http/errors.ts'
import type { PrintRecord, PrintStore } from '../storage/sql/school/print-store.ts'

type PrintServiceNeeds = { readonly store: PrintStore; readonly now: () => number }

/** The first day asked for. Throws a 400 Refusal if it makes no sense. */
function checkedSince(since: string | undefined, today: string): string {
  const from = firstReportDay(today, since)
  if (from > today) throw new Refusal(400, 'bad_request', 'since must not be after today.')
  if (from <= daysBefore(today, MAX_REPORT_DAYS)) {
    throw new Refusal(400, 'bad_request', `since must be within the last ${MAX_REPORT_DAYS} days.`)
  }
  return from
}

/** The same report has the same practice sheet all day. */
function sheetOf({ memory, studentId }: PrintRecord, today: string): readonly string[] {
  const day = dayNumber(today)
  const seed = Array.from(studentId).reduce((sum, sign) => Math.imul(sum, 31) + sign.charCodeAt(0), day)
  return sheetFacts(memory, day, seededRandom(seed))
}

function reportOf(record: PrintRecord, since: string | undefined, nowMs: number) {
  const { studentId, name, classId, className, calendar, practiced, memory, days } = record
  const today = calendarDay(calendar, nowMs)
  const from = checkedSince(since, today)
  const seconds = days
    .filter(({ practiceDay: day }) => day >= from)
    .reduce((sum, { seconds: practicedFor }) => sum + practicedFor, 0)
  const now = knownNow(memory)
  return {
    studentId,
    name,
    classId,
    className,
    from,
    today,
    practicedDays: practiced.filter((day) => day >= from && day <= today).length,
    minutes: Math.round(seconds / 60),
    weeks: reportWeeks({ calendar, practiced, sums: record.weeks, now }, from, today),
    states: statesText(memory),
    setsKnown: setsKnown(memory),
    newest: newestFacts(memory, record.knownDays),
    learning: learningFacts(memory),
    next: nextStep(memory, today),
    achievements: bestSince(record.achievements, from).map(({ id, level, about, amount, day }) => ({
      id,
      level,
      about,
      amount,
      day,
    })),
    certificates: setsEverKnown(memory),
    sheet: sheetOf(record, today),
  }
}

/** Makes reports on children from their stored practice. The caller has checked that the person may see them. */
export function reportService({ store, now }: PrintServiceNeeds) {
  return {
    /** In the order of the ids. Throws a 400 Refusal for a period that makes no sense. */
    reports: async (studentIds: readonly string[], since: string | undefined) => {
      const nowMs = now()
      return (await store.records(studentIds)).map((record) => reportOf(record, since, nowMs))
    },
  }
}

export type PrintService = ReturnType<typeof reportService>
