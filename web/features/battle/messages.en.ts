import type { BattleProblem } from '../../../domain/battle-problems.ts'
import type { ScoreView } from '../../../domain/battle-view.ts'
import type { BattleType, Division, Preference } from '../../../domain/division.ts'
import type { Operation } from '../../../domain/fact.ts'
import type { StopCode } from './flow-state.ts'
import { counted, listed, plural } from '../../../domain/words.en.ts'

const SPOKEN_OPERATION: Readonly<Record<Operation, string>> = {
  addition: 'plus',
  subtraction: 'minus',
  multiplication: 'times',
  division: 'divided by',
}

const DIVISION_NAMES: Readonly<Record<Division, string>> = {
  addition_subtraction: 'Addition & Subtraction',
  multiplication_division: 'Multiplication & Division',
}

const TYPE_NAMES: Readonly<Record<Exclude<Preference, 'mixed'>, string>> = {
  addition: 'Addition Only',
  subtraction: 'Subtraction Only',
  multiplication: 'Multiplication Only',
  division: 'Division Only',
}

const MIXED_NAMES: Readonly<Record<Division, string>> = {
  addition_subtraction: 'Mixed +/-',
  multiplication_division: 'Mixed x/÷',
}

/** Headlines of the results by rank. The last one is for all ranks from the third on. */
const HEADLINES: readonly (readonly [title: string, text: string])[] = [
  ['Victory!', 'Congratulations! You won the battle!'],
  ['2nd Place!', "Excellent work! You're getting stronger!"],
  ['Battle Complete!', 'Great job! Keep practicing to improve!'],
]

/** Minutes and two digits of seconds. */
const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

const REFUSALS: Readonly<Record<StopCode, readonly [title: string, text: string]>> = {
  taken_over: [
    'You’re playing in another tab',
    'You can only play in one tab at a time. Keep playing there, or switch to this one.',
  ],
  busy: [
    'The arena is full right now',
    'So many players! Try again in a moment, or practice while you wait.',
  ],
  draining: ['The arena is taking a short break', 'It opens again in a moment. Your points are safe.'],
  too_many_events: ['That was very fast', 'Take a breath and try again.'],
  unknown_queue: ['There’s no battle like that', 'Go back to the lobby and pick another one.'],
  unknown_bot: ['The computer player didn’t show up', 'Please try again.'],
  unknown_battle: ['This battle is over', 'Go back to the lobby and start a new one.'],
  bad_event: ['That didn’t work', 'It’s not your fault. Please try again.'],
  internal: ['That didn’t work', 'It’s not your fault. Please try again.'],
}

/** Nobody is first without points. */
const NOBODY_SCORED = ['Nobody scored this time', 'That happens! Keep practicing and try again.'] as const
/** First place in a battle that players ended early. */
const FIRST_UNCOUNTED = [
  'You’re in first place!',
  'This battle ended too early to count as a win. Your streak stays the same.',
] as const
/** Everyone with points left. */
const NOBODY_WINS = ['Nobody wins this time', 'That happens! Keep practicing and try again.'] as const

/** All text of the arena, from the lobby to the results. Sentences from the specification (§2, §4) are verbatim. */
export const messages = {
  title: 'Math Battle Arena',
  back: 'Back to Guest Mode',
  backHome: 'Back to my page',
  division: (division: Division) => DIVISION_NAMES[division],
  typeName: ({ division, preference }: BattleType) =>
    preference === 'mixed' ? MIXED_NAMES[division] : TYPE_NAMES[preference],

  left: 'left',
  hasLeft: (nickname: string) => `${nickname} left the battle.`,

  lobby: {
    lead: 'Same problems, same clock. Who can get the most points?',
    note: (seconds: number) =>
      `Battles last ${plural(seconds, { one: '# second', other: '# seconds' })}, have 2-3 players, and use real-time scoring.`,
    board: 'View Leaderboard',
  },

  picker: { title: 'Choose Your Battle Type', toLobby: 'Back to Lobby' },

  queue: {
    connecting: 'Connecting to battle server...',
    searching: 'Searching for opponents...',
    matched: 'Match found! Preparing battle...',
    troubled: 'Battles need the internet. Still trying to connect…',
    position: 'Position in queue',
    place: (place: number | null) => (place === null ? '–' : counted(place)),
    wait: 'Wait time',
    waited: clock,
    duration: (seconds: number) => `duration ${plural(seconds, { one: '# second', other: '# seconds' })}`,
    players: '2 players per battle',
    average: 'Average wait time: 5-10 seconds',
    computer: 'If nobody shows up, you’ll play a computer.',
    leave: 'Leave Queue',
  },

  countdown: {
    title: 'Battle Starting Soon!',
    ready: 'Get Ready!',
    secondsLeft: (seconds: number) => plural(seconds, { one: '# second', other: '# seconds' }),
    opponents: 'Your opponents',
    duration: (seconds: number) => `${counted(seconds)}-second battle`,
    computer: 'Computer player',
    person: 'Player',
    you: 'You',
  },

  arena: {
    waitingTitle: 'Get Ready for Battle!',
    waitingText: 'Waiting for all players to be ready...',
    versus: (nickname: string) => `vs ${nickname}`,
    time: clock,
    timeLeft: 'Time left',
    spokenTimeLeft: (seconds: number) => `${plural(seconds, { one: '# second', other: '# seconds' })} left.`,
    score: 'Points',
    points: (points: number) => counted(points),
    pointsBadge: (points: number) => `+${counted(points)}`,
    race: (scores: readonly ScoreView[]) =>
      `Points so far: ${scores.map(({ nickname, score, you, left }) => `${you ? 'you' : nickname} ${counted(score)}${left ? ' (left)' : ''}`).join(', ')}`,
    you: 'You',
    question: ({ operand1, operation, operand2 }: BattleProblem) =>
      `What is ${operand1} ${SPOKEN_OPERATION[operation]} ${operand2}?`,
    spokenCorrect: (points: number) =>
      points > 0 ? `Yes! ${plural(points, { one: '# point', other: '# points' })}.` : 'Yes!',
    answerLabel: 'Your answer',
    submit: 'Submit',
    notYet: 'Not yet',
    tryAgain: 'Try again!',
    reveal: (answer: number) => `The answer is ${answer}. Type it to continue.`,
    away: 'No connection. Keep playing!',
    stillAway: 'No connection. We’re trying to reconnect.',
    leaveTitle: 'Leave this battle?',
    leaveText: 'The others will finish it without you, and you can’t win it anymore.',
    stay: 'Keep playing',
    leave: 'Leave battle',
  },

  calculating: {
    title: 'Calculating Results...',
    text: 'Please wait while we determine the winner!',
    awayText: 'We’ll look up your result when you’re back online.',
    score: 'Your final score',
    scoreHere: 'Points on this screen',
    answered: 'Problems answered',
  },

  results: {
    headline: (rank: number) => HEADLINES[Math.min(rank, HEADLINES.length) - 1] ?? ['', ''],
    nobodyFirst: (hasScores: boolean) => (hasScores ? NOBODY_WINS : NOBODY_SCORED),
    uncountedFirst: FIRST_UNCOUNTED,
    cutShort: 'The arena had to close, so this battle ended early.',
    title: 'Final Results',
    nobodyScored: 'No points this time, so nobody wins this one.',
    nobodyWins: 'Nobody wins this one.',
    uncounted: 'The battle ended too early to count as a win.',
    winnerBadge: 'Winner',
    you: 'You',
    computer: 'Computer',
    rank: (rank: number) => `Rank ${rank}`,
    answered: (problems: number) =>
      plural(problems, { one: '# problem answered', other: '# problems answered' }),
    number: (points: number) => counted(points),
    pointsWord: (points: number) => plural(points, { one: 'point', other: 'points' }),
    playAgain: 'Play Again',
    rematch: 'Rematch',
    board: 'View Leaderboard',
    toLobby: 'Return to Lobby',
  },

  /** Who won, and why (BAT-106). */
  verdict: {
    won: (nickname: string, points: number, second: number) =>
      `${nickname} won, ${counted(points)} to ${counted(second)}.`,
    youWon: (points: number, second: number) => `You won, ${counted(points)} to ${counted(second)}.`,
    tied: (winners: number, points: number) =>
      `It’s a tie at ${plural(points, { one: '# point', other: '# points' })}. You ${winners === 2 ? 'both' : 'all'} win!`,
    othersTied: (nicknames: readonly string[], points: number) =>
      `${listed(nicknames)} tied at ${plural(points, { one: '# point', other: '# points' })}, so they both win.`,
    onlyOne: (nickname: string) => `Everyone else left, so ${nickname} won.`,
    onlyYou: 'Everyone else left, so you won.',
  },

  storedResult: {
    loadingTitle: 'Looking for your result...',
    loadingText: 'The battle is over. One moment, please.',
    place: (rank: number) => `Place ${counted(rank)}`,
    outOf: (players: number) => `of ${plural(players, { one: '# player', other: '# players' })}`,
    youWon: 'You won this battle.',
    won: (nickname: string) => `${nickname} won this battle.`,
    anotherWon: 'Another player won this battle.',
    noneTitle: 'This battle is over',
    noneText: 'Sorry! The arena had to restart, so this battle doesn’t count. Your practice points are safe.',
    failedTitle: 'This battle is over',
    failedText: 'We can’t look up your result right now. Try again in a moment.',
    again: 'Try again',
  },

  stopped: {
    title: (code: StopCode) => REFUSALS[code][0],
    text: (code: StopCode) => REFUSALS[code][1],
    again: 'Try again',
    playHere: 'Play here',
    toLobby: 'Back to Lobby',
  },
} as const
