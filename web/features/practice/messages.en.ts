import type { Fact, Operation } from '../../../domain/fact.ts'
import type { PerformanceLevel } from '../../../domain/scoring.ts'

const LOCALE = 'en-US'

const wholeNumber = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 })
const oneDecimal = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 })
const list = new Intl.ListFormat(LOCALE, { type: 'conjunction' })

const whole = (count: number) => wholeNumber.format(count)

const plural = (count: number, one: string) => `${whole(count)} ${one}${count === 1 ? '' : 's'}`

const SPOKEN_OPERATION: Readonly<Record<Operation, string>> = {
  addition: 'plus',
  subtraction: 'minus',
  multiplication: 'times',
  division: 'divided by',
}

const LEVELS: Readonly<Record<PerformanceLevel, { name: string; cheer: string }>> = {
  legendary: { name: 'Legendary', cheer: 'You know these by heart.' },
  outstanding: { name: 'Outstanding', cheer: 'Nearly all, and you kept going.' },
  excellent: { name: 'Excellent', cheer: 'These facts are becoming yours.' },
  great: { name: 'Great', cheer: 'Most are in your head already.' },
  good: { name: 'Good', cheer: 'More than half. Each round adds some.' },
  keep_going: { name: 'Keep Going', cheer: 'Every try teaches you something.' },
}

const spoken = (fact: Fact) => `${fact.operand1} ${SPOKEN_OPERATION[fact.operation]} ${fact.operand2}`

/** Minutes and two digits of seconds, rounded up: 0 is shown only when the time is over. */
function clock(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

function timeInWords(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  const minutes = Math.floor(seconds / 60)
  const parts = [
    ...(minutes > 0 ? [plural(minutes, 'minute')] : []),
    ...(seconds % 60 > 0 || minutes === 0 ? [plural(seconds % 60, 'second')] : []),
  ]
  return list.format(parts)
}

/** Every sentence of practice. What stands in the specification (§2, §4, §8) is here word for word. */
export const messages = {
  allOperations: 'All Four Operations',

  setup: {
    lead: (durationMs: number) => `Up to ${timeInWords(durationMs)}. Pause or end whenever you like.`,
    countLegend: 'How many problems?',
    count: whole,
    countHint: (count: number) => plural(count / 10, 'ten-frame'),
    visualModels: 'Visual models',
    visualModelsHint: 'Draws each problem as dots. When off, press Show me.',
    start: 'Start',
    back: 'Back',
  },

  interrupted: {
    title: 'Welcome back',
    lead: (name: string, answered: number, total: number) =>
      `You were in the middle of ${name}: ${whole(answered)} of ${plural(total, 'problem')} done. The clock has waited.`,
    goOn: 'Go on',
    startOver: 'Start over',
    startOther: (name: string) => `Start ${name}`,
  },

  problem: {
    spokenQuestion: (fact: Fact) => `What is ${spoken(fact)}?`,
    answerLabel: 'Your answer',
    submit: 'Submit',
    end: 'End',
    pause: 'Pause',
    score: 'Points',
    points: whole,
    pointsBadge: (points: number) => `+${whole(points)}`,
    heardCorrect: (points: number) => `Yes! ${plural(points, 'point')}.`,
    notYet: 'Not yet',
    tryAgain: (chances: number) =>
      `Try again! You have ${chances} more ${chances === 1 ? 'chance' : 'chances'}.`,
    onlyDigits: 'Use only digits.',
    answerIs: (answer: number) => `Answer: ${answer}`,
    continue: 'Continue',
    showMe: 'Show me',
    visualLabel: (fact: Fact) => `A picture of ${spoken(fact)}`,
  },

  time: {
    clock,
    timeLeft: 'Time left',
    hide: 'Hide the clock',
    show: 'Show the clock',
    spokenTimeLeft: (ms: number) => `${timeInWords(ms)} left.`,
  },

  paused: {
    title: 'Paused',
    lead: 'The clock stands still. Take your time.',
    resume: 'Go on',
    end: 'End session',
    visualModels: 'Visual models',
    sound: 'Sound',
    showClock: 'Show the clock',
  },

  processing: {
    title: 'Session Complete',
    steps: ['Looking at your answers', 'Adding up your points', 'Getting results ready'],
  },

  results: {
    levelLine: (level: PerformanceLevel) => LEVELS[level].name,
    cheer: (level: PerformanceLevel) => LEVELS[level].cheer,
    nothingAnswered: 'No problem answered. That is fine.',
    endedByTimer: 'Time is up. All you answered counts.',
    points: 'Points',
    correct: 'Correct',
    correctOf: (correct: number, total: number) => `${whole(correct)} of ${whole(total)}`,
    accuracy: 'Accuracy',
    percent: (accuracy: number) => `${oneDecimal.format(accuracy)}%`,
    time: 'Time',
    perProblem: 'Each problem',
    perProblemTime: (ms: number) => `${oneDecimal.format(ms / 1000)} s`,
    progressLabel: (first: number, later: number, missed: number, open: number) =>
      `${whole(first)} right at the first try, ${whole(later)} at a later try, ${whole(missed)} not yet${open > 0 ? `, ${whole(open)} not reached` : ''}`,
    lookAgain: 'Worth another look',
    noLeague: 'On no league board, but your time counts.',
    playAgain: 'Play again',
    return: 'Return',
  },

  error: {
    title: 'Something went wrong',
    text: 'The practice session encountered an error. You can try again or return to the main page.',
    tryAgain: 'Try Again',
    goHome: 'Go Home',
  },

  warnings: {
    save: 'Failed to save practice session to localStorage',
    restore: 'Failed to restore practice session from localStorage',
  },
} as const
