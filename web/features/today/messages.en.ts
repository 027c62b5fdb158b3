const number = new Intl.NumberFormat('en')

const count = (value: number, one: string, many: string): string =>
  `${number.format(value)} ${value === 1 ? one : many}`

/** The text of Today's ten on home. */
export const todayMessages = {
  name: 'Today’s ten',
  empty: 'Ten quick problems fill today’s frame.',
  left: (problems: number) => `${count(problems, 'more', 'more')} to fill today’s frame!`,
  leftAgain: (problems: number) => `${count(problems, 'more', 'more')} to fill another frame!`,
  full: 'You filled today’s frame!',
  filled: (frames: number) => `You filled ${count(frames, 'frame', 'frames')} today!`,
  readyTomorrow: (facts: number) => `${count(facts, 'fact', 'facts')} will be ready tomorrow.`,
  comeBack: 'See you tomorrow!',
  usedUp: 'That’s all for today. See you tomorrow!',
  playNow: 'Play Now',
  play: 'Play',
  keepGoing: 'Keep going',
  tenMore: 'Ten more',
} as const
