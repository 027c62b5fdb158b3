/** Text of the button beside lists that update by themselves. */
export const pauseMessages = {
  pause: 'Pause updates',
  resume: 'Resume updates',
} as const
