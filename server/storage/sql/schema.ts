import type { Generated } from 'kysely'
import type {
  AttemptTable,
  EntryTimeTable,
  FactFluencyTable,
  StudentDayTable,
  StudentPracticeTable,
  StudentSessionTable,
  StudentWeekTable,
} from './students/student-tables.ts'

/** A guest. The token is only here as its SHA-256, so that a stolen file opens nobody's session. */
type GuestTable = {
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
type GuestMergeTable = {
  guest_id: number
  sessions: number
  points: number
  battles: number
  /** What stands for the device that brought the guest; null of a version before. */
  device: string | null
}

/** What an operator removed at once; no content of it. */
type RemovalTable = {
  id: Generated<number>
  at_ms: number
  /** The account of the operating system that ran the command. */
  operator: string
  criteria: string
  guests: number
  sessions: number
  battles: number
}

/** A player who was deleted; `mark` is made of the hash of the token, one way (deleted-player-rows.ts). */
type DeletedPlayerTable = { mark: string; forgotten_at_ms: number }

/** Every stored practice session; who sent none has an id of its own. A repeat of a submission meets its key. */
type PracticeResultTable = {
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
type DailyScoreTable = {
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
type RankCellTable = {
  board: number
  level: number
  cell: number
  players: number
}

/** A state's sums in a league on a practice day. */
type StateScoreTable = {
  board: number
  state: string
  players: number
  problems_solved: number
  score: number
  /** The best single player's sum. */
  top_score: number
}

/** A state's sums over all leagues of a practice day. */
type StateDayTable = {
  practice_day: string
  state: string
  players: number
  score: number
}

/** Time reports that carried a submission id, so that a repeat adds nothing. */
type TimeReportTable = {
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

/** One row that a readiness check writes, to know that writing works. */
type StorageProbeTable = { id: number; at_ms: number }

/** Somebody who signs in. A child has no email of its own and its name lies in `student` only. */
type UserTable = {
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
type SessionTable = {
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
type CredentialTable = {
  id: string
  account_id: string
  provider_id: string
  user_id: string
  password: string | null
  created_at_ms: number
  updated_at_ms: number
}

/** An invitation that nobody has used yet. */
type InvitationTable = { code_hash: string; expires_at_ms: number }

/** What a mailed link proves, for a while. */
type VerificationTable = {
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
type StudentTable = {
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
  /** The version of the statements that the adult confirmed who added the child, and that adult's id; 0 and '' before those. */
  consent_version: Generated<number>
  consent_by: Generated<string>
}

/** What an adult or operator did with a child's data, never the data. The child and the adult may be gone. */
type ChildAccessTable = {
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
type ChildRequestTable = {
  class_id: string
  request_id: string
  /** Position in the list that was sent. */
  place: number
  student_id: string
  made_at_ms: number
}

type GuardianTable = { parent_id: string; student_id: string }

/** When a person was last here; at most one change a day (seen-store.ts). */
type PersonSeenTable = { user_id: string; seen_at_ms: number }

/** A warning that a child or an adult will be deleted: `first` or `second`. */
type RetentionWarningTable = { person_id: string; step: string; at_ms: number }

/** What an adult has agreed to before adding children: `guardian` or `school`, in which version of the text, and when. */
type ConsentTable = { user_id: string; version: number; kind: string; at_ms: number }

/** An adult's second step at sign-in; the secret and the recovery codes are encrypted by better-auth. */
type SecondFactorTable = {
  id: string
  user_id: string
  secret: string
  backup_codes: string
  /** 0 until a first code was right: until then nobody is asked for one. */
  verified: number
}

/** A key with which an adult signs in without a password; only its public half. */
type PasskeyTable = {
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
type LinkCodeTable = { code_hash: string; student_id: string; expires_at_ms: number }

/** Wrong answers of an account in a row (domain/sign-in-wait.ts). */
type SignInFailureTable = {
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
}
