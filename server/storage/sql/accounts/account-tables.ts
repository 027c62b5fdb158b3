import type { Generated } from 'kysely'

/** Everyone who can sign in. A child's email is a placeholder, and its name is only in `student`. */
export type UserTable = {
  id: string
  name: string
  email: string
  /** 0 or 1. */
  email_verified: number
  role: string
  /** 0 or 1. */
  invited: Generated<number>
  /** 0 or 1: whether the adult has turned on two-step sign-in. */
  two_factor_enabled: Generated<number>
  created_at_ms: number
  updated_at_ms: number
}

/** Sign-in sessions. Tokens are stored as SHA-256. */
export type SessionTable = {
  id: string
  token: string
  user_id: string
  /** The kind of browser (server/account/device.ts); for adults only. */
  device: Generated<string | null>
  expires_at_ms: number
  created_at_ms: number
  updated_at_ms: number
}

/** Adults' hashed passwords. Children have no row. */
export type CredentialTable = {
  id: string
  account_id: string
  provider_id: string
  user_id: string
  password: string | null
  created_at_ms: number
  updated_at_ms: number
}

/** Unused invitations. */
export type InvitationTable = { code_hash: string; expires_at_ms: number }

/** Pending mailed links, such as password resets. */
export type VerificationTable = {
  id: string
  identifier: string
  value: string
  expires_at_ms: number
  created_at_ms: number
  updated_at_ms: number
}

/** Classes of teachers and families of parents: the homes of children. */
export type SchoolClassTable = {
  id: string
  owner_id: string
  kind: string
  name: string
  code: string
  created_at_ms: number
  archived_at_ms: number | null
  /** The kind of new PINs in this class. */
  pin_kind: Generated<string>
  /** The end of the sign-in window, in which new devices do not wait for strangers' wrong PINs; null if there was none. */
  let_in_until_ms: Generated<number | null>
  /** The IANA zone of its children's calendars. */
  zone: Generated<string>
  /** What it decides for all its children (domain/student-settings.ts). */
  settings: Generated<string>
  /** The weekdays on which it practices: digits from 1, Monday, to 7. */
  school_days: Generated<string>
  /** 0 or 1: whether achievements are announced to its children. */
  announces: Generated<number>
  /**
   * The Monday of the last week that was evaluated for the whole class; '' for none.
   * Not in an adult's data: the server's own progress, which says nothing about the adult.
   */
  closed_week: Generated<string>
}

/** Days, both included, on which a class does not practice. */
export type ClassHolidayTable = { class_id: string; from_day: string; to_day: string }

/** Children with an account. */
export type StudentTable = {
  user_id: string
  class_id: string
  display_name: string
  /** The normalized name, equal for all spellings (domain/child-name.ts). */
  name_key: string
  nickname: string
  /** The encrypted PIN (server/account/pin-vault.ts). */
  pin_sealed: string
  /** The kind of this child's PIN, which does not change when the child moves to another class. */
  pin_kind: string
  created_at_ms: number
  /** No other child in the class has the same animal in this color (domain/badge.ts). */
  color: Generated<string>
  /** The number of the current player token (server/account/player-tokens.ts). */
  token_round: Generated<number>
  /** The version of the statements that the adult who added the child confirmed, and that adult's id; 0 and '' in older rows. */
  consent_version: Generated<number>
  consent_by: Generated<string>
  /** 0 or 1: whether achievements are announced, according to the child and to its adults. */
  announces: Generated<number>
  adult_announces: Generated<number>
  /** How the child plays (domain/student-settings.ts). */
  settings: Generated<string>
  /** When it came to its class or family; 0 for when it was added. */
  joined_at_ms: Generated<number>
}

/** The access log: what adults and operators did with a child's data. Outlives both the child and the adult. */
export type ChildAccessTable = {
  /** `*` for all children at once. */
  student_id: string
  /** Rounded down to ten minutes. */
  at_ms: number
  /** The role, if no account was involved. */
  adult_id: string
  kind: string
  role: string
  /** The child's class or family at that time. */
  home_id: string
}

/** The children added by each request, so that a repeat adds no one. */
export type ChildRequestTable = {
  class_id: string
  request_id: string
  /** Index in the request. */
  place: number
  student_id: string
  made_at_ms: number
}

/** A parent who looks after a child. `in_weekly_mail` is 0 or 1: whether the parent's weekly email is about this child. */
export type GuardianTable = { parent_id: string; student_id: string; in_weekly_mail: Generated<number> }

/** When a person last used Tenfold. Updated at most once a day (`recordActivity` in adult-store.ts). */
export type PersonSeenTable = { user_id: string; seen_at_ms: number }

/** Warnings sent before a child or adult is deleted; `step` is `first` or `second`. */
export type RetentionWarningTable = { person_id: string; step: string; at_ms: number }

/** Adults' consents to adding children; `kind` is `guardian` or `school`, `version` that of the text. */
export type ConsentTable = { user_id: string; version: number; kind: string; at_ms: number }

/** Adults' authenticator apps. better-auth encrypts the secret and the recovery codes. */
export type SecondFactorTable = {
  id: string
  user_id: string
  secret: string
  backup_codes: string
  /** 0 until the first correct code; until then sign-in does not require one. */
  verified: number
}

/** Adults' passkeys; only the public keys. */
export type PasskeyTable = {
  id: string
  user_id: string
  /** The kind of browser in which it was created. */
  name: string | null
  credential_id: string
  public_key: string
  counter: number
  transports: string | null
  created_at_ms: number
}

/** Single-use codes that make an adult a guardian of the child. */
export type LinkCodeTable = { code_hash: string; student_id: string; expires_at_ms: number }

/** A child's wrong PINs on the last practice day with any. */
export type SignInFailureTable = { student_id: string; practice_day: string; wrong_on_day: number }
