/** The few words that belong to the building blocks themselves; all others come from the feature that uses them. */
export const messages = {
  keypad: 'Number keypad',
  digit: (digit: string) => digit,
  clear: 'Clear',
  backspace: 'Delete the last digit',
  loading: 'Loading…',
  close: 'Close',
  calm: 'Calm mode',
  calmHint: 'Quiet play: no clock, no points',
  progress: (done: number, total: number) => `${done} of ${total} problems done`,
}
