import type { Random } from '../../../domain/fact-selection.ts'

/** A finished problem as a scheduler may see it: the first attempt. */
export type Answered = {
  readonly factId: string
  readonly correct: boolean
  readonly responseMs: number
  /** What this child needs to read and type the answer, as measured with numbers to copy. */
  readonly entryMs: number
  /** Milliseconds since the first day began, and days since then; weekends count. */
  readonly nowMs: number
  readonly day: number
}

/** Chooses what a child is asked. One object serves one child. */
export type Scheduler = {
  /** Called once, before anything else. */
  start(category: string, random: Random): void
  /** A session of 20 problems begins. */
  sessionBegun(nowMs: number, day: number): void
  /** The id of the next fact; within a session never that of the last one. */
  next(nowMs: number, day: number): string
  answered(answered: Answered): void
}
