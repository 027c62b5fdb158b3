/** Text of passkeys: on the account page and at sign-in. */
export const passkeyMessages = {
  heading: 'Passkeys',
  text: 'Sign in with your finger, your face or your screen lock. With a passkey you need no password and no code.',
  add: 'Add a passkey…',
  addHint: 'Your device will ask for your screen lock. You’ll be signed out on every other device.',
  addDo: 'Next',
  added: 'Passkey added',
  unknown: 'Unknown device',
  made: (day: string) => `Added ${day}`,
  remove: 'Remove…',
  removeOf: (device: string, day: string) => `Remove the passkey of ${device}, added ${day}`,
  removeHint: (device: string) =>
    `The passkey of ${device} stops working here. You’ll be signed out on every other device.`,
  removeDo: 'Remove',
  removed: 'Passkey removed',
  failures: {
    wrong_sign_in: 'Your password isn’t right.',
    no_passkey: 'No passkey was made. Try again, or check that this device has a screen lock.',
    conflict: 'You have ten passkeys. Please remove one first.',
  },
  signIn: 'Sign in with a passkey',
  signInFailures: {
    wrong_sign_in: 'That passkey isn’t known here. Please sign in with your password.',
    no_passkey: 'No passkey was used. Try again, or sign in with your password.',
  },
} as const
