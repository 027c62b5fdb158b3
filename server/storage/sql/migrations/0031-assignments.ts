import type { Migration } from './migration.ts'

/**
 * Assigned practice. What was done follows from the attempt log; `assignment_work` keeps what does not, and the result of a round
 * that is over, as long as the child's account. `joined_at_ms` is when a child came to its class; 0 for when it was added.
 */
export const assignments: Migration = {
  id: 31,
  name: 'assignments',
  statements: ({ integer, byKey, sortedText }) => [
    `alter table student add column joined_at_ms ${integer} not null default 0`,
    `create table assignment (
      id ${sortedText} not null primary key,
      class_id ${sortedText} not null references school_class (id),
      made_by ${sortedText} not null,
      request_id ${sortedText} not null,
      assigned text not null,
      amount_kind text not null,
      amount ${integer} not null,
      next_amount ${integer},
      next_from_day text,
      first_day text not null,
      due_day text not null,
      last_day text,
      for_all ${integer} not null,
      made_at_ms ${integer} not null,
      ended_day text,
      deleted_at_ms ${integer}
    )`,
    `create unique index assignment_request on assignment (class_id, request_id)`,
    `create table assignment_child (
      student_id ${sortedText} not null references student (user_id),
      assignment_id ${sortedText} not null references assignment (id),
      primary key (student_id, assignment_id)
    )${byKey}`,
    `create index assignment_child_assignment on assignment_child (assignment_id)`,
    `create table assignment_work (
      student_id ${sortedText} not null references student (user_id),
      assignment_id ${sortedText} not null,
      round_day ${sortedText} not null,
      amount ${integer} not null,
      knows ${integer} not null,
      stuck ${integer} not null,
      excused ${integer} not null,
      more_days ${integer} not null,
      done_at_ms ${integer},
      done_count ${integer} not null,
      firsts ${integer} not null,
      firsts_right ${integer} not null,
      closed ${integer} not null,
      primary key (student_id, assignment_id, round_day)
    )${byKey}`,
    `create index assignment_work_assignment on assignment_work (assignment_id, round_day)`,
  ],
}
