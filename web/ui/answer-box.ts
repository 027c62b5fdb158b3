/** What makes an input the box for an answer: digits come from our own keys, and the device neither suggests nor mends. */
export const ANSWER_BOX = {
  className: 'play-answer',
  inputMode: 'none',
  enterKeyHint: 'done',
  autoComplete: 'off',
  autoCorrect: 'off',
  spellCheck: false,
} as const
