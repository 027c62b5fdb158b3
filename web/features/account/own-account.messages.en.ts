/** Text of the page about an adult's own account. */
export const ownAccountMessages = {
  title: 'My account',
  lead: (name: string, isTeacher: boolean) =>
    isTeacher ? `${name}, signed in as a teacher.` : `${name}, signed in as a parent.`,
  dataHeading: 'My data',
  data: 'Your name, email address, sign-ins, and classes or family in one file.',
  dataDo: 'Download my data (JSON)',
  saved: 'Saved to your downloads',
  fileName: 'my-account.json',
  closeHeading: 'Delete my account',
  closeTeacher:
    'This permanently deletes your account and your classes. Delete or move the children first, including those in archived classes, so no child’s work is lost by accident.',
  closeParent:
    'This permanently deletes your account, and you’ll be unlinked from children a teacher linked to you. First delete the children you added yourself.',
  closeAsk: 'Delete my account…',
  closePassword: 'Your password',
  closeDo: 'Delete permanently',
  cancel: 'Cancel',
  failures: {
    has_children: 'You still have children in your classes or family. Delete or move them first.',
    wrong_sign_in: 'That password isn’t right.',
  },
} as const
