/** The storage key of the current practice session (specification §4). */
export const PRACTICE_KEY = 'practiceSession'

/** Where this browser stores how fast the player's last sessions were. It is removed when a student leaves the device. */
export const PACE_KEY = 'tenfold.pace'

/** Where this browser stores a student's assignments. It is removed when the student leaves the device. */
export const CARDS_KEY = 'tenfold.assignments'

/** Where this browser stores the goal of a student's class. It is removed when the student leaves the device. */
export const CLASS_GOAL_KEY = 'tenfold.class-goal'

/** Where a tab stores the battle that it is in. */
export const BATTLE_KEY = 'tenfold.battle'

/** The state of the history entry of a practice page that continues an interrupted session without asking. */
export const RESUME_SESSION = 'keep_going'

/** Before the id of a student, or `guest`: the key of a player's ten-frames of the day. */
export const FRAMES_PREFIX = 'tenfold.todays-ten.'
