import type { Generated } from 'kysely'

/** A guest. The token is only here as its SHA-256, so that a stolen file opens nobody's session. */
export type GuestTable = {
  id: Generated<number>
  token_hash: string
  public_id: string
  nickname: string
  location: string
  country: string
  state: string
  /** When name and place were last set, so that an older kept write does not undo a newer one. */
  profile_at_ms: number
  last_active_day: string
  /** Seconds played on `last_active_day`. */
  seconds_played: number
  /** The pace rule's only memory (domain/pace.ts). */
  pace_full_at_ms: number
  created_at_ms: number
  /** Stands for the address from which a guest first came; '' where it is not known. */
  address_key: Generated<string>
  /** Whose player this is, or into whose it was merged; null for a guest. */
  student_id: string | null
  /** When a guest became part of that student; the row is empty since. */
  merged_at_ms: number | null
}

/** What a student was told that came with a guest. */
export type GuestMergeTable = {
  guest_id: number
  sessions: number
  points: number
  battles: number
  /** What stands for the device that brought the guest; null of a version before. */
  device: string | null
}

/** What an operator removed at once; no content of it. */
export type RemovalTable = {
  id: Generated<number>
  at_ms: number
  /** The account of the operating system that ran the command. */
  operator: string
  criteria: string
  guests: number
  sessions: number
  battles: number
}

/** A player who was deleted; `mark` is made of the hash of the token, one way (forgotten-rows.ts). */
export type ForgottenPlayerTable = { mark: string; forgotten_at_ms: number }

/** Every stored practice session; who sent none has an id of its own. A repeat of a submission meets its key. */
export type PracticeResultTable = {
  guest_id: number
  submission_id: string
  /** The league and the practice day that it counts for (board-number.ts), as in the tables below. */
  board: number
  score: number
  problems_solved: number
  correct_answers: number
  average_time_ms: number
  speed_bonus: number
  played_at_ms: number
  stored_at_ms: number
}

/** The sums of a guest's sessions in a league on a practice day. */
export type DailyScoreTable = {
  guest_id: number
  board: number
  /** The state the guest plays for on that day, the same in all leagues; empty for none. */
  state: string
  score: number
  problems_solved: number
  correct_answers: number
  sessions: number
  /**
   * When the last session that raised the score was played, or, while none has, the first session: of two equal ones the
   * earlier is the better.
   */
  reached_at_ms: number
}

/**
 * How many players of a league's day stand in a cell (domain/ranking.ts; `level` 0 to 3). A rank is a sum over a few short
 * ranges of cells. A cell that has emptied stays, with 0 players.
 */
export type RankCellTable = {
  board: number
  level: number
  cell: number
  players: number
}

/** A state's sums in a league on a practice day. */
export type StateScoreTable = {
  board: number
  state: string
  players: number
  problems_solved: number
  score: number
  /** The best single player's sum. */
  top_score: number
}

/** A state's sums over all leagues of a practice day. */
export type StateDayTable = {
  practice_day: string
  state: string
  players: number
  score: number
}

/** Time reports that carried a submission id, so that a repeat adds nothing. */
export type TimeReportTable = {
  guest_id: number
  submission_id: string
  practice_day: string
}

/** A finished battle that at least one known guest played in. */
export type BattleTable = {
  battle_id: string
  division: string
  preference: string
  started_at_ms: number
  ended_at_ms: number
  /** The day on which it ended: with it the battle is forgotten. */
  practice_day: string
  /** How many played; it stays when one of them is removed. */
  players: number
}

/** How one person or bot came out of a battle. Division and end stand here as well, so that a guest's battles lie in order. */
export type BattlePlayerTable = {
  battle_id: string
  /** Position in the order of rank, from 0. */
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
  /** 0 or 1, as the next. */
  is_winner: number
  has_left: number
  /** Whether it counts for nothing: nobody is so fast, or in two places at once (ADR 0039). */
  set_aside: number
}

/** What a guest's kept battles come to, in each division and over both (battle-tally.ts). */
export type BattleTotalTable = {
  guest_id: number
  scope: string
  battles: number
  wins: number
  current_streak: number
  best_streak: number
  top_score: number
  /** When the last battle that changed wins, current streak or top score ended; the first battle always does. */
  reached_at_ms: number
  /** The newest battle that is counted here. */
  last_ended_at_ms: number
  last_battle_id: string
}

/** A student who has practised. Whoever writes anything else of the student holds this row. */
export type StudentPracticeTable = {
  student_id: string
  first_session_at_ms: number
  /** The memory of the log's pace (domain/pace.ts). */
  log_full_at_ms: Generated<number>
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

/** How well a student knows a fact (domain/fluency.ts). */
export type FactFluencyTable = {
  student_id: string
  fact: string
  seen: number
  right_count: number
  /** The last first attempts, oldest first, a space between: the pace of a right one, `-` for a wrong one. */
  recent: string
  first_right_day: string | null
  last_right_day: string | null
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

/** One row that a readiness check writes, to know that writing works. */
export type StorageProbeTable = { id: number; at_ms: number }

/** Somebody who signs in. A child has no email of its own and its name lies in `student` only. */
export type UserTable = {
  id: string
  name: string
  email: string
  /** 0 or 1. */
  email_verified: number
  role: string
  /** 0 or 1. */
  invited: Generated<number>
  /** 0 or 1: whether the adult has a second step at sign-in. */
  two_factor_enabled: Generated<number>
  created_at_ms: number
  updated_at_ms: number
}

/** A sign-in that lasts. The token is only here as its SHA-256. */
export type SessionTable = {
  id: string
  token: string
  user_id: string
  /** The kind of browser (server/account/device.ts), of adults only. */
  device: Generated<string | null>
  expires_at_ms: number
  created_at_ms: number
  updated_at_ms: number
}

/** How an adult proves who they are: a hashed password. A child has no row here. */
export type CredentialTable = {
  id: string
  account_id: string
  provider_id: string
  user_id: string
  password: string | null
  created_at_ms: number
  updated_at_ms: number
}

/** An invitation that nobody has used yet. */
export type InvitationTable = { code_hash: string; expires_at_ms: number }

/** What a mailed link proves, for a while. */
export type VerificationTable = {
  id: string
  identifier: string
  value: string
  expires_at_ms: number
  created_at_ms: number
  updated_at_ms: number
}

/** A teacher's class, or the family of a parent: where children are at home. */
export type SchoolClassTable = {
  id: string
  owner_id: string
  kind: string
  name: string
  code: string
  created_at_ms: number
  archived_at_ms: number | null
  /** What new PINs of its children are. */
  pin_kind: Generated<string>
  /** Until then new devices do not wait for the wrong PINs of strangers; null where nobody has said so. */
  let_in_until_ms: Generated<number | null>
}

/** A child that signs in. */
export type StudentTable = {
  user_id: string
  class_id: string
  display_name: string
  /** What all spellings of the name have in common (domain/child-name.ts). */
  name_key: string
  nickname: string
  /** The hash of a PIN of an earlier version whose child has not signed in since; otherwise empty. */
  pin_hash: string
  /** The PIN, encrypted (server/account/pin-vault.ts); it counts only where `pin_hash` is empty. */
  pin_sealed: string | null
  /** What this child's PIN is: it keeps it when it moves. */
  pin_kind: string
  created_at_ms: number
  /** Nobody else in the class has the animal of its nickname in this color (domain/badge.ts). */
  color: Generated<string>
  /** Which of its player tokens is the one of now (server/account/player-token.ts). */
  token_round: Generated<number>
}

/** What an adult or operator did with a child's data, never the data. The child and the adult may be gone. */
export type ChildAccessTable = {
  /** `*` for all children at once. */
  student_id: string
  /** Rounded down to ten minutes. */
  at_ms: number
  /** The role where nobody's account did it. */
  adult_id: string
  kind: string
  role: string
  /** The child's class or family at that time. */
  home_id: string
}

/** The children that a request has added, so that a repeat of it adds nobody. */
export type ChildRequestTable = {
  class_id: string
  request_id: string
  /** Position in the list that was sent. */
  place: number
  student_id: string
  made_at_ms: number
}

export type GuardianTable = { parent_id: string; student_id: string }

/** When a person was last here; at most one change a day (seen-store.ts). */
export type PersonSeenTable = { user_id: string; seen_at_ms: number }

/** A warning that a child or an adult will be deleted: `first` or `second`. */
export type RetentionWarningTable = { person_id: string; step: string; at_ms: number }

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

/** What an adult has agreed to before adding children: `guardian` or `school`, in which version of the text, and when. */
export type ConsentTable = { user_id: string; version: number; kind: string; at_ms: number }

/** An adult's second step at sign-in; the secret and the recovery codes are encrypted by better-auth. */
export type SecondFactorTable = {
  id: string
  user_id: string
  secret: string
  backup_codes: string
  /** 0 until a first code was right: until then nobody is asked for one. */
  verified: number
}

/** A key with which an adult signs in without a password; only its public half. */
export type PasskeyTable = {
  id: string
  user_id: string
  /** The kind of browser in which it was made. */
  name: string | null
  credential_id: string
  public_key: string
  counter: number
  transports: string | null
  created_at_ms: number
}

/** A code that makes who types it a guardian, once. */
export type LinkCodeTable = { code_hash: string; student_id: string; expires_at_ms: number }

/** Wrong answers of an account in a row (domain/sign-in-wait.ts). */
export type SignInFailureTable = {
  account_key: string
  failures: number
  not_before_ms: number
  /** The last day on which an answer was wrong, and how many were; not of classes. */
  practice_day: Generated<string>
  wrong_on_day: Generated<number>
}

export type Tables = {
  guest: GuestTable
  guest_merge: GuestMergeTable
  removal: RemovalTable
  forgotten_player: ForgottenPlayerTable
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
  person_seen: PersonSeenTable
  retention_warning: RetentionWarningTable
  student_week: StudentWeekTable
  consent: ConsentTable
  second_factor: SecondFactorTable
  passkey: PasskeyTable
  storage_probe: StorageProbeTable
}
