import type { Migration } from './migration.ts'

/**
 * People who sign in (the first four tables are better-auth's), classes, the children in them, who may look after a child,
 * and how often somebody has just answered wrongly. A session's token is here as its SHA-256 only.
 */
export const accounts: Migration = {
  id: 5,
  name: 'accounts',
  statements: ({ integer, byKey, sortedText }) => [
    `create table "user" (
      id ${sortedText} primary key,
      name text not null,
      email ${sortedText} not null unique,
      email_verified ${integer} not null,
      role text not null,
      created_at_ms ${integer} not null,
      updated_at_ms ${integer} not null
    )${byKey}`,
    `create table session (
      id ${sortedText} primary key,
      token ${sortedText} not null unique,
      user_id ${sortedText} not null references "user" (id),
      expires_at_ms ${integer} not null,
      created_at_ms ${integer} not null,
      updated_at_ms ${integer} not null
    )${byKey}`,
    `create index session_person on session (user_id)`,
    `create index session_expiry on session (expires_at_ms)`,
    `create table account (
      id ${sortedText} primary key,
      account_id ${sortedText} not null,
      provider_id text not null,
      user_id ${sortedText} not null references "user" (id),
      password text,
      created_at_ms ${integer} not null,
      updated_at_ms ${integer} not null
    )${byKey}`,
    `create index account_person on account (user_id)`,
    `create table verification (
      id ${sortedText} primary key,
      identifier ${sortedText} not null,
      value text not null,
      expires_at_ms ${integer} not null,
      created_at_ms ${integer} not null,
      updated_at_ms ${integer} not null
    )${byKey}`,
    `create index verification_identifier on verification (identifier)`,
    `create index verification_expiry on verification (expires_at_ms)`,
    `create table school_class (
      id ${sortedText} primary key,
      owner_id ${sortedText} not null references "user" (id),
      kind text not null,
      name text not null,
      code ${sortedText} not null unique,
      created_at_ms ${integer} not null,
      archived_at_ms ${integer}
    )${byKey}`,
    `create index school_class_owner on school_class (owner_id)`,
    `create table student (
      user_id ${sortedText} primary key references "user" (id),
      class_id ${sortedText} not null references school_class (id),
      display_name text not null,
      name_key ${sortedText} not null,
      nickname text not null,
      pin_hash text not null,
      pin_kind text not null,
      created_at_ms ${integer} not null
    )${byKey}`,
    `create unique index student_name on student (class_id, name_key)`,
    `create table guardian (
      parent_id ${sortedText} not null references "user" (id),
      student_id ${sortedText} not null references student (user_id),
      primary key (parent_id, student_id)
    )${byKey}`,
    `create index guardian_student on guardian (student_id)`,
    `create table link_code (
      code_hash ${sortedText} primary key,
      student_id ${sortedText} not null references student (user_id),
      expires_at_ms ${integer} not null
    )${byKey}`,
    `create index link_code_student on link_code (student_id)`,
    `create table sign_in_failure (
      account_key ${sortedText} primary key,
      failures ${integer} not null,
      not_before_ms ${integer} not null
    )${byKey}`,
    `create index sign_in_failure_age on sign_in_failure (not_before_ms)`,
  ],
}
