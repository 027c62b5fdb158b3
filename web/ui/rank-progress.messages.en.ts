const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

/** What is said of a rank far down a board. */
export const rankProgressMessages = {
  up: (places: number) => `Up ${counted(places, 'place', 'places')}`,
  toNext: (points: number) => `${counted(points, 'point', 'points')} to the next`,
} as const
