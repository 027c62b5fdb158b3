import { inDays, type Section } from './section.ts'

export type PrivacyFacts = {
  readonly name: string
  readonly operator: string
  readonly contactAddress: string
  readonly guestRetentionDays: number
  readonly looksUpLocation: boolean
}

const where = (looksUpLocation: boolean): Section => ({
  heading: 'Where you are, roughly',
  body: [
    looksUpLocation
      ? 'When you press Play Now, the page asks our server where you roughly are: country, state and town. The server finds out from the internet address of the connection, in a file of its own or by asking a lookup service, which is given the address and nothing else. The address is then dropped: we neither store it nor write it into our logs. If nothing is found, you play without a place.'
      : 'This installation does not look up where you are. You play without a place.',
    'Whoever plays can choose another state at home, or none: “Change” on the player card. A choice stands over whatever a lookup finds. With no state chosen, no place is stored or shown. What is typed to find a state stays in the page.',
    'We never ask for a street, and we do not use the location sensor of the device.',
  ],
})

const onTheServer = (kept: string): Section => ({
  heading: 'What we store on our server',
  body: [
    'For each guest who plays:',
    [
      'the nickname, which is made up: an adjective, an animal and a number;',
      'the rough location, if one was found or a state was chosen: town, state and country;',
      'for the leaderboards of each day: where the guest’s sums stand among the others, and the sums of each state;',
      'the last practice day and how many seconds were practiced on it;',
      'for each finished practice: the league, the points, how many problems were solved and how many were right, the mean time a problem took, and when it was;',
      'the sums of those for each day and league;',
      'for each Math Battle that somebody played in: what was played and when it began and ended, who was in it (guests and computer players, who left or answered nothing as well), and for each of them the points, the rank, how many problems were answered, the time taken for all answers together, and whether somebody won or left early;',
      'the sums of those: battles, wins, wins in a row and the best score;',
      'a random public number, when the guest was first here, when the name or place last changed, and a time mark that catches results faster than anybody can type;',
      'random numbers of what was sent, so that nothing is counted twice.',
    ],
    'The secret that ties a guest to their results lives in the browser. Our server keeps only a fingerprint of it (a hash), from which the secret cannot be worked out.',
    'While a battle runs, its answers are kept in memory, and they are gone soon after its end.',
    `What belongs to a practice day, battles too, is deleted ${kept} after that day began, within the hour, and the guest with it unless they have played since. Deleted means removed from the database file, not hidden.`,
  ],
})

const ACCOUNTS: Section = {
  heading: 'What we store of accounts',
  body: [
    'Nobody needs an account to play. Teachers and parents may make one for themselves, and accounts for children. A child never gives an e-mail address.',
    'Of a teacher or a parent:',
    [
      'the name and the e-mail address, whether the address is confirmed, and when the account was made and changed;',
      'a fingerprint (hash) of the password, from which it cannot be worked out;',
      'for each browser that is signed in, a fingerprint of its key and until when it is good: a week after the last day of use. No internet address, and not which browser it is;',
      'fingerprints of links in mails, until they are used or their time is over: a day to confirm an address, an hour to set a password;',
      'the classes: name, code, when they were made and archived; and which children a parent looks after.',
    ],
    'Of a child with an account:',
    [
      'the name, as a grown-up has typed it: a first name is enough; and the nickname, which is made up and is all that others see;',
      'the class or family, and a fingerprint of the PIN. A PIN is told once, when it is made, and cannot be read again;',
      'each practice: when, what, how many problems, right answers and points;',
      'each answer: to which fact, what was typed, whether it was right, how long it took, whether the picture was shown, and when;',
      'what follows from those: how well each fact is known, and minutes, sessions and points of each practice day;',
      'what is stored of a guest, for boards and battles, under the nickname; and a signed-in browser’s fingerprint, for a day at most.',
    ],
    'Wrong passwords and PINs are counted for a day at most, under a fingerprint, to keep guessers away. A code for a parent is kept as a fingerprint for two weeks.',
    'Accounts, and what a child has practiced, are kept until a grown-up deletes them. Boards and battles of children with an account are deleted when those of guests are.',
  ],
}

const ON_THE_DEVICE: Section = {
  heading: 'What stays on the device',
  body: [
    'The browser’s local storage holds, until you clear it:',
    [
      'guestSession: the guest’s secret, nickname, place, time practiced today and which facts were shown today;',
      'savedNickname: a nickname you chose to keep;',
      'savedState: the state you chose, or that you want none;',
      'practiceSession: the practice that is running, with how each problem went, so that a reload does not lose it;',
      'names that begin with “tenfold.”: results and answers that wait to be sent when the connection is back, each for the player it belongs to (what is older than seven days is removed as soon as the site is opened again), the rank of the last one, whether a teacher, a parent or a student is signed in here, the class code that was typed last, and your choices of sound, clock and light or dark.',
    ],
    'The session storage of a tab holds “tenfold.battle” while a Math Battle runs, so that a reload leads back into it: the number of the battle, what is played, how many second tries were right, and the opponents as they are shown. It is removed when the battle is over, and the browser drops it when the tab is closed. While somebody is signed in it also holds “tenfold.me”, which says who, and which facts a student was shown today.',
    'Guests get no cookie. Who signs in gets one, “tenfold.session”, which keeps them signed in: a teacher or a parent for a week after the last day of use, a child until the browser is closed, and a day at most (“tenfold.brief” beside it says so). Pages cannot read them, they go to no other site, and signing out removes them. A browser in which a child has signed in also keeps “tenfold.known” for 120 days: it says that somebody of this class has been let in here, and not who, so that a stranger who guesses at PINs can be slowed without slowing the class. There are no others.',
    'On a new practice day a new guest with a new secret begins, and the nickname changes unless you kept it. The place stays.',
  ],
}

const COPPA: Section = {
  heading: 'Children’s privacy (COPPA)',
  body: [
    'Children use this app, and we follow the Children’s Online Privacy Protection Act. The way we do that is to ask a child for nothing: to play there is no sign-up and no field in which a child could type an e-mail address or a message, and children cannot write to each other.',
    'An account for a child is made by a parent, or by a teacher for use at school, who agrees for the parents as their school has settled it with them. Nothing of it is used for anything but practice. A teacher can give a parent a code, with which the parent sees everything that is kept of the child.',
    'The random secret serves one purpose: keeping a guest’s own results and time together. It is not used to recognise anybody on other sites. There is no advertising, no profile, and nothing is sold or rented.',
    'A parent can ask what we hold, ask us to delete it, or refuse further collection by no longer using the app. Nothing is required beyond what the practice itself needs.',
  ],
}

export const privacyMessages = {
  title: 'Privacy Policy',
  lead: 'Short, because little is stored. This is what the software does, no more and no less.',
  sections: (site: PrivacyFacts): readonly Section[] => {
    const kept = inDays(site.guestRetentionDays)
    return [
      {
        heading: 'In short',
        body: [
          [
            'To play: no account, no real name, no e-mail address, no cookie. Never a birthday or a photo.',
            'No advertising, no analytics, no chat.',
            'Teachers and parents may make accounts, also for children: a first name and a PIN, never an e-mail address. Nobody but the grown-ups who look after a child sees its name.',
            'The page asks no other site for anything: no fonts, scripts or pictures from elsewhere.',
            `What a guest leaves on our server is deleted within ${kept}.`,
          ],
        ],
      },
      onTheServer(kept),
      ACCOUNTS,
      where(site.looksUpLocation),
      ON_THE_DEVICE,
      {
        heading: 'What we do not store',
        body: [
          'We do not store internet addresses, what kind of device you use, or single answers of guests. Our technical logs say which kind of call was made, how long it took and how it ended; they hold no address and no secret. To keep one sender from flooding the server, the calls of each address are counted for about a minute, in memory and under a scrambled form of the address.',
          'Whoever carries your connection, such as a school network or a hosting company, sees that this site was visited, as with every site.',
        ],
      },
      {
        heading: 'Who sees it',
        body: [
          'The leaderboards are public. For each day and league they show a guest’s nickname with its animal, town, state and country where they are known, points, the number of problems, and the public number. They show the points, players and best score of each state, too. They never show the secret, an answer, or how long somebody practiced.',
          'In a Math Battle the other players see a guest’s nickname with its animal, the rough place as it stands on the player card, and the points, rank and number of problems answered. The battle leaderboards are public, too: nickname, wins, wins in a row, best score and the public number. A guest’s own battles and their sums are given only to who holds the secret.',
          'The name of a child with an account, its answers and how well it knows each fact are seen by the teacher of its class, or the parent of its family, and by parents whom that grown-up has given a code. Other children, and the boards, see the nickname only. The name of a grown-up is seen by the teacher or parent whom a child is at home with, where that child is linked to both. Passwords and PINs are seen by nobody.',
          'To take the place off the boards, choose “No state” on the player card at home: town, state and country are cleared at once, on the boards of the day as well.',
          site.looksUpLocation
            ? 'We give nothing to anybody else unless a law compels us to, but for the internet address where a lookup service is asked for the rough location (see above).'
            : 'We give nothing to anybody else unless a law compels us to.',
        ],
      },
      COPPA,
      {
        heading: 'See it, delete it',
        body: [
          'A child with an account: the teacher or the parent sees everything on the child’s page, downloads it (JSON, or CSV for a spreadsheet), and deletes it there, boards and battles included. A parent who was linked by a teacher sees and downloads it, and asks the teacher to delete it.',
          'Your own account: “My account” downloads what is kept of you and deletes it. Children are deleted or moved first, so that none is deleted by accident.',
          'A guest: to remove everything from the device, clear this site’s data in the browser. What is on the server is then out of reach for everybody who plays, and is deleted when its time is up.',
          `A parent or teacher who wants that seen or deleted sooner, or has another question, writes to ${site.contactAddress}. We know no guest by name, so tell us the nickname and the day and hour of play: what can be told apart by that, we show or delete. We answer within 24 hours.`,
        ],
      },
      {
        heading: 'Changes and who is responsible',
        body: [
          `${site.operator} runs this installation of ${site.name} and is responsible for it. When this policy changes, the date on it changes as well.`,
        ],
      },
    ]
  },
} as const
