import type { Report } from '../../contract/reports.ts'
import type { Earned } from '../../domain/achievements/catalog.ts'
import type { Calendar } from '../../domain/calendar.ts'
import type { LearningMemory } from '../../domain/learning/memory.ts'
import type { WeekSum } from '../../domain/school/report.ts'

/** Stores what weekly reports need besides assignments and answers. */
export type ReportStore = {
  /**
   * Days of practice since this day, the facts that a child knew once, with the day on which each first was, and the letters of all
   * facts as they are stored (`withLetters`).
   */
  progress(
    studentId: string,
    fromDay: string,
  ): Promise<{
    readonly practicedDays: readonly string[]
    readonly known: readonly { readonly factId: string; readonly day: string }[]
    readonly letters: string
  }>
}

/** What is stored of a child's practice, for its report. */
export type PrintRecord = {
  readonly studentId: string
  readonly name: string
  readonly classId: string
  /** The name of its class; '' for a family. */
  readonly className: string
  readonly calendar: Calendar
  /** Days of practice, oldest first. */
  readonly practiced: readonly string[]
  readonly memory: LearningMemory
  /** The day on which each fact was known first, by fact id; '' if that is not known. */
  readonly knownDays: ReadonlyMap<string, string>
  /** Practice days on which the child practiced for so long. */
  readonly days: readonly { readonly practiceDay: string; readonly seconds: number }[]
  /** Oldest first. */
  readonly weeks: readonly WeekSum[]
  /** Newest first. */
  readonly achievements: readonly Earned[]
}

export type PrintStore = {
  /** Of these children, in their order; deleted ones are left out. Reads no answers. */
  records(studentIds: readonly string[]): Promise<readonly PrintRecord[]>
}

/** Reports on children. The caller has checked that the person may see them. */
export type PrintService = {
  /** In the order of the ids. Throws a 400 Refusal for a period that makes no sense. */
  reports(studentIds: readonly string[], since: string | undefined): Promise<Report[]>
}
