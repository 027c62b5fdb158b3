/** The goal of a class in a week (domain/school/class-goal.ts). */
export type ClassGoalTable = {
  class_id: string
  monday: string
  goal: number
  /** 0 or 1: an adult set it. */
  is_set: number
  /** Null until the week is closed. */
  days: number | null
  present: number | null
}
