import type { Fact, Operation } from '../../../domain/fact.ts'
import type { Praise } from '../../../domain/praise.ts'
import type { VisualModel } from '../../../domain/visual-model.ts'
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

const LEVELS: Readonly<Record<PerformanceLevel, string>> = {
  legendary: 'Legendary',
  outstanding: 'Outstanding',
  excellent: 'Excellent',
  great: 'Great',
  good: 'Good',
  keep_going: 'Keep Going',
}

const PRAISE: Readonly<Record<Praise, string>> = {
  by_heart: 'You know these by heart.',
  all_first_try: 'All right on the first try!',
  all: 'You got every one in the end.',
  almost_all: 'Almost all right!',
  most: 'You got most of them.',
  half: 'More than half right. Keep it up!',
  hurried: 'Take your time. There are no extra points for speed.',
  some: 'Every try teaches you something.',
}

const spoken = (fact: Fact) => `${fact.operand1} ${SPOKEN_OPERATION[fact.operation]} ${fact.operand2}`

/** What a picture shows, without the answer. */
function seen({ operation, operand1, operand2 }: Fact, model: VisualModel): string {
  if (model.type === 'number_line') {
    return `on a number line, a jump from ${operand1} ${model.jump < 0 ? 'back' : 'forward'} by ${operand2}`
  }
  if (model.type === 'array') {
    return model.asked === 'total'
      ? `${plural(operand1, 'row')} of ${plural(operand2, 'dot')}`
      : `${plural(operand1, 'dot')} in ${plural(operand2, 'equal row')}`
  }
  if (operation === 'subtraction') return `${plural(operand1, 'dot')} with ${whole(operand2)} crossed out`
  if (model.second === 0) return 'dots in ten-frames'
  return `${plural(operand1, 'dot')} and ${plural(operand2, 'dot')} in ten-frames${makesTen(model) ? ', where some move over to make a ten' : ''}`
}

function makesTen({ first, second }: Extract<VisualModel, { type: 'ten_frame' }>): boolean {
  return first + second > 10 && first < 10 && second < 10
}

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
    lead: (durationMs: number) => `Up to ${timeInWords(durationMs)}. Pause or stop any time.`,
    leadNoClock: 'Take your time. Pause or stop any time.',
    countLegend: 'How many problems?',
    count: whole,
    countHint: (count: number) => plural(count / 10, 'ten-frame'),
    timeLegend: 'How much time?',
    time: (seconds: number) => whole(seconds / 60),
    timeHint: 'minutes',
    noClock: 'No',
    noClockHint: 'clock',
    visualModels: 'Visual models',
    visualModelsHint: 'On: a picture for every problem. Off: only after a miss.',
    start: 'Start',
    back: 'Back',
  },

  interrupted: {
    title: 'Welcome back',
    lead: (name: string, answered: number, total: number) =>
      `You were in the middle of ${name}: ${whole(answered)} of ${plural(total, 'problem')} done.`,
    clockWaited: 'The clock is stopped.',
    goOn: 'Keep going',
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
    onlyDigits: 'Numbers only, please.',
    answerIs: (answer: number) => `Answer: ${answer}`,
    continue: 'Continue',
    showMe: 'Show me',
    showNumberLine: 'Number line',
    showTenFrames: 'Ten-frames',
    visualLabel: (fact: Fact, model: VisualModel) => `A picture of ${spoken(fact)}: ${seen(fact, model)}.`,
  },

  time: {
    clock,
    timeLeft: 'Time left',
    spokenTimeLeft: (ms: number) => `${timeInWords(ms)} left.`,
  },

  paused: {
    title: 'Paused',
    endTitle: 'End this session?',
    endLead: (answered: number) =>
      answered === 0 ? 'You haven’t answered anything yet.' : 'Your answers so far count.',
    lead: 'Take your time.',
    resume: 'Keep going',
    end: 'End session',
    visualModels: 'Visual models',
    sound: 'Sound',
  },

  processing: {
    title: 'Session Complete',
    steps: ['Looking at your answers', 'Adding up your points', 'Getting your results ready'],
  },

  results: {
    levelLine: (level: PerformanceLevel) => LEVELS[level],
    praise: (praise: Praise) => PRAISE[praise],
    nothingAnswered: 'No answers this time. That’s okay!',
    endedByTimer: 'Time’s up! All your answers count.',
    points: 'Points',
    correct: 'Correct',
    correctOf: (correct: number, total: number) => `${whole(correct)} of ${whole(total)}`,
    accuracy: 'Accuracy',
    percent: (accuracy: number) => `${oneDecimal.format(accuracy)}%`,
    time: 'Time',
    perProblem: 'Time per problem',
    perProblemTime: (ms: number) => `${oneDecimal.format(ms / 1000)} s`,
    progressLabel: (first: number, later: number, missed: number, open: number) =>
      [
        `${whole(first)} first try`,
        ...(later > 0 ? [`${whole(later)} later`] : []),
        ...(missed > 0 ? [`${whole(missed)} to learn`] : []),
        ...(open > 0 ? [`${whole(open)} not reached`] : []),
      ].join(', '),
    lookAgain: 'Look at these again',
    noLeague: 'This mix has no leaderboard, but your practice time counts.',
    playAgain: 'Play again',
    practiceThese: (count: number) => (count === 1 ? 'Practice this one' : `Practice these ${whole(count)}`),
    return: 'Return',
  },

  error: {
    title: 'Something went wrong',
    text: 'The practice session encountered an error. You can try again or return to the main page.',
    tryAgain: 'Try Again',
    goHome: 'Go Home',
  },

  warmUp: {
    offer: 'Warm up your fingers: copy 10 numbers.',
    begin: 'Warm up',
    notNow: 'Not now',
    title: 'Copy the number',
    copyLabel: 'Your copy',
    spokenNumber: (number: number) => `Copy ${number}.`,
    again: 'Look again and copy the number.',
    progress: (number: number, of: number) => `${whole(number)} of ${whole(of)}`,
    skip: 'Skip',
    thanks: 'Thanks! Now we know how fast you type.',
  },

  warnings: {
    save: 'Failed to save practice session to localStorage',
    restore: 'Failed to restore practice session from localStorage',
  },
} as const
