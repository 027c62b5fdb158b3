import type { ColumnTypes } from '../migration.ts'

/** People who sign in; the first six tables are better-auth’s. A session’s token is stored as its SHA-256 only. */
export const peopleTables = ({ integer, sortedText, byKey }: ColumnTypes): string[] => [
  `create table "user" (
    id ${sortedText} primary key, name text not null, email ${sortedText} not null unique,
    email_verified ${integer} not null, role text not null, created_at_ms ${integer} not null,
    updated_at_ms ${integer} not null, invited ${integer} not null default 0,
    two_factor_enabled ${integer} not null default 0
  )${byKey}`,
  `create table session (
    id ${sortedText} primary key, token ${sortedText} not null unique,
    user_id ${sortedText} not null references "user" (id), expires_at_ms ${integer} not null,
    created_at_ms ${integer} not null, updated_at_ms ${integer} not null, device text
  )${byKey}`,
  `create index session_expiry on session (expires_at_ms)`,
  `create index session_person on session (user_id)`,
  `create table account (
    id ${sortedText} primary key, account_id ${sortedText} not null, provider_id text not null,
    user_id ${sortedText} not null references "user" (id), password text,
    created_at_ms ${integer} not null, updated_at_ms ${integer} not null
  )${byKey}`,
  `create index account_person on account (user_id)`,
  `create table verification (
    id ${sortedText} primary key, identifier ${sortedText} not null, value text not null,
    expires_at_ms ${integer} not null, created_at_ms ${integer} not null,
    updated_at_ms ${integer} not null
  )${byKey}`,
  `create index verification_expiry on verification (expires_at_ms)`,
  `create index verification_identifier on verification (identifier)`,
  `create table second_factor (
    id ${sortedText} primary key, user_id ${sortedText} not null unique references "user" (id),
    secret text not null, backup_codes text not null, verified ${integer} not null
  )${byKey}`,
  `create table passkey (
    id ${sortedText} primary key, user_id ${sortedText} not null references "user" (id), name text,
    credential_id ${sortedText} not null unique, public_key text not null, counter ${integer} not null,
    transports text, created_at_ms ${integer} not null
  )${byKey}`,
  `create index passkey_person on passkey (user_id)`,
  `create table sign_in_failure (
    student_id ${sortedText} primary key, practice_day ${sortedText} not null,
    wrong_on_day ${integer} not null
  )${byKey}`,
  `create table invitation (
    code_hash ${sortedText} primary key, expires_at_ms ${integer} not null
  )${byKey}`,
  `create index invitation_expiry on invitation (expires_at_ms)`,
  `create table person_seen (
    user_id ${sortedText} primary key references "user" (id), seen_at_ms ${integer} not null
  )${byKey}`,
  `create table retention_warning (
    person_id ${sortedText} not null, step text not null, at_ms ${integer} not null,
    primary key (person_id, step)
  )${byKey}`,
  `create table consent (
    user_id ${sortedText} not null references "user" (id), version ${integer} not null,
    kind text not null, at_ms ${integer} not null,
    primary key (user_id, version)
  )${byKey}`,
]
