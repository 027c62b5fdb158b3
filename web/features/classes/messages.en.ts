import type { NameProblem } from './name-list.ts'

const COUNT = new Intl.NumberFormat('en-US')
const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })

const children = (count: number): string => (count === 1 ? '1 child' : `${COUNT.format(count)} children`)

/** Sentences of the rooms of classes and families. */
export const classMessages = {
  list: {
    title: 'Your classes',
    lead: 'Each class has a code. Children sign in with it, their name and a PIN.',
    children,
    emptyTitle: 'No class yet',
    empty: 'Make one, add the children, and print their cards.',
    newName: 'Name of the class',
    newNameHint: 'Such as 3b or Room 12.',
    make: 'Make a class',
    archived: (count: number) => `Archived (${count})`,
    archivedHint: 'Their codes open nothing. What the children did is kept.',
    code: 'Code',
    failures: {
      bad_request: 'Please give the class a name of letters and digits.',
      conflict: 'You have as many classes as there can be. Archived ones count too.',
    },
  },
  room: {
    back: 'All classes',
    archivedNote: 'This class is archived: nobody signs in with its code.',
    rename: 'Rename',
    archive: 'Archive',
    unarchive: 'Take out of the archive',
    archiveTitle: (name: string) => `Archive ${name}?`,
    archiveText:
      'Its code opens nothing any more. What the children did is kept, and you can take it out again.',
    gone: 'This class is not one of yours, or is no longer there.',
  },
  rename: {
    title: 'Rename',
    label: 'Name',
    save: 'Save',
    cancel: 'Cancel',
    failures: {
      bad_request: 'Please type a name, with letters.',
      name_taken: 'Another child of this class has that name. Add a letter of the last name.',
    },
  },
  code: {
    heading: 'Class code',
    spoken: (code: string) => `Class code ${code.split('').join(' ')}`,
    show: 'Show it large',
    address: (host: string) => `${host}/sign-in`,
    showTitle: 'Sign in',
    steps: (host: string) => `Open ${host}/sign-in and type this code:`,
    close: 'Close',
    renew: 'New code',
    renewTitle: 'Make a new code?',
    renewText:
      'The old code opens nothing any more: printed cards have to be printed again. Who is signed in stays so.',
    renewDo: 'Make a new code',
  },
  children: {
    heading: (count: number) => `Children (${count})`,
    emptyTitle: 'No child yet',
    empty: 'Type or paste their names. Each child gets a PIN and a card to print.',
    add: 'Add children',
    cards: 'Print cards',
    newPins: 'New PINs for all',
    columns: { known: 'Known', fluent: 'By heart', last: 'Last practice', streak: 'Streak' },
    playsAs: (nickname: string) => `plays as ${nickname}`,
    never: 'not yet',
    today: 'today',
    yesterday: 'yesterday',
    daysAgo: (days: number) => `${days} days ago`,
    streak: (days: number) => (days === 1 ? '1 day' : `${days} days`),
    unknown: '–',
    noSummary: 'What the children have learned could not be fetched.',
  },
  add: {
    title: 'Add children',
    lead: 'One name a line. Type one, or paste a whole list.',
    privacy: 'A first name is enough. Use a letter of the last name where two have the same.',
    names: 'Names',
    preview: (count: number) => (count === 1 ? '1 name' : `${count} names`),
    problems: {
      signs: 'letters only, please',
      too_long: 'too long',
      twice: 'twice in the list',
      taken: 'in the class already',
    } satisfies Record<NameProblem, string>,
    tooMany: (most: number) => `That is more than ${most} at once. Add the first ${most}, then the others.`,
    classFull: (most: number) => `A class has at most ${most} children.`,
    pins: 'How they sign in',
    digits: '4 digits',
    digitsHint: 'for children who read numbers',
    pictures: '3 pictures',
    picturesHint: 'for those who do not read yet',
    submit: (count: number) => (count === 0 ? 'Add' : `Add ${children(count)}`),
    cancel: 'Cancel',
    none: 'Please type at least one name.',
    mend: 'Please fix the marked names first.',
    failures: {
      name_taken: 'A child of that name is in the class already. Add a letter of the last name.',
      class_full: 'The class is full.',
      bad_request: 'One of the names cannot be used. Please look at the list again.',
    },
  },
  pins: {
    title: (count: number) => (count === 1 ? 'The new PIN' : 'The new PINs'),
    once: (count: number) =>
      count === 1
        ? 'This PIN is shown only now: nobody can look it up later. Print the card, or write the PIN down.'
        : 'These PINs are shown only now: nobody can look them up later. Print the cards, or write the PINs down.',
    print: (count: number) => (count === 1 ? 'Print the card' : 'Print the cards'),
    done: 'Done',
    renewTitle: 'New PINs for all?',
    renewText: (count: number) =>
      `${children(count)} ${count === 1 ? 'gets a new PIN and is' : 'get new PINs and are'} signed out everywhere. The old PINs open nothing any more.`,
    renewDo: 'Make new PINs',
    renewing: (done: number, all: number) => `${done} of ${all} made…`,
    stopped: 'Not all could be made. Those shown here are new; try again for the others.',
  },
  cards: {
    title: 'Cards',
    lead: 'The square opens the sign-in page with code and name filled in. Eight cards fit on a page.',
    withoutPin:
      'Cards without PINs: a PIN is told only when it is made. There is a line to write it by hand.',
    print: 'Print',
    back: 'Back',
    code: 'Code',
    pin: 'PIN',
    qr: (name: string) => `QR code of the sign-in page for ${name}`,
  },
  child: {
    backToChildren: 'All children',
    gone: 'This child is not one of yours, or is no longer there.',
    manage: 'Name, PIN and parents',
    rename: 'Rename',
    newPin: 'New PIN',
    newPinTitle: (name: string) => `A new PIN for ${name}?`,
    newPinText: 'The old one opens nothing any more, and the child is signed out everywhere.',
    newPinDo: 'Make a new PIN',
    guardians: (count: number) =>
      count === 0
        ? 'No parent is linked yet.'
        : count === 1
          ? '1 parent is linked.'
          : `${count} parents are linked.`,
    link: 'Code for a parent',
    linkTitle: (name: string) => `A code for a parent of ${name}`,
    linkSteps: (host: string) => [
      `Make an account as a parent: ${host}/sign-up`,
      'Under “My children”, press “Link a child” and type this code:',
    ],
    linkUntil: (untilMs: number) =>
      `Good once, until ${DATE.format(untilMs)}. An older code for this child is no longer good.`,
    close: 'Close',
    move: 'Move to another class',
    moveDo: 'Move',
    remove: 'Remove from the class',
    removeTitle: (name: string) => `Remove ${name} from the class?`,
    removeDeletes:
      'No parent is linked: everything of this child is deleted for good, points and battles too.',
    removeKeeps: 'The child goes on in the family of the linked parent, with everything it has learned.',
    removeDo: 'Remove',
    removeAndDelete: 'Remove and delete',
    failures: {
      name_taken: 'A child of that name is in that class already.',
      class_full: 'That class is full.',
    },
  },
  cancel: 'Cancel',
  account: 'My account',
  family: {
    title: 'My children',
    lead: 'Children you have made an account for, and those a teacher has linked to you.',
    emptyTitle: 'No child yet',
    empty: 'Make an account for your child, or link the one a teacher has made.',
    own: 'Make an account for my child',
    ownName: 'Name of the child',
    ownNameHint: 'A first name is enough. Only you see it.',
    ownDo: 'Make the account',
    link: 'Link a child',
    linkLabel: 'Code from the teacher',
    linkHint: 'Ten letters and digits.',
    linkDo: 'Link the child',
    linked: (name: string) => `${name} is linked.`,
    code: 'Family code',
    codeHint: 'Your own children sign in with it, their name and their PIN.',
    failures: {
      not_found: 'This code is not right, or has been used already. Please ask the teacher for a new one.',
      name_taken: 'You have a child of that name already.',
      class_full: 'That is as many children as a family can have here.',
      bad_request: 'Please look at what you typed again.',
    },
  },
} as const
