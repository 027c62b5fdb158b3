import type { Generated } from 'kysely'
import type {
  AchievementTable,
  AttemptTable,
  AwayTable,
  EntryTimeTable,
  FactFluencyTable,
  PracticedDayTable,
  StudentDayTable,
  StudentPracticeTable,
  StudentSessionTable,
  StudentWeekTable,
} from './students/student-tables.ts'

/** Players: guests and students. Tokens are stored as SHA-256, so that a stolen database does not expose sessions. */
type GuestTable = {
  id: Generated<number>
  token_hash: string
  public_id: string
  nickname: string
  location: string
  country: string
  state: string
  /** When name and location were last set; an older write that arrives later does not overwrite them. */
  profile_at_ms: number
  last_active_day: string
  /** Seconds played on `last_active_day`. */
  seconds_played: number
  /** The state of the pace limit (domain/pace.ts). */
  pace_full_at_ms: number
  created_at_ms: number
  /** A keyed hash of the guest's first network address; '' if unknown. */
  address_key: Generated<string>
  /** The student whose player this is, or into whom the guest was merged; null for a guest. */
  student_id: string | null
  /** When the guest was merged into that student. The row is empty since then. */
  merged_at_ms: number | null
}

/** What a merge moved from a guest to a student, as reported to the student. */
type GuestMergeTable = {
  guest_id: number
  sessions: number
  points: number
  battles: number
  /** Identifies the device the guest was on; null in rows of earlier versions. */
  device: string | null
}

/** A log of guests removed by operators, without the removed content. Kept as long as the access log. */
type RemovalTable = {
  id: Generated<number>
  at_ms: number
  /** The operating system account that ran the command. */
  operator: string
  criteria: string
  guests: number
  sessions: number
  battles: number
}

/** Deleted players. `mark` is a one-way hash of the token hash (deleted-player-rows.ts). */
type DeletedPlayerTable = { mark: string; forgotten_at_ms: number }

/** Practice sessions. The server generates an id for a session sent without one; a repeat of a submission has the same key. */
type PracticeResultTable = {
  guest_id: number
  submission_id: string
  /** League and practice day (board-number.ts), as in the tables below. */
  board: number
  score: number
  problems_solved: number
  correct_answers: number
  average_time_ms: number
  speed_bonus: number
  played_at_ms: number
  stored_at_ms: number
}

/** A player's totals in a league on a practice day. */
type DailyScoreTable = {
  guest_id: number
  board: number
  /** The state the player competes for on that day, the same in all leagues; '' for none. */
  state: string
  score: number
  problems_solved: number
  correct_answers: number
  sessions: number
  /** When the last session that raised the score was played, or the first session if none has. Breaks ties: earlier is better. */
  reached_at_ms: number
}

/**
 * The number of players per rank cell of a board (domain/ranking.ts; `level` 0 to 3). A rank is a sum over a few short ranges of
 * cells. Cells that become empty remain, with 0 players.
 */
type RankCellTable = {
  board: number
  level: number
  cell: number
  players: number
}

/** A state's totals in a league on a practice day. */
type StateScoreTable = {
  board: number
  state: string
  players: number
  problems_solved: number
  score: number
  /** The best single player's total. */
  top_score: number
}

/** A state's totals over all leagues on a practice day. */
type StateDayTable = {
  practice_day: string
  state: string
  players: number
  score: number
}

/** Time reports with a submission id, so that repeats are ignored. */
type TimeReportTable = {
  guest_id: number
  submission_id: string
  practice_day: string
}

/** Finished battles with at least one known player. */
export type BattleTable = {
  battle_id: string
  division: string
  preference: string
  started_at_ms: number
  ended_at_ms: number
  /** The day on which it ended, which decides when retention deletes it. */
  practice_day: string
  /** How many played, including players removed since. */
  players: number
}

/** One player's or bot's result in a battle. Repeats division and end so that an index can order a player's battles. */
export type BattlePlayerTable = {
  battle_id: string
  /** Index in the order of ranks, from 0. */
  place: number
  /** Null for a bot. */
  guest_id: number | null
  bot_id: string | null
  division: string
  ended_at_ms: number
  score: number
  problems_answered: number
  response_time_ms: number
  player_rank: number
  /** 0 or 1, as are the next two. */
  is_winner: number
  has_left: number
  /** Not counted: too fast for a child, or played in two places at once (ADR 0039). */
  set_aside: number
}

/** A player's totals over all stored battles, per division and for both (battle-tally.ts). */
export type BattleTotalTable = {
  guest_id: number
  scope: string
  battles: number
  wins: number
  current_streak: number
  best_streak: number
  top_score: number
  /** When the last battle that changed wins, current streak or top score ended. The first battle always counts as a change. */
  reached_at_ms: number
  /** The newest counted battle. */
  last_ended_at_ms: number
  last_battle_id: string
}

/** One row that readiness checks write. */
type StorageProbeTable = { id: number; at_ms: number }

/** Everyone who can sign in. A child's email is a placeholder, and its name is only in `student`. */
type UserTable = {
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
type SessionTable = {
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
type CredentialTable = {
  id: string
  account_id: string
  provider_id: string
  user_id: string
  password: string | null
  created_at_ms: number
  updated_at_ms: number
}

/** Unused invitations. */
type InvitationTable = { code_hash: string; expires_at_ms: number }

/** Pending mailed links, such as password resets. */
type VerificationTable = {
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
  /** The weekdays on which it practices: digits from 1, Monday, to 7. */
  school_days: Generated<string>
  /** 0 or 1: whether achievements are announced to its children. */
  announces: Generated<number>
}

/** Days, both included, on which a class does not practice. */
type ClassHolidayTable = { class_id: string; from_day: string; to_day: string }

/** Times at which the installation could not be reached, from its heartbeats or entered by an operator. */
type OutageTable = { id: Generated<number>; from_ms: number; until_ms: number }

/** One row: when the server was last known to run. */
type HeartbeatTable = { id: number; at_ms: number }

/** Children with an account. */
type StudentTable = {
  user_id: string
  class_id: string
  display_name: string
  /** The normalized name, equal for all spellings (domain/child-name.ts). */
  name_key: string
  nickname: string
  /** The PIN's hash, from an earlier version, until the child next signs in; otherwise empty. */
  pin_hash: string
  /** The encrypted PIN (server/account/pin-vault.ts); valid only if `pin_hash` is empty. */
  pin_sealed: string | null
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
}

/** The access log: what adults and operators did with a child's data. Outlives both the child and the adult. */
type ChildAccessTable = {
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
type ChildRequestTable = {
  class_id: string
  request_id: string
  /** Index in the request. */
  place: number
  student_id: string
  made_at_ms: number
}

type GuardianTable = { parent_id: string; student_id: string }

/** When a person last used Tenfold. Updated at most once a day (`saw` in adult-store.ts). */
type PersonSeenTable = { user_id: string; seen_at_ms: number }

/** Warnings sent before a child or adult is deleted; `step` is `first` or `second`. */
type RetentionWarningTable = { person_id: string; step: string; at_ms: number }

/** Adults' consents to adding children; `kind` is `guardian` or `school`, `version` that of the text. */
type ConsentTable = { user_id: string; version: number; kind: string; at_ms: number }

/** Adults' authenticator apps. better-auth encrypts the secret and the recovery codes. */
type SecondFactorTable = {
  id: string
  user_id: string
  secret: string
  backup_codes: string
  /** 0 until the first correct code; until then sign-in does not require one. */
  verified: number
}

/** Adults' passkeys; only the public keys. */
type PasskeyTable = {
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
type LinkCodeTable = { code_hash: string; student_id: string; expires_at_ms: number }

/** Consecutive failed sign-ins per account (domain/sign-in-wait.ts). */
type SignInFailureTable = {
  account_key: string
  failures: number
  not_before_ms: number
  /** The last day with failures, and their number; not used for classes. */
  practice_day: Generated<string>
  wrong_on_day: Generated<number>
}

export type Tables = {
  guest: GuestTable
  guest_merge: GuestMergeTable
  removal: RemovalTable
  forgotten_player: DeletedPlayerTable
  practice_result: PracticeResultTable
  daily_score: DailyScoreTable
  rank_cell: RankCellTable
  state_score: StateScoreTable
  state_day: StateDayTable
  time_report: TimeReportTable
  battle: BattleTable
  battle_player: BattlePlayerTable
  battle_total: BattleTotalTable
  user: UserTable
  session: SessionTable
  account: CredentialTable
  invitation: InvitationTable
  verification: VerificationTable
  school_class: SchoolClassTable
  student: StudentTable
  guardian: GuardianTable
  child_access: ChildAccessTable
  child_request: ChildRequestTable
  link_code: LinkCodeTable
  sign_in_failure: SignInFailureTable
  student_practice: StudentPracticeTable
  student_session: StudentSessionTable
  attempt: AttemptTable
  fact_fluency: FactFluencyTable
  student_day: StudentDayTable
  entry_time: EntryTimeTable
  person_seen: PersonSeenTable
  retention_warning: RetentionWarningTable
  student_week: StudentWeekTable
  consent: ConsentTable
  second_factor: SecondFactorTable
  passkey: PasskeyTable
  storage_probe: StorageProbeTable
  practiced_day: PracticedDayTable
  achievement: AchievementTable
  away: AwayTable
  class_holiday: ClassHolidayTable
  outage: OutageTable
  heartbeat: HeartbeatTable
}
