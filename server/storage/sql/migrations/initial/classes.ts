import type { ColumnTypes } from '../migration.ts'

/** Classes and families, the children in them, who looks after them, and when they are away. */
export const classTables = ({ integer, sortedText, byKey }: ColumnTypes): string[] => [
  `create table school_class (
    id ${sortedText} primary key, owner_id ${sortedText} not null references "user" (id),
    kind text not null, name text not null, code ${sortedText} not null unique,
    created_at_ms ${integer} not null, archived_at_ms ${integer},
    pin_kind text not null default 'digits', let_in_until_ms ${integer},
    zone text not null default 'America/Los_Angeles', school_days text not null default '12345',
    announces ${integer} not null default 1, closed_week text not null default '',
    settings text not null default ''
  )${byKey}`,
  `create index school_class_owner on school_class (owner_id)`,
  `create table student (
    user_id ${sortedText} primary key references "user" (id),
    class_id ${sortedText} not null references school_class (id), display_name text not null,
    name_key ${sortedText} not null, nickname text not null, pin_kind text not null,
    created_at_ms ${integer} not null, pin_sealed text not null, color text not null default 'red',
    token_round ${integer} not null default 0, consent_version integer not null default 0,
    consent_by text not null default '', announces ${integer} not null default 1,
    adult_announces ${integer} not null default 1, settings text not null default '',
    joined_at_ms ${integer} not null default 0
  )${byKey}`,
  `create unique index student_name on student (class_id, name_key)`,
  `create table guardian (
    parent_id ${sortedText} not null references "user" (id),
    student_id ${sortedText} not null references student (user_id),
    in_weekly_mail ${integer} not null default 1,
    primary key (parent_id, student_id)
  )${byKey}`,
  `create index guardian_student on guardian (student_id)`,
  `create table link_code (
    code_hash ${sortedText} primary key, student_id ${sortedText} not null references student (user_id),
    expires_at_ms ${integer} not null
  )${byKey}`,
  `create index link_code_student on link_code (student_id)`,
  `create table child_request (
    class_id ${sortedText} not null references school_class (id), request_id ${sortedText} not null,
    place ${integer} not null, student_id ${sortedText} not null references student (user_id),
    made_at_ms ${integer} not null,
    primary key (class_id, request_id, place)
  )${byKey}`,
  `create index child_request_age on child_request (made_at_ms)`,
  `create index child_request_student on child_request (student_id)`,
  `create table child_access (
    student_id ${sortedText} not null, at_ms ${integer} not null, adult_id ${sortedText} not null,
    kind text not null, role text not null, home_id ${sortedText} not null,
    primary key (student_id, at_ms, adult_id, kind)
  )${byKey}`,
  `create index child_access_adult on child_access (adult_id)`,
  `create index child_access_age on child_access (at_ms)`,
  `create index child_access_deletion on child_access (home_id) where kind = 'deletion'`,
  `create table class_holiday (
    class_id ${sortedText} not null references school_class (id), from_day ${sortedText} not null,
    to_day text not null,
    primary key (class_id, from_day)
  )${byKey}`,
  `create table away (
    student_id ${sortedText} not null references student (user_id), from_day ${sortedText} not null,
    to_day text not null,
    primary key (student_id, from_day)
  )${byKey}`,
]
