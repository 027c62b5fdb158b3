/** The text of the warm-up, except for its offer, which is in the messages of practice. */
export const warmUpMessages = {
  title: 'Copy the number',
  copyLabel: 'Your copy',
  spokenNumber: (number: number) => `Copy ${number}.`,
  again: 'Look again and copy the number.',
  progress: (number: number, of: number) => `${number} of ${of}`,
  skip: 'Skip',
  thanks: 'Thanks! Now we know how fast you type.',
} as const
