import { counted, plural } from '../../../domain/words.en.ts'

/** The text of the guest home. Sentences from the specification are verbatim. */
export const guestMessages = {
  heading: 'Let’s play!',
  tagline: 'Fill today’s ten-frame. Free, with no sign-up.',
  playingAs: 'You are playing as:',
  newName: 'New name',
  keepName: 'Keep my name',
  nameKept: 'Name kept',
  minutesLeft: (minutes: number, of: number) =>
    minutes <= 1 ? 'The last minute of today' : `${minutes} of ${of} minutes left today`,
  secondsLeft: (seconds: number, of: number) => `${seconds} of ${of} seconds left today`,
  noneLeft: 'All done for today.',
  leagues: 'What do you want to practice?',
  leaguesLocked: 'Press Play Now, then choose.',
  addAndTakeAway: 'Add and subtract',
  timesAndShare: 'Multiply and divide',
  ownRank: (rank: number) => `Rank #${counted(rank)}`,
  ranked: (total: number) => ` of ${counted(total)}`,
  arena: 'Math Battle Arena',
  arenaText: (seconds: number) =>
    seconds === 60
      ? 'Race your friends for a minute!'
      : `Race your friends for ${plural(seconds, { one: '# second', other: '# seconds' })}!`,
  additionSubtraction: 'Addition & Subtraction',
  multiplicationDivision: 'Multiplication & Division',
} as const
