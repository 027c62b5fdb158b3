export const fieldMessages = {
  show: 'Show',
  hide: 'Hide',
  showPassword: 'Show the password',
  hidePassword: 'Hide the password',
} as const
