import type { Generated } from 'kysely'
import type {
  ChildAccessTable,
  ChildRequestTable,
  ClassHolidayTable,
  ConsentTable,
  CredentialTable,
  GuardianTable,
  InvitationTable,
  LinkCodeTable,
  PasskeyTable,
  PersonSeenTable,
  RetentionWarningTable,
  SchoolClassTable,
  SecondFactorTable,
  SessionTable,
  SignInFailureTable,
  StudentTable,
  UserTable,
  VerificationTable,
} from './accounts/account-tables.ts'
import type {
  AchievementTable,
  AttemptTable,
  AwayTable,
  FactFluencyTable,
  PracticedDayTable,
  RetainedLearningTable,
  StudentDayTable,
  StudentPracticeTable,
  StudentSessionTable,
  StudentWeekTable,
} from './students/student-tables.ts'
import type {
  AssignmentChildTable,
  AssignmentTable,
  AssignmentWorkTable,
} from './school/assignment-tables.ts'
import type { WeeklyMailTable } from './school/weekly-mail-table.ts'
import type { ClassGoalTable } from './school/goal-tables.ts'

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
  /** 0 or 1: whether the player is on no public board (hidden-player-rows.ts). */
  hidden: Generated<number>
}

/** What a merge moved from a guest to a student, as reported to the student. */
type GuestMergeTable = {
  guest_id: number
  sessions: number
  points: number
  battles: number
  /** Identifies the device the guest was on. */
  device: string
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
  /** The player's `hidden`, repeated for the index of the board. */
  hidden: Generated<number>
}

/** A board's histogram: how many players shown on it have how many points. A count that falls to 0 remains. */
type ScoreCountTable = {
  board: number
  points: number
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

/** Times at which the installation could not be reached, from its heartbeats or entered by an operator. */
type OutageTable = { id: Generated<number>; from_ms: number; until_ms: number }

/** One row: when the server was last known to run. */
type HeartbeatTable = { id: number; at_ms: number }

export type Tables = {
  guest: GuestTable
  guest_merge: GuestMergeTable
  removal: RemovalTable
  forgotten_player: DeletedPlayerTable
  practice_result: PracticeResultTable
  daily_score: DailyScoreTable
  score_count: ScoreCountTable
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
  retained_learning: RetainedLearningTable
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
  practiced_day: PracticedDayTable
  achievement: AchievementTable
  away: AwayTable
  class_holiday: ClassHolidayTable
  outage: OutageTable
  heartbeat: HeartbeatTable
  assignment: AssignmentTable
  assignment_child: AssignmentChildTable
  assignment_work: AssignmentWorkTable
  weekly_mail: WeeklyMailTable
  class_goal: ClassGoalTable
}
