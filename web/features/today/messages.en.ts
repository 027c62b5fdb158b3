import { plural } from '../../../domain/words.en.ts'

/** The text of Today's ten on home. */
export const todayMessages = {
  myGarden: 'My garden',
  seeGarden: 'See my garden',
  name: 'Today’s ten',
  empty: 'Ten problems to go!',
  left: (problems: number) =>
    `${plural(problems, { one: '# more', other: '# more' })} to fill today’s frame!`,
  leftAgain: (problems: number) =>
    `${plural(problems, { one: '# more', other: '# more' })} to fill another frame!`,
  full: 'You filled today’s frame!',
  wantMore: 'Want ten more?',
  filled: (frames: number) => `You filled ${plural(frames, { one: '# frame', other: '# frames' })} today!`,
  readyTomorrow: (facts: number) =>
    `${plural(facts, { one: '# plant needs', other: '# plants need' })} water tomorrow.`,
  comeBack: 'See you tomorrow!',
  playNow: 'Play Now',
  play: 'Play',
  keepGoing: 'Keep going',
  tenMore: 'Ten more',
} as const
