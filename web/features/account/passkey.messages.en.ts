/** Text of passkeys: on the account page and at sign-in. */
export const passkeyMessages = {
  heading: 'Passkeys',
  text: 'Sign in with your fingerprint, face or screen lock. With a passkey, you don’t need a password or a code.',
  add: 'Add a passkey…',
  addHint: 'Your device will ask for your screen lock. You’ll be signed out on every other device.',
  addDo: 'Next',
  added: 'Passkey added',
  unknown: 'Unknown device',
  made: (day: string) => `Added ${day}`,
  remove: 'Remove…',
  removeOf: (device: string, day: string) => `Remove the passkey for ${device}, added ${day}`,
  removeHint: (device: string) =>
    `The passkey for ${device} stops working here. You’ll be signed out on every other device.`,
  removeDo: 'Remove',
  removed: 'Passkey removed',
  failures: {
    wrong_sign_in: 'Your password isn’t right.',
    no_passkey: 'No passkey was made. Try again, or check that this device has a screen lock.',
    conflict: 'You have ten passkeys. Please remove one first.',
  },
  signIn: 'Sign in with a passkey',
  signInFailures: {
    wrong_sign_in: 'That passkey doesn’t belong to an account here. Please sign in with your password.',
    no_passkey: 'No passkey was used. Try again, or sign in with your password.',
  },
} as const
