import type { ChildLife, Warned } from '../../domain/retention.ts'

/** A child with what decides how long it is kept. */
export type RiskRow = ChildLife & {
  readonly id: string
  readonly classId: string
  /** Of the class; empty for a family. */
  readonly className: string
  readonly ownerId: string
  /** A parent who looks after it besides whom it is at home with; null for none. */
  readonly parentId: string | null
  readonly warned: Warned
}

/** An adult without children at home who has not been here for long. */
export type IdleAdult = {
  readonly id: string
  readonly email: string
  readonly activeAtMs: number
  readonly warned: Warned
}

/** What the retention policy needs of storage. Lists come in portions, in the order of ids, those behind `after`. */
export type PolicyStore = {
  /** Children without practice and sign-ins since `idleMs`, and those in classes archived before `archivedMs`. */
  childrenAtRisk(idleMs: number, archivedMs: number, after: string): Promise<RiskRow[]>
  child(studentId: string): Promise<RiskRow | null>
  /** The addresses of the adults who look after a child. */
  emailsOf(studentId: string): Promise<string[]>
  /** Adults without children at home who have not been here since `idleMs`. */
  idleAdults(idleMs: number, after: string): Promise<IdleAdult[]>
  /** Remembers that these were warned; a warning of an earlier deadline is replaced. */
  warned(personIds: readonly string[], step: 'first' | 'second', nowMs: number): Promise<void>
  /** Sums the practice days from `week` to before `nextWeek` for each student; again, it only updates the sums of days. */
  sumWeek(week: string, nextWeek: string): Promise<void>
  /** Deletes the practice sessions that began before, with their answers, in portions. */
  forgetAnswers(beforeMs: number, signal: AbortSignal): Promise<void>
}
