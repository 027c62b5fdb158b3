/** Text of the parts of an adult's account page that keep the account safe. */
export const securityMessages = {
  password: {
    heading: 'Password',
    open: 'Change my password',
    forgotten: 'I forgot it',
    current: 'Current password',
    next: 'New password',
    missing: 'Please enter your current password.',
    hint: (shortest: number) =>
      `At least ${shortest} characters. You’ll be signed out on every other device.`,
    short: (shortest: number) => `Please use at least ${shortest} characters.`,
    submit: 'Change password',
    changed: 'Password changed',
    failures: {
      wrong_sign_in: 'Your current password isn’t right.',
      common_password: 'Many people use this password, so it’s easy to guess. Please choose another one.',
    },
  },
  sessions: {
    heading: 'Where you’re signed in',
    loading: 'Loading…',
    unknown: 'Unknown device',
    here: 'this device',
    times: (startedOn: string, usedOn: string) => `Signed in ${startedOn}, last used ${usedOn}`,
    endOthers: 'Sign out everywhere else',
    ended: 'Signed out everywhere else',
  },
  invitation: {
    heading: 'Invitation',
    text: 'On this site you need an invitation before you can add children. Ask the person who runs it for a code.',
    code: 'Invitation code',
    missing: 'Please enter the code.',
    submit: 'Use this code',
    accepted: 'You can add children now',
    failures: {
      not_found: 'That code isn’t right, or it was already used or expired. Please ask for a new one.',
    },
  },
} as const
