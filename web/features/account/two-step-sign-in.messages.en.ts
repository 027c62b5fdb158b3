import { plural } from '../../../domain/words.en.ts'

/** Text of two-step sign-in, on the account page and at sign-in. */
export const twoStepMessages = {
  heading: 'Two-step sign-in',
  offText:
    'After your password, we ask for a code from an app on your phone. Someone who knows only your password can’t get in.',
  onText: (left: number) =>
    `On. After your password, we ask for a code from your app. ${plural(left, { one: '# recovery code', other: '# recovery codes' })} left.`,
  fewLeft: 'Make new recovery codes soon, so that you can still get in without your phone.',
  turnOn: 'Turn on',
  turnOff: 'Turn off…',
  newCodes: 'New recovery codes…',
  cancel: 'Cancel',
  password: 'Your password',
  missing: 'Please enter your password.',
  next: 'Next',
  offHint: 'Your password alone will be enough. You’ll be signed out on every other device.',
  offDo: 'Turn off',
  newHint: 'Your old recovery codes stop working. You’ll be signed out on every other device.',
  newDo: 'Make new codes',
  turnedOff: 'Two-step sign-in turned off',
  scan: 'Scan this with an authenticator app, such as the one in your phone’s password manager.',
  qr: 'QR code for your authenticator app',
  key: 'Can’t scan it? Enter this key in the app:',
  appCode: 'Code from the app',
  appCodeHint: '6 digits. You’ll be signed out on every other device.',
  codeMissing: 'Please enter the code.',
  confirm: 'Turn on',
  failures: {
    wrong_sign_in: 'Your password isn’t right.',
    conflict: 'This was changed in another window. Reload the page.',
  },
  codeFailures: {
    wrong_sign_in: 'That code isn’t right. Enter the one your app shows now.',
    conflict: 'This was changed in another window. Reload the page.',
  },
  codes: {
    title: 'Your recovery codes',
    lead: 'If you lose your phone, sign in with one of these. Each works once. You won’t see them again, so print them or keep them in a safe place.',
    of: (site: string) => `Recovery codes for ${site}`,
    print: 'Print',
    copy: 'Copy',
    copied: 'Copied',
    notCopied: 'Copying didn’t work. Print them or write them down.',
    done: 'I saved them',
  },
  signIn: {
    lead: 'Enter the code from your authenticator app. No phone? Use a recovery code.',
    code: 'Code',
    hint: '6 digits, or one of your recovery codes.',
    missing: 'Please enter the code.',
    trust: 'Trust this browser',
    trustHint: 'You won’t need a code here for 30 days. Only do this on your own device.',
    submit: 'Sign in',
    back: 'Back',
    over: 'That took too long, or there were too many tries. Please enter your password again.',
    failures: {
      wrong_sign_in: 'That code isn’t right, or it was already used. Enter the one your app shows now.',
      bad_request:
        'That code isn’t right. The app’s code has 6 digits, and a recovery code has 10 characters.',
    },
  },
} as const
