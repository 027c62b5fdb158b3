import { plural } from '../../../domain/words.en.ts'

/** The text of Today's ten on home. */
export const todayMessages = {
  name: 'Today’s ten',
  empty: 'Ten quick problems fill today’s frame.',
  left: (problems: number) =>
    `${plural(problems, { one: '# more', other: '# more' })} to fill today’s frame!`,
  leftAgain: (problems: number) =>
    `${plural(problems, { one: '# more', other: '# more' })} to fill another frame!`,
  full: 'You filled today’s frame!',
  filled: (frames: number) => `You filled ${plural(frames, { one: '# frame', other: '# frames' })} today!`,
  readyTomorrow: (facts: number) =>
    `${plural(facts, { one: '# fact', other: '# facts' })} will be ready tomorrow.`,
  comeBack: 'See you tomorrow!',
  usedUp: 'That’s all for today. See you tomorrow!',
  playNow: 'Play Now',
  play: 'Play',
  keepGoing: 'Keep going',
  tenMore: 'Ten more',
} as const
