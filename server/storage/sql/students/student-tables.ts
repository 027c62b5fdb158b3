import type { Generated } from 'kysely'

/** A student who has practised. Whoever writes anything else of the student holds this row. */
export type StudentPracticeTable = {
  student_id: string
  first_session_at_ms: number
  /** The memory of the log's pace (domain/pace.ts). */
  log_full_at_ms: Generated<number>
  /** The response times of late answers (domain/late-practice.ts). */
  late_pace: Generated<string>
  /** What the learning engine remembers besides the facts (domain/learning/memory.ts). */
  problems: Generated<number>
  learned_day: Generated<number>
  unknown_met: Generated<number>
  /** For each operation the ability and the first encounters, a space between; '' for none. */
  abilities: Generated<string>
  /** The last attempt of the log that was folded, and by which version of the memory; 0 for none. */
  folded_at_ms: Generated<number>
  folded_session: Generated<string>
  folded_place: Generated<number>
  folded_version: Generated<number>
  /** The memory of the attempts that retention has deleted, as JSON; null for none. */
  retained: string | null
}

/** How fast a student enters numbers, as copying some has shown. */
export type EntryTimeTable = {
  student_id: string
  input_type: string
  base_ms: number
  key_ms: number
  measured_at_ms: number
}

/** A session of a student, with what its log comes to (domain/session-log.ts). */
export type StudentSessionTable = {
  student_id: string
  /** The client's. */
  session_id: string
  session_type: string
  target_seconds: number
  total_problems: number
  started_at_ms: number
  /** From when it counts as practised (domain/session-time.ts); null where a server of the version before began it. */
  counts_from_ms: number | null
  /** Until when; null for no end. */
  counts_until_ms: number | null
  /** Null while it goes on. */
  completed_at_ms: number | null
  /** What of it was counted as practised. */
  seconds: number
  last_place: number
  problems: number
  /** The problem that has been missed once or twice; null for none, and the two next are 0 then. */
  open_fact: string | null
  open_misses: number
  open_ms: number
  answered: number
  correct: number
  score: number
  answered_ms: number
  practised_ms: number
  /** What of these sums is set aside. */
  aside_answered: number
  aside_correct: number
  aside_score: number
  aside_answered_ms: number
}

/** An answer that a student typed. */
export type AttemptTable = {
  student_id: string
  session_id: string
  /** Where it stands in the log of its session. */
  place: number
  fact: string
  given: number
  /** 0 or 1. */
  correct: number
  /** 1 to 3: which attempt at its problem it was. */
  attempt: number
  points: number
  response_ms: number
  /** Null where nobody has measured it. */
  entry_ms: number | null
  /** 0 or 1. */
  visual_used: number
  at_ms: number
  /** `too_fast` while it counts nowhere, `accepted` once an adult has said that it counts; null otherwise. */
  set_aside: string | null
}

/** What is remembered of a fact (domain/learning/memory.ts); days are whole days since 1970-01-01, 0 for none. */
export type FactFluencyTable = {
  student_id: string
  fact: string
  seen: number
  right_count: number
  /** The last first attempts, oldest first: `-` wrong, `1` right but late, `2` in time. */
  recent: string
  /** The last right ones, oldest first: `1` in time, `0` late. */
  timed: string
  level: number
  due: number
  asked_day: number
  asked_at: number
  /** 0 or 1: whether it was missed when it was last asked. */
  missed: number
  first_right: number
  last_right: number
  state: string
}

/** The sums of a student's practice day. */
export type StudentDayTable = {
  student_id: string
  practice_day: string
  seconds: number
  /** Those that were completed. */
  sessions: number
  points: number
  attempts: number
}

/** What a week of a student came to; it outlives the answers. */
export type StudentWeekTable = {
  student_id: string
  /** The practice day of its Monday. */
  week: string
  /** Days with an answer. */
  days: number
  seconds: number
  points: number
  attempts: number
  /** Facts that were known and not fluent, and fluent, at the end of the week. */
  known: number
  fluent: number
}
