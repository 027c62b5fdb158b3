import type { ColumnTypes } from '../migration.ts'

/** Goals and assignments of classes, and the weekly email of parents. */
export const assignmentTables = ({ integer, sortedText, byKey }: ColumnTypes): string[] => [
  `create table class_goal (
    class_id ${sortedText} not null references school_class (id), monday ${sortedText} not null,
    goal ${integer} not null, is_set ${integer} not null, days ${integer}, present ${integer},
    primary key (class_id, monday)
  )${byKey}`,
  `create table assignment (
    id ${sortedText} not null primary key, class_id ${sortedText} not null references school_class (id),
    made_by ${sortedText} not null, request_id ${sortedText} not null, assigned text not null,
    amount_kind text not null, amount ${integer} not null, next_amount ${integer}, next_from_day text,
    first_day text not null, due_day text not null, last_day text, for_all ${integer} not null,
    made_at_ms ${integer} not null, ended_day text, deleted_at_ms ${integer}
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
    assignment_id ${sortedText} not null, round_day ${sortedText} not null, amount ${integer} not null,
    knows ${integer} not null, stuck ${integer} not null, excused ${integer} not null,
    more_days ${integer} not null, done_at_ms ${integer}, done_count ${integer} not null,
    firsts ${integer} not null, firsts_right ${integer} not null, closed ${integer} not null,
    primary key (student_id, assignment_id, round_day)
  )${byKey}`,
  `create index assignment_work_assignment on assignment_work (assignment_id, round_day)`,
  `create table weekly_mail (
    parent_id ${sortedText} not null primary key references "user" (id), state text not null,
    zone ${sortedText} not null, first_names ${integer} not null, slot ${integer} not null,
    week ${sortedText} not null, empty_weeks ${integer} not null, retry_at_ms ${integer} not null
  )${byKey}`,
  `create index weekly_mail_due on weekly_mail (state, zone, slot)`,
]
