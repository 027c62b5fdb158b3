import type { Column } from './class-order.ts'
import type { NameProblem } from './name-list.ts'
import { refusedWords } from './refused-words.en.ts'
import { LOCALE, counted, enumerated, plural } from '../../../domain/words.en.ts'

const PERCENT = new Intl.NumberFormat(LOCALE, { style: 'percent' })
const DATE = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long' })

const children = (count: number): string => plural(count, { one: '# child', other: '# children' })

const TIME = new Intl.DateTimeFormat(LOCALE, { timeStyle: 'short' })

const MY_CHILDREN = 'My children'
const PRINT_CARDS = 'Print cards'
const LINK_CHILD = 'Link a child'

/** Text of the class and family pages. */
export const classMessages = {
  list: {
    title: 'My classes',
    lead: 'Each class has a code. Children sign in with it, their name and a PIN.',
    children,
    emptyTitle: 'No classes yet',
    empty: 'Create one, add the children, and print their cards.',
    newName: 'Class name',
    newNameHint: 'Like 3B or Room 12.',
    make: 'Create class',
    import: 'Import classes from a list',
    archived: (count: number) => `Archived (${count})`,
    archivedHint: 'Their codes no longer work. The children’s work is saved.',
    code: 'Code',
    failures: {
      bad_request: 'Please give the class a name.',
      conflict: 'You’ve reached the limit on classes. Archived ones count too.',
    },
  },
  code: {
    heading: 'Class code',
    spoken: (code: string) => `Class code ${code.split('').join(' ')}`,
    show: 'Show it big',
    address: (host: string) => `${host}/sign-in`,
    showTitle: 'Sign in',
    steps: (host: string) => `Open ${host}/sign-in and type this code:`,
    close: 'Close',
    renew: 'New code',
    renewTitle: 'Get a new code?',
    renewText:
      'The old code will stop working, so you’ll need to print the cards again. Anyone signed in stays signed in.',
    renewDo: 'Get a new code',
  },
  newDevices: {
    heading: 'New devices are blocked',
    ofClass: {
      openSignInWindow: 'Let my class in',
      idle: 'New tablets today? Press “Let my class in” so nobody gets locked out.',
      why: 'There were too many wrong PINs for this class. Until you let the class in, children can only sign in on devices they have used before. Anyone signed in stays signed in.',
      again: 'If this keeps happening, somebody may be guessing PINs. A new class code stops that.',
    },
    ofFamily: {
      openSignInWindow: 'Let my children in',
      idle: 'A new tablet today? Press “Let my children in” so nobody gets locked out.',
      why: 'There were too many wrong PINs with your family code. Until you let your children in, they can only sign in on devices they have used before. Anyone signed in stays signed in.',
      again: 'If this keeps happening, somebody may be guessing PINs. A new family code stops that.',
    },
    text: 'For this long, children can sign in on any device.',
    howLong: 'For how long?',
    minutes: (minutes: number) => `${minutes} min`,
    doIt: 'Let them in',
    openUntil: (untilMs: number) => `New devices can sign in until ${TIME.format(untilMs)}.`,
    done: 'Children can sign in on new devices now',
  },
  children: {
    heading: (count: number) => `Children (${count})`,
    emptyTitle: 'No children yet',
    empty: 'Type or paste their names. Each child gets a PIN and a card to print.',
    add: 'Add children',
    cards: PRINT_CARDS,
    playsAs: (nickname: string) => `plays as ${nickname}`,
    wrongPins: (count: number) => `${counted(count)} wrong PINs today`,
    wrongPinsHint: 'Many wrong PINs for a child? Open the child’s page and make a new PIN.',
    never: 'not yet',
    today: 'today',
    yesterday: 'yesterday',
    daysAgo: (days: number) => `${days} days ago`,
    unknown: '–',
    noSummary: 'Couldn’t load the children’s progress.',
  },
  table: {
    scrollHint: 'Swipe sideways to see all columns.',
    columns: {
      name: 'Name',
      last: 'Last practice',
      minutes: 'Last 7 days',
      firstTry: 'Right on first try',
      newFacts: 'New this week',
      hardest: 'Hardest facts',
    } satisfies Record<Column, string>,
    minutes: (seconds: number) =>
      seconds > 0 && seconds < 60 ? '< 1 min' : `${counted(Math.floor(seconds / 60))} min`,
    days: (days: number) => plural(days, { one: 'on # day', other: 'on # days' }),
    percent: (share: number) => PERCENT.format(share),
    needsHelp: 'needs help',
    needsHelpHint: 'Needs help: missed at least 3 of the last 4 times',
  },
  add: {
    title: 'Add children',
    lead: 'One name per line. Type them or paste a list.',
    privacy: 'First names are enough. If two are the same, add a last initial.',
    names: 'Names',
    nameAt: (place: number) => `Name ${place}`,
    leaveOut: (name: string) => `Leave out ${name}`,
    commas: {
      legend: 'What do the commas mean?',
      columnsLegend: 'What do the columns mean?',
      firstLast: 'First, Last',
      firstLastHint: 'one child: Ava Smith',
      lastFirst: 'Last, First',
      lastFirstHint: 'one child: Smith, Ava',
      between: 'Ava, Ben',
      betweenHint: 'several children',
    },
    preview: (count: number) => plural(count, { one: '# name', other: '# names' }),
    problem: (problem: NameProblem, name: string) =>
      ({
        signs: refusedWords(name),
        formula: 'a formula, not a name',
        too_long: 'too long',
        twice: 'on the list twice',
        taken: 'already in the class',
      })[problem],
    classFull: (most: number) => `A class can have up to ${most} children.`,
    submit: (count: number) => (count === 0 ? 'Add' : `Add ${children(count)}`),
    cancel: 'Cancel',
    none: 'Please enter at least one name.',
    mend: 'Please fix the marked names first.',
    import: 'Import a list instead',
    goOn: 'These names aren’t in the class yet. Check them, then add them.',
    adding: 'Adding…',
    failures: {
      name_taken: 'A child with that name is already in the class. Add a last initial.',
      invitation_needed:
        'You need an invitation before you can add children. Enter its code on your account page.',
      email_not_verified:
        'Your email address isn’t confirmed yet. Set a new password by email, or ask the person who runs this site.',
      class_full: 'The class is full.',
      class_archived: 'This class is archived. Unarchive it first.',
      bad_request: 'We can’t use one of the names. Please check the list.',
    },
  },
  pins: {
    legend: 'How children sign in',
    digits: '4 digits',
    digitsHint: 'for children who read numbers',
    pictures: '3 pictures',
    picturesHint: 'for children who don’t read yet',
    choose: 'PIN type',
    chooseTitle: 'PIN type',
    chooseDo: 'Save',
    renew: 'New PINs for all',
    renewTitle: 'New PINs for all?',
    renewText: (count: number) =>
      plural(count, {
        one: '# child gets a new PIN and is signed out everywhere.',
        other: '# children get new PINs and are signed out everywhere.',
      }),
    renewCards: 'The old cards stop working. Print the new ones next.',
    renewDo: 'Make new PINs',
  },
  cards: {
    title: 'Cards',
    lead: (count: number, isFamily: boolean) =>
      `${plural(count, { one: 'Print it again any time.', other: 'Print them again any time.' })} The QR code opens the sign-in page with the ${isFamily ? 'family' : 'class'} code filled in.${count > 1 ? ' Eight cards fit on a page.' : ''}`,
    unknown: (names: readonly string[]) =>
      `We don’t have the PIN for ${enumerated(names)}. It will show here after they sign in with it. Or make a new PIN.`,
    unreachable: (host: string, isFamily: boolean) =>
      `These cards say ${host}, which only works on this computer. Before you print, open Tenfold at ${isFamily ? 'its public address' : 'your school’s address'}.`,
    addedTitle: (count: number) => `${children(count)} added`,
    addedNext: (count: number, isFamily: boolean) =>
      count === 1
        ? `Next: print the card. ${isFamily ? 'Your' : 'The'} child needs it to sign in.`
        : 'Next: print the cards and hand them out. Children need them to sign in.',
    print: 'Print',
    printAll: (count: number) => plural(count, { one: 'Print the card', other: 'Print the cards' }),
    done: 'Done',
    unprintedTitle: 'Leave without printing?',
    unprinted: (count: number, isFamily: boolean) =>
      isFamily
        ? 'Your child needs the card to sign in. To print it later, open the child’s page and press “Show PIN and card”.'
        : `${plural(count, { one: 'The child needs the card to sign in.', other: 'Children need their cards to sign in.' })} To print later, press “${PRINT_CARDS}”.`,
    leave: 'Leave',
    code: 'Code',
    pin: 'PIN',
    qr: (name: string) => `QR code to sign in as ${name}`,
  },
  games: 'Five-minute games to play at home',
  child: {
    assignments: 'Assignments',
    report: 'Report to print',
    backToChildren: 'All children',
    gone: 'This child was removed, or isn’t in one of your classes or your family.',
    manage: 'Name, PIN and parents',
    rename: 'Rename',
    showPin: 'Show PIN and card',
    newPin: 'New PIN',
    newPinTitle: (name: string) => `Make a new PIN for ${name}?`,
    newPinText:
      'The old PIN and card stop working, and the child is signed out everywhere. Print the new card next.',
    newPinDo: 'Make a new PIN',
    signOut: 'Sign out everywhere',
    signOutTitle: (name: string) => `Sign ${name} out on every device?`,
    signOutText:
      'The PIN and card still work. Answers that haven’t been sent yet count after the next sign-in.',
    signOutDo: 'Sign out',
    signedOut: (name: string) => `${name} is signed out everywhere`,
    wrongPins: (count: number, name: string) =>
      `${counted(count)} wrong PINs were typed for ${name} today. If that wasn’t ${name}, make a new PIN.`,
    parents: 'Linked parents',
    noParent: 'No parent is linked yet.',
    endLink: 'Unlink',
    endLinkOf: (parent: string) => `Unlink ${parent}`,
    endLinkTitle: (parent: string, name: string) => `Unlink ${parent} from ${name}?`,
    endLinkText: (parent: string) => `${parent} will no longer see or download this child’s data.`,
    link: 'Code for a parent',
    linkTitle: (name: string) => `A code for ${name}’s parent`,
    linkSteps: (host: string) => [
      `Create a parent account: ${host}/sign-up`,
      `Under “${MY_CHILDREN}”, type this code and press “${LINK_CHILD}”:`,
    ],
    linkUntil: (untilMs: number) =>
      `Works once. Expires ${DATE.format(untilMs)}. Older codes for this child no longer work.`,
    close: 'Close',
    badge: (badge: string, nickname: string) => `${badge} · plays as ${nickname}`,
    move: 'Move to another class',
    moveDo: 'Move',
    moveSeveral: 'Move children to another class',
    moveWhom: 'Children',
    moveAll: 'All children',
    moveNowhere: 'You have no other class yet.',
    severalFailures: {
      name_taken:
        'Nobody was moved: that class already has children with these names. Rename them first, or leave them out.',
      class_full: 'Nobody was moved: that class doesn’t have room for all of them.',
    },
    movedTitle: (name: string, to: string) => `${name} is now in ${to}`,
    movedSeveral: (count: number, to: string) => `${children(count)} are now in ${to}`,
    movedCard: (count: number, to: string) =>
      `${plural(count, { one: 'The old card no longer works. Print a new one', other: 'The old cards no longer work. Print new ones' })}: ${to} has its own class code.`,
    movedBadge: (name: string, badge: string, old: string) =>
      `${name} has a new badge: ${badge}. Another child there is the ${old.toLowerCase()}.`,
    movedOpen: (count: number) => plural(count, { one: 'Go to the new card', other: 'Go to the class' }),
    movedDone: 'Done',
    remove: 'Remove from class',
    removeTitle: (name: string) => `Remove ${name} from the class?`,
    removeDeletes:
      'No parent is linked, so this permanently deletes the child’s account, points and battles.',
    removeTo: 'Which parent takes over?',
    removeKeeps: (parent: string) =>
      `${parent} takes over the child’s account and all of the child’s work. ${parent} can then rename the child, make a new PIN or delete the account.`,
    removeWrong: 'Not the right person? Cancel and unlink them first.',
    removeDo: (parent: string) => `Hand over to ${parent}`,
    removed: (name: string, parent: string) => `${parent} now takes care of ${name}’s account`,
    removeFailures: { conflict: 'The linked parents just changed. Cancel and check again.' },
    removeAndDelete: 'Remove and delete',
    failures: {
      name_taken: 'That class already has a child with that name.',
      class_full: 'That class is full.',
      class_archived: 'That class is archived. Unarchive it first.',
    },
  },
  account: 'My account',
  family: {
    weeklyReport: 'Weekly report',
    report: 'Report',
    reportOn: (name: string) => `on ${name}`,
    game: (title: string) => `This week’s game: ${title}`,
    handOver: (name: string) => `Hand over to ${name}`,
    handOverHint: 'No PIN needed. To get the device back, enter your password.',
    assign: 'Assign practice',
    print: 'Print',
    title: MY_CHILDREN,
    lead: 'Children you created an account for, and children a teacher linked to you.',
    emptyTitle: 'No children yet',
    empty: 'Create an account for your child, or link the one a teacher created.',
    own: 'Create an account for my child',
    ownName: 'Child’s name',
    ownNameHint: 'A first name is enough. Only you and anyone you give a code to can see it.',
    ownDo: 'Create account',
    link: 'Link a child from a class',
    linkLabel: 'Code from the teacher',
    linkHint: '10 letters and numbers.',
    linkDo: LINK_CHILD,
    linked: (name: string) => `${name} is linked`,
    code: 'Family code',
    codeHint: 'Your children sign in with this code, their name and their PIN.',
    failures: {
      not_found: 'That code isn’t right, or it was already used or expired. Ask the teacher for a new one.',
      name_taken: 'You already have a child with that name.',
      invitation_needed:
        'You need an invitation before you can add children. Enter its code on your account page.',
      email_not_verified:
        'Your email address isn’t confirmed yet. Set a new password by email, or ask the person who runs this site.',
      class_full: 'Your family has reached the limit on children.',
      bad_request: 'Please check what you typed.',
    },
  },
} as const
