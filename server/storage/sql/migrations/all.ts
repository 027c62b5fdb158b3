import { guestPractice } from './0001-guest-practice.ts'
import { boards } from './0002-boards.ts'
import { battles } from './0003-battles.ts'
import { boardNumbers } from './0004-board-numbers.ts'
import { accounts } from './0005-accounts.ts'
import { studentPractice } from './0006-student-practice.ts'
import { roomInPages } from './0007-room-in-pages.ts'
import { studentPlayers } from './0008-student-players.ts'
import { forgottenPlayers } from './0009-forgotten-players.ts'
import { sessionTime } from './0010-session-time.ts'
import { readablePins } from './0011-readable-pins.ts'
import { classPins } from './0012-class-pins.ts'
import { generatedContent } from './0013-generated-content.ts'
import { signInWindows } from './0014-sign-in-windows.ts'
import { sessionDevice } from './0015-session-device.ts'
import { invitations } from './0016-invitations.ts'
import { setAside } from './0017-set-aside.ts'
import { accessLog } from './0018-access-log.ts'
import { retention } from './0019-retention.ts'
import { secondFactors } from './0020-second-factors.ts'
import { passkeys } from './0021-passkeys.ts'
import { tokenRounds } from './0022-token-rounds.ts'
import { guestAddress } from './0023-guest-address.ts'
import { childConsent } from './0024-child-consent.ts'
import { learningMemory } from './0025-learning-memory.ts'
import { latePractice } from './0026-late-practice.ts'
import { bestState } from './0027-best-state.ts'
import { achievements } from './0028-achievements.ts'
import { closedWeeks } from './0029-closed-weeks.ts'
import { studentSettings } from './0030-student-settings.ts'
import type { Migration } from './migration.ts'
import { assignments } from './0031-assignments.ts'
import { lately } from './0032-lately.ts'
import { weeklyMail } from './0033-weekly-mail.ts'
import { classGoals } from './0034-class-goals.ts'
import { timeFactor } from './0036-time-factor.ts'
import { homeSettings } from './0037-home-settings.ts'
import { hiddenPlayers } from './0038-hidden-players.ts'
import { letters } from './0039-letters.ts'
import { broughtGardens } from './0043-brought-gardens.ts'

/** Every migration, in the order in which they run. */
export const MIGRATIONS: readonly Migration[] = [
  guestPractice,
  boards,
  battles,
  boardNumbers,
  accounts,
  studentPractice,
  roomInPages,
  studentPlayers,
  forgottenPlayers,
  sessionTime,
  readablePins,
  classPins,
  generatedContent,
  signInWindows,
  sessionDevice,
  invitations,
  setAside,
  accessLog,
  retention,
  secondFactors,
  passkeys,
  tokenRounds,
  guestAddress,
  childConsent,
  learningMemory,
  latePractice,
  bestState,
  achievements,
  closedWeeks,
  studentSettings,
  assignments,
  lately,
  weeklyMail,
  classGoals,
  timeFactor,
  homeSettings,
  hiddenPlayers,
  letters,
  broughtGardens,
]
