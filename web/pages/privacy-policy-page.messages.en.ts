import { RETENTION } from '../../domain/retention.ts'
import type { Section } from './section.ts'
import { inDays } from './section.messages.en.ts'
import { LOCALE } from '../../domain/words.en.ts'

type PrivacyFacts = {
  readonly name: string
  readonly operator: string
  readonly contactAddress: string
  readonly guestRetentionDays: number
  readonly looksUpLocation: boolean
}

const where = (looksUpLocation: boolean): Section => ({
  heading: 'Your rough location',
  body: [
    looksUpLocation
      ? 'When you press Play Now, the page asks our server for your country, state and town. The server looks up the internet address of your connection in its own file, or asks a lookup service, which gets the address and nothing else. The address is then dropped: we don’t store it or log it. If the lookup finds nothing, you play without a location.'
      : 'This installation does not look up where you are. You play without a location unless you choose a state.',
    `You can choose ${looksUpLocation ? 'another state, or none,' : 'a state'} at home: press “Change” on the player card.${looksUpLocation ? ' We use your choice instead of the lookup.' : ''} With “No state”, no location is stored or shown. What you type to find a state stays in the page.`,
    'We never ask for a street address, and we don’t use the device’s location sensor.',
  ],
})

const onTheServer = (kept: string): Section => ({
  heading: 'What we store on our server',
  body: [
    'For each guest who plays:',
    [
      'a made-up nickname: an adjective, an animal and a number;',
      'the rough location, if one was found or chosen: town, state and country;',
      'for each day’s leaderboards: the guest’s rank among the others, and each state’s totals;',
      'the last practice day, and how many seconds were played on it;',
      'for each finished session: the league, points, problems solved, problems right, average time per problem, and when it was;',
      'the totals for each day and league;',
      'for each Math Battle with at least one answer: what was played, when it started and ended, who was in it (guests and computer players, including anyone who left or answered nothing), and for each of them the points, the rank, how many problems were answered, the total time for all answers, and who won or left early;',
      'battle totals: battles, wins, wins in a row and best score;',
      'a random public ID, when the guest first played, when the name or location last changed, and a time stamp that catches results sent faster than anyone can type;',
      'a random ID for each result, so that nothing counts twice.',
    ],
    'A secret in the browser ties a guest to their results. Our server keeps only a fingerprint (hash) of it, and nobody can work out the secret from that.',
    'Answers in a battle are kept in memory while it runs and are gone soon after it ends.',
    `Everything from a practice day, including battles, is deleted ${kept} after that day began, within an hour, and the guest with it unless they have played since. Deleted means removed from the database file, not hidden.`,
  ],
})

const MONTH = new Intl.DateTimeFormat(LOCALE, { month: 'long', timeZone: 'UTC' })

const KEPT_FOR: Section['body'] = [
  'No account is kept forever. The child’s page says how long the account will be kept.',
  [
    `Single answers and practice sessions: ${RETENTION.answerDays} days. How well each fact is known and the totals of each day and week stay until the account is deleted.`,
    `A child’s account: until ${RETENTION.idleChildMonths} months pass without practice and without a visit by the child or its grown-ups.`,
    `An archived class: until ${RETENTION.archivedClassMonths} months after the end of its school year (the end of ${MONTH.format(Date.UTC(2026, RETENTION.schoolYearEndMonth - 1, 15))}). Then a child with a linked parent moves to that parent’s family, and the others are deleted.`,
    `A teacher’s or parent’s account: until ${RETENTION.idleAdultMonths} months pass without a visit. It is never deleted while it has children in its classes or family.`,
    'A school’s classes when its contract ends: everything is handed to the school and deleted within 30 days.',
    `The record of who looked at what, and of guests that the operator removed: ${RETENTION.accessLogDays} days.`,
    `Backups: ${RETENTION.backupDays} days.`,
  ],
  'Before an account is deleted for one of these reasons, the grown-ups who look after it get an email two months before and again one month before, if this installation sends email.',
]

const ACCOUNTS: Section = {
  heading: 'What we store for accounts',
  body: [
    'Nobody needs an account to play. Teachers and parents can create one for themselves and for children. A child never gives an email address.',
    'For a teacher or parent:',
    [
      'the name and the email address, whether the address is confirmed, and when the account was created and changed;',
      'a fingerprint (hash) of the password, never the password itself;',
      'for each signed-in browser, its kind, such as “Chrome, Windows”, so that you recognize it in your list of sign-ins; a fingerprint of its key; when it was last used; and when it expires: a week after the last day of use. Not its version, and not the internet address;',
      'the key of your authenticator app and your recovery codes, encrypted, if you turn on two-step sign-in;',
      'for each passkey you add, its public key, the kind of browser and when it was added;',
      'whether you were invited, where this site asks for an invitation;',
      'fingerprints of links sent by email, if this site sends email, until they are used or expire: a day to confirm an address, an hour to set a password;',
      'classes: name, code, and when they were created and archived; and which children a parent is linked to;',
      'for a parent who has turned on the weekly email: whether it is on or came back, the time zone and minute of sending, the last week it was sent, when it is tried again, for how many weeks nobody practiced, which children it is about, and whether it may contain their first names;',
      'the day of the last visit, and when you confirmed the statements for adding children, and which version of them.',
    ],
    'The weekly email goes only to the parent’s own confirmed address. It has the parent’s name, and for each child: the first name if the parent allows it, on how many days the child practiced, new facts and hard ones, a sentence of praise, what is assigned next, and a game. It has no points, ranks, or practice time, no name of a school, class or family, and no other children. It loads nothing, so it can’t tell anyone that it was read.',
    'For a child with an account:',
    [
      'the name, as a grown-up typed it (a first name is enough), and a made-up nickname, which is all that others see;',
      'the class or family, and the PIN, encrypted. The class’s teacher or the family’s parent can see it;',
      `who viewed, downloaded, changed or deleted the child’s data, and when, for ${RETENTION.accessLogDays} days, but not what they saw. When the child is deleted, only that deletion stays, under the account number;`,
      'each session: when, what, how many problems, right answers and points;',
      'each answer: to which fact, what was typed, whether it was right, how long it took, how long the child needs to read and type, whether the picture was showing, and when;',
      'what follows from that: how well each fact is known and when to ask it again, the minutes, sessions and points of each practice day, and for each week also how many facts were known;',
      'how fast the child copied numbers, if that was measured, on a keyboard, with a mouse and by touch;',
      'what was assigned to the child, how much of it is done, and days on which the child was away;',
      'achievements, and when each was earned;',
      'how the child practices, such as calm mode or a hidden clock: only values from short lists, never a reason. Only the child and the grown-ups who look after the child see them;',
      'if the child played as a guest on the same device first, that guest’s answers of the last seven days and how far each plant of their garden had grown;',
      'the day of the last visit;',
      'what we store for a guest, for leaderboards and battles, under the nickname; and a fingerprint of each signed-in browser, for a day at most.',
    ],
    'To stop people from guessing, we count wrong passwords and PINs for up to a day, under a fingerprint. We keep a fingerprint of a parent’s code for two weeks.',
    'Leaderboards and battles are deleted on the same schedule for children with an account as for guests.',
    ...KEPT_FOR,
  ],
}

const onTheDevice = (kept: string): Section => ({
  heading: 'What stays on the device',
  body: [
    'Until you clear it, the browser’s local storage holds:',
    [
      'guestSession: the guest’s secret, nickname, location, time played today and which facts were shown today;',
      'savedNickname: the nickname you chose to keep;',
      'savedState: the state you chose, or that you chose none;',
      `names that begin with “tenfold.learning.”: for the guest of this device and for each student signed in here, what is remembered of each fact (how often it was right, when it was last asked, when it comes back), how fast the child types, and the time zone of a student’s class or family. We keep it so that practice can choose the next problem, also without a connection. A student’s is removed at sign-out, except on which day we last offered to measure how fast the child types (“Clear this list” on the sign-in page removes that); the guest’s, the garden, stays from day to day until nobody has practiced on the device for ${kept}, or until you clear it or press “Somebody else is playing”;`,
      '“tenfold.handedOver”: after a parent has handed the device to a child, the parent’s email address, so that only the password is needed to get it back. It is removed when a grown-up signs in;',
      '“tenfold.touched”: while a student is signed in, when a page was last touched, to ask whether the child is still there. It is removed at sign-out;',
      'names that begin with “tenfold.todays-ten.”: for the guest of this device and for each student signed in here, today’s ten-frames: which cells are filled and whether on the first try. A student’s is removed at sign-out;',
      'names that begin with “tenfold.guestLog.”: the guest’s answers of the last seven days. They leave the device only if the guest signs in as a student, who then keeps what was shown here; they are removed then, or together with the garden;',
      'tenfold.guestAchievements: what the guest has achieved and when, the days on which the guest practiced, and the counts that this follows from, such as problems and second tries, in all and for each fact. It is removed together with the garden. At sign-in, only the names of the achievements shown in the last seven days are sent, so that none is announced twice;',
      'practiceSession: the current session and how each problem went, so that a reload doesn’t lose it;',
      'names that begin with “tenfold.”: results, answers and which achievements were shown, waiting to be sent when you’re back online, each for the player it belongs to (what is older than seven days is removed as soon as the site is opened again), your last rank and the ranks you last saw on each leaderboard today (“tenfold.lastRanks”), when your last battle is over, whether a teacher, parent or student is signed in here, the last class code with the names and animal nicknames of the children who have signed in here (“Clear this list” on the sign-in page removes them), and your settings for sound, clock and theme.',
    ],
    'The session storage of a tab holds “tenfold.battle” during a Math Battle, so that a reload returns to it: the battle’s ID, what is played, how many second tries were right, and the opponents as shown. It is removed when the battle is over or the tab is closed. Until the tab is closed it may also hold which battle was left last and, if you battle without pressing Play Now, “tenfold.visitor”: a random ID. While someone is signed in, it also holds “tenfold.me”: who it is, and names a teacher is still adding to a class.',
    'Guests get no cookie. Signing in sets one, “tenfold.session”, which keeps you signed in: a teacher or parent for a week after the last day of use, a child until the browser is closed, and a day at most (a second cookie, “tenfold.brief”, says so). Pages can’t read them, no other site gets them, and signing out removes them. A browser where a child has signed in also keeps “tenfold.known” for 120 days. It has a random number for this browser and a mark for each child who has signed in here, which only we can recognize and which holds no name, so that we can slow down a stranger who guesses PINs without slowing down those children, and count one guest per device and day when a child signs in. A browser where a teacher or parent has signed in keeps “tenfold.adults” for 120 days, for the same reason. There are no other cookies.',
    'Each practice day starts a new guest with a new secret, and a new nickname, with the same animal, unless you kept yours. The location stays.',
  ],
})

const COPPA: Section = {
  heading: 'Children’s privacy (COPPA)',
  body: [
    'Children use this app, and we follow the Children’s Online Privacy Protection Act by asking a child for nothing. There is no sign-up to play, no field where a child could type an email address or a message, and no way for children to write to each other.',
    'A child’s account is created by a parent, or by a teacher for school use, who consents on the parents’ behalf as the school has arranged with them. Their data is used for nothing but practice. A teacher can give a parent a code that lets the parent see everything we store about the child.',
    'The random secret has one purpose: keeping a guest’s own results and time together. It is not used to recognize anyone on other sites. There is no advertising and no profiling, and nothing is sold or rented.',
    'A parent can ask what we hold, ask us to delete it, or refuse further collection by no longer using the app. We require nothing beyond what practice itself needs.',
  ],
}

export const privacyMessages = {
  title: 'Privacy Policy',
  lead: 'What we store, and for how long.',
  sections: (site: PrivacyFacts): readonly Section[] => {
    const kept = inDays(site.guestRetentionDays)
    return [
      {
        heading: 'In short',
        body: [
          [
            'To play: no account, no real name, no email address, no cookie. Never a birthday or a photo.',
            'No advertising, no analytics, no chat.',
            'Teachers and parents can create accounts for children: a first name and a PIN, never an email address. Only the grown-ups who look after a child see the child’s name.',
            'Pages load nothing from other sites: no fonts, scripts or pictures.',
            `Guest data on our server is deleted within ${kept}.`,
          ],
        ],
      },
      onTheServer(kept),
      ACCOUNTS,
      where(site.looksUpLocation),
      onTheDevice(kept),
      {
        heading: 'What we do not store',
        body: [
          'We don’t store internet addresses, what kind of device you use, or, unless a guest signs in as a student, guests’ single answers. Our technical logs record the kind of each request, how long it took and how it ended, with no address and no secret. To keep anyone from flooding the server, we count each address’s requests for a few minutes under a scrambled form of the address. With each guest we keep that scrambled form until the guest is deleted, so that many guests from one place can be removed at once. Only this server’s key can make it.',
          'As with any website, a school network or an internet provider can see that someone on its network visited this site.',
        ],
      },
      {
        heading: 'Who can see it',
        body: [
          'Leaderboards are public. For each day and league they show a guest’s nickname and animal, the town, state and country if known, points, number of problems, and the public ID. They also show each state’s points, players and best score. They never show the secret, an answer, or how long anyone practiced.',
          'In a Math Battle the other players see a guest’s nickname and animal, the rough location on the player card, and the points, rank and number of problems answered. Battle leaderboards are public, too: nickname, wins, wins in a row, best score and the public ID. Only the browser with the secret can see a guest’s own battles and totals.',
          'A child’s name, answers and progress are seen by the teacher of the child’s class or the parent of the child’s family, and by parents that grown-up has given a code. Other children, and the leaderboards, see only the nickname. A linked parent’s name is seen by the child’s teacher or parent. Only that teacher, or the parent of the child’s family, can see the PIN. Nobody can see passwords.',
          'To take your location off the leaderboards, choose “No state” on the player card at home. Town, state and country are cleared at once, on today’s leaderboards too.',
          site.looksUpLocation
            ? 'We give nothing to anyone else unless the law requires it, except the internet address when we ask a lookup service for the rough location (see above).'
            : 'We give nothing to anyone else unless the law requires it.',
        ],
      },
      COPPA,
      {
        heading: 'See it, delete it',
        body: [
          'A child with an account: on the child’s page, the teacher or parent sees everything, downloads it (JSON, or CSV for a spreadsheet), and deletes it, leaderboards and battles included. A parent linked by a teacher sees and downloads it, and asks the teacher to delete it.',
          'A whole class or family: its teacher or parent downloads the practice of all its children in one ZIP file, with names or with numbers instead.',
          'Your own account: download or delete it under “My account”. Delete or move children first, so that none is deleted by accident.',
          'A guest: clear this site’s data in the browser to remove everything from the device. After that, no player can reach what is left on the server, and it is deleted when its time is up.',
          `Parents and teachers who want to see or delete it sooner, or have another question, can write to ${site.contactAddress}. We don’t know guests by name, so tell us the nickname and the day and hour of play. We answer within 24 hours.`,
        ],
      },
      {
        heading: 'Changes and who is responsible',
        body: [
          `${site.operator} runs this installation of ${site.name} and is responsible for it. When we change this policy, we change the date on it.`,
        ],
      },
    ]
  },
} as const
