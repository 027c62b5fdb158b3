/** Sentences of the page about an adult's own account. */
export const ownAccountMessages = {
  title: 'My account',
  lead: (name: string, isTeacher: boolean) =>
    isTeacher ? `${name}, signed in as a teacher.` : `${name}, signed in as a parent.`,
  dataHeading: 'What is kept of you',
  data: 'Your name, your e-mail address, your sign-ins and your classes or family, as one file.',
  dataDo: 'Download my data (JSON)',
  fileName: 'my-account.json',
  passwordHeading: 'Password',
  password:
    'A new password is set by a link in a mail. You are signed out everywhere then, and sign in with the new one.',
  passwordDo: 'Set a new password',
  closeHeading: 'Delete my account',
  closeTeacher:
    'Your account and your classes are deleted for good. First delete or move the children of your classes, the archived ones too: nothing of a child is deleted by accident.',
  closeParent:
    'Your account is deleted for good, and you look no longer after linked children. First delete the children you have made yourself.',
  closeAsk: 'Delete my account…',
  closePassword: 'Your password, to be sure that it is you',
  closeDo: 'Delete for good',
  cancel: 'Cancel',
  failures: {
    has_children: 'There are children in your classes or your family. Delete or move them first.',
    wrong_sign_in: 'The password is not right.',
  },
} as const
