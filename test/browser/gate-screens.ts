/** One screen of each kind: those that `npm test` opens. `npm run test:all` opens all. */
export const GATE_SCREENS: readonly string[] = [
  'guest-home-new',
  'guest-home',
  'state-picker',
  'garden',
  'landing',
  'privacy-policy',
  'not-found',
  'battle-lobby',
  'board-players',
  'board-states',
  'practice-setup',
  'practice-problem',
  'practice-model-multiplication',
  'practice-answer',
  'practice-results',
  'fault-page',
  'sign-up',
  'class',
  'class-child',
  'class-cards',
  'children',
  'account',
  'sign-in-pictures',
  'me-month',
  'student-home',
  'class-dashboard',
  'assignments-form',
  'child-report',
]

/** Of the screens with a problem, those whose layout `npm test` measures at every size. */
export const GATE_PROBLEMS: readonly string[] = [
  'practice-problem',
  'practice-widest',
  'practice-answer',
  'practice-hint-order',
]
