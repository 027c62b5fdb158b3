import { plural } from '../../domain/words.en.ts'

/** Text for a rank far down a board. */
export const rankProgressMessages = {
  up: (places: number) => `Up ${plural(places, { one: '# place', other: '# places' })}`,
  toNext: (points: number) =>
    `${plural(points, { one: '# more point', other: '# more points' })} and you move up`,
} as const
