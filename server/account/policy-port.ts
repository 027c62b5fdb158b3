import type { ChildLife, Warned } from '../../domain/retention.ts'

/** A row of what is stored about warnings. */
export type WarningStep = 'first' | 'second' | 'failing'

/** A child with what determines its retention. */
export type ChildAtRisk = ChildLife & {
  readonly id: string
  readonly classId: string
  /** '' for a family. */
  readonly className: string
  readonly ownerId: string
  /** A parent who looks after it, other than the owner of its home; null for none. */
  readonly parentId: string | null
  readonly warned: Warned
  /** Since when its next warning cannot be sent; null if it can, or was not tried. */
  readonly failingSinceMs: number | null
}

/** An inactive adult without children at home. */
export type IdleAdult = {
  readonly id: string
  readonly email: string
  readonly activeAtMs: number
  readonly warned: Warned
  readonly failingSinceMs: number | null
}

/** Storage for the retention policy. Lists are paged by id, starting after `after`. */
export type PolicyStore = {
  /** Children without practice or sign-in since `idleMs`, and those in classes archived before `archivedMs`. */
  childrenAtRisk(idleMs: number, archivedMs: number, after: string): Promise<ChildAtRisk[]>
  child(studentId: string): Promise<ChildAtRisk | null>
  /** The email addresses of the adults who look after a child. */
  emailsOf(studentId: string): Promise<string[]>
  /** Adults without children at home who were last active before `idleMs`. */
  idleAdults(idleMs: number, after: string): Promise<IdleAdult[]>
  /** Records the warning, replacing one for an earlier deadline; `failing` is the first that could not be sent. */
  recordWarning(personIds: readonly string[], step: WarningStep, nowMs: number): Promise<void>
  /** Records that emails to these people can be sent again. */
  endFailures(personIds: readonly string[]): Promise<void>
  /** Sums the practice days from `week` to before `nextWeek` per student; idempotent. */
  sumWeek(week: string, nextWeek: string): Promise<void>
  /** Deletes practice sessions that started before this time, with their attempts, in batches. */
  deleteAnswersBefore(beforeMs: number, signal: AbortSignal): Promise<void>
}
