import type { Fact, Operation } from '../../../domain/fact.ts'
import type { Reason } from '../../../domain/learning/choose.ts'
import type { Hint } from '../../../domain/learning/hint.ts'
import type { Praise } from '../../../domain/praise.ts'
import type { VisualModel } from '../../../domain/visual-model.ts'
import type { PerformanceLevel } from '../../../domain/scoring.ts'
import { operationSymbol } from '../../ui/operation-tone.ts'
import { writtenProblem } from '../../ui/written-problem.ts'
import { counted, listed, plural } from '../../../domain/words.en.ts'

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
  knew_all: 'You knew all of these!',
  all_first_try: 'All right on the first try!',
  all: 'You got every one in the end.',
  almost_all: 'Almost all right!',
  most: 'You got most of them.',
  half: 'More than half right. Keep it up!',
  hurried: 'Take your time. There are no extra points for speed.',
  some: 'Every try teaches you something.',
}

const spoken = (fact: Fact) => `${fact.operand1} ${SPOKEN_OPERATION[fact.operation]} ${fact.operand2}`

/** What a picture shows, in words, without giving away the answer. */
function seen({ operation, operand1, operand2 }: Fact, model: VisualModel): string {
  if (model.type === 'number_line') {
    return `on a number line, a jump from ${operand1} ${model.jump < 0 ? 'back' : 'forward'} by ${operand2}`
  }
  if (model.type === 'array') {
    return model.asked === 'total'
      ? `${plural(model.rows, { one: '# row', other: '# rows' })} of ${plural(model.columns, { one: '# dot', other: '# dots' })}${lastRow(model)}`
      : `${plural(operand1, { one: '# dot', other: '# dots' })} in ${plural(operand2, { one: '# equal row', other: '# equal rows' })}`
  }
  if (operation === 'subtraction')
    return `${plural(operand1, { one: '# dot', other: '# dots' })} with ${counted(operand2)} crossed out`
  if (model.second === 0) return 'dots in ten-frames'
  return `${plural(operand1, { one: '# dot', other: '# dots' })} and ${plural(operand2, { one: '# dot', other: '# dots' })} in ten-frames${makesTen(model) ? ', where some move over to make a ten' : ''}`
}

function lastRow({ last }: Extract<VisualModel, { type: 'array' }>): string {
  if (last === 'missing') return ', the last one marked'
  return last === 'extra' ? ', and one more row crossed out' : ''
}

function makesTen({ first, second }: Extract<VisualModel, { type: 'ten_frame' }>): boolean {
  return first + second > 10 && first < 10 && second < 10
}

/** Minutes and two digits of seconds, rounded up, so that 0:00 means that the time is up. */
function clock(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

function timeInWords(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  const minutes = Math.floor(seconds / 60)
  const parts = [
    ...(minutes > 0 ? [plural(minutes, { one: '# minute', other: '# minutes' })] : []),
    ...(seconds % 60 > 0 || minutes === 0
      ? [plural(seconds % 60, { one: '# second', other: '# seconds' })]
      : []),
  ]
  return listed(parts)
}

/** What the sign of a problem asks for. */
function byItsSign({ operation, operand1, operand2 }: Fact): string {
  switch (operation) {
    case 'addition':
      return `Add ${operand2}.`
    case 'subtraction':
      return `Take away ${operand2}.`
    case 'multiplication':
      return `It’s ${operand1} times ${operand2}.`
    case 'division':
      return `Divide by ${operand2}.`
  }
}

/** The hint below 'Try again', short enough for one line on a phone. */
function hintLine(hint: Hint): string {
  switch (hint.type) {
    case 'known':
      return `${solved(hint.known)}. ${moreOrLess(hint.more, hint.unit)}`
    case 'double':
      return `${solved(hint.known)}. Double it!`
    case 'make_ten':
      return `Make a ten: ${hint.from} + ${hint.step}. Then ${hint.rest} more.`
    case 'back_to_ten':
      return `Take away ${hint.step} to get to 10, then ${hint.rest} more.`
    case 'one_group':
      return hint.isMore
        ? `So close! ${hint.given} needs one more ${hint.unit}.`
        : `So close! ${hint.given} is one ${hint.unit} too many.`
    case 'share':
      return `${hint.whole} in ${plural(hint.rows, { one: '# row', other: '# rows' })}. How many in each row?`
    case 'sign':
      return byItsSign(hint.fact)
    case 'groups':
      // There is nothing to count by with 0 or 1.
      return Math.min(hint.groups, hint.unit) < 2
        ? `${plural(hint.groups, { one: '# row', other: '# rows' })} of ${hint.unit}: how many in all?`
        : `Count by ${hint.unit}s, ${hint.groups} times.`
    case 'order':
      return 'Did you mix up the digits?'
    case 'typing':
      return 'Oops! Look at the number you typed.'
    case 'both_numbers':
      return 'Use both numbers.'
    case 'count_again':
      return 'So close! Count again.'
    case 'check_tens':
      return 'Check the tens.'
    case 'picture':
      return 'Use the picture.'
  }
}

const solved = (fact: Fact) => `${writtenProblem(fact).replace('=', 'is')} ${fact.answer}`

function moreOrLess(more: number, unit: number): string {
  const count = Math.abs(more)
  if (unit === 1) return `Just ${count === 1 ? 'one' : count} ${more > 0 ? 'more' : 'less'}!`
  return more > 0 ? `One more ${unit}.` : `Take away one ${unit}.`
}

/** Sentences for the child (learning.md §2). */
const WHY_FOR_CHILD: Readonly<Record<Reason, string>> = {
  easy: 'A warm-up for your brain!',
  missed: 'Let’s try this one again.',
  review: 'Do you remember this one?',
  learning: 'You’re learning this one.',
  new: 'Here’s a new one!',
  again: 'One more time helps it stick.',
}

/** All text of practice. Sentences from the specification (§2, §4, §8) are verbatim. */
export const messages = {
  allOperations: 'All Four Operations',
  todaysTen: 'Today’s ten',
  assigned: 'Assigned practice',

  setup: {
    lead: (durationMs: number) => `Up to ${timeInWords(durationMs)}. Pause or stop any time.`,
    leadNoClock: 'Take your time. Pause or stop any time.',
    countLegend: 'How many problems?',
    count: counted,
    countHint: (count: number) => plural(count / 10, { one: '# ten-frame', other: '# ten-frames' }),
    timeLegend: 'How much time?',
    time: (seconds: number) => counted(seconds / 60),
    timeHint: 'minutes',
    noClock: 'No',
    noClockHint: 'clock',
    visualModels: 'Pictures',
    visualModelsHint: 'Always, or only when you miss one.',
    race: 'Race yourself',
    raceHint: 'Dots show how far you got last time',
    start: 'Start',
    back: 'Back',
  },

  interrupted: {
    title: 'Welcome back',
    lead: (name: string, answered: number, total: number) =>
      `${name}: you did ${counted(answered)} of ${counted(total)}. Ready to go on?`,
    goOn: 'Keep going',
    startOver: 'Start over',
    startOther: (name: string) => `Start ${name}`,
  },

  problem: {
    spokenQuestion: (fact: Fact) => `What is ${spoken(fact)}?`,
    answerLabel: 'Your answer',
    submit: 'Submit',
    choices: 'Answers',
    end: 'End',
    pause: 'Pause',
    score: 'Points',
    points: counted,
    pointsBadge: (points: number) => `+${counted(points)}`,
    spokenCorrect: (points: number) => `Yes! ${plural(points, { one: '# point', other: '# points' })}.`,
    notYet: 'Not yet',
    tryAgain: (chances: number) =>
      plural(chances, {
        one: 'Try again! You have # more chance.',
        other: 'Try again! You have # more chances.',
      }),
    onlyDigits: 'Whole numbers only, please.',
    answerIs: (answer: number) => `Answer: ${answer}`,
    continue: 'Continue',
    hint: hintLine,
    showMe: 'Show me',
    showNumberLine: 'Number line',
    showTenFrames: 'Ten-frames',
    visualLabel: (fact: Fact, model: VisualModel) => `A picture of ${spoken(fact)}: ${seen(fact, model)}.`,
  },

  why: {
    title: 'Why this question?',
    forChild: (reason: Reason) => WHY_FOR_CHILD[reason],
    ofSession: 'Why these questions?',
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
      answered === 0 ? 'Nothing answered yet. That’s okay.' : 'Your answers so far count.',
    lead: 'Take your time.',
    nobodyThere: 'Are you still there?',
    nobodyThereLead: 'The clock waits for you.',
    resume: 'Keep going',
    end: 'End session',
    visualModels: 'Pictures',
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
    correctOf: (correct: number, total: number) => `${counted(correct)} of ${counted(total)}`,
    progressLabel: (first: number, later: number, missed: number, open: number) =>
      [
        `${counted(first)} on the first try`,
        ...(later > 0 ? [`${counted(later)} later`] : []),
        ...(missed > 0 ? [`${counted(missed)} to learn`] : []),
        ...(open > 0 ? [`${counted(open)} not tried`] : []),
      ].join(' · '),
    lookAgain: (count: number) =>
      plural(count, { one: 'Let’s look at this one again', other: 'Let’s look at these again' }),
    playAgain: 'Play again',
    tenMore: 'Ten more',
    practiceThese: (count: number) => plural(count, { one: 'Practice this one', other: 'Practice these #' }),
    return: 'Return',
  },

  grew: {
    title: 'Look what grew!',
    fact: ({ operation, operand1, operand2 }: Fact) =>
      `${operand1} ${operationSymbol(operation)} ${operand2}`,
    more: (count: number) => `and ${counted(count)} more`,
    sprouts: (count: number) => plural(count, { one: '# new sprout', other: '# new sprouts' }),
    leaves: (count: number) => plural(count, { one: '# new leaf', other: '# new leaves' }),
    flowers: (count: number) => plural(count, { one: '# new flower', other: '# new flowers' }),
    keepsakes: (count: number) => `${plural(count, { one: '# frame', other: '# frames' })} full of flowers`,
    nothing: (count: number) =>
      `You watered ${plural(count, { one: '# plant. It’ll', other: '# plants. They’ll' })} grow soon!`,
    watered: (count: number) => plural(count, { one: '# plant watered', other: '# plants watered' }),
    readyTomorrow: (count: number) =>
      `${plural(count, { one: '# plant needs', other: '# plants need' })} water tomorrow.`,
    comeBack: 'See you tomorrow!',
  },

  error: {
    title: 'Something went wrong',
    text: 'The practice session encountered an error. You can try again or return to the main page.',
    tryAgain: 'Try Again',
    goHome: 'Go Home',
  },

  warmUp: {
    offer: 'Warm up: type 10 numbers.',
    begin: 'Warm up',
    notNow: 'Not now',
  },

  warnings: {
    save: 'Failed to save practice session to localStorage',
    restore: 'Failed to restore practice session from localStorage',
  },
} as const
