/** Assignments of classes and families (domain/school/assignment.ts). */
export type AssignmentTable = {
  id: string
  class_id: string
  /** The adult who made it. */
  made_by: string
  /** So that a repeated request makes none; its own id if the request had none. */
  request_id: string
  /** As JSON. */
  assigned: string
  amount_kind: string
  amount: number
  /** A higher amount, for rounds that begin on `next_from_day` or later; null for none. */
  next_amount: number | null
  next_from_day: string | null
  first_day: string
  due_day: string
  /** It repeats every week until this day; null for never. */
  last_day: string | null
  /** 0 or 1. */
  for_all: number
  made_at_ms: number
  ended_day: string | null
  deleted_at_ms: number | null
}

/** The children of assignments that are not for all. */
export type AssignmentChildTable = { student_id: string; assignment_id: string }

/** What is stored of a child's round of an assignment (`StoredWork` in server/school/assignment-port.ts). */
export type AssignmentWorkTable = {
  student_id: string
  assignment_id: string
  round_day: string
  amount: number
  knows: number
  stuck: number
  excused: number
  more_days: number
  done_at_ms: number | null
  done_count: number
  firsts: number
  firsts_right: number
  closed: number
}
