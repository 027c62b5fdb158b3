import { US_STATES } from '../../../domain/location.ts'

/** The position of each state's square: rows from north to south, columns from west to east. Arranged by hand. */
const ROWS = [
  'AK .. .. .. .. .. .. .. .. .. ME',
  '.. .. .. .. .. .. .. .. .. VT NH',
  'WA ID MT ND MN WI .. MI NY CT MA',
  'OR NV WY SD IA IL IN OH PA NJ RI',
  'CA UT CO NE MO KY WV VA MD DE ..',
  '.. AZ NM KS AR TN NC SC DC .. ..',
  '.. .. .. OK LA MS AL GA .. .. ..',
  'HI .. .. TX .. .. .. .. FL .. ..',
]

export const TILE_COLUMNS = 11
export const TILE_ROWS = ROWS.length
/** Steps of shade from 0, no points, to 3. */
const MAX_STEP = 3

type StateTile = {
  readonly code: string
  readonly name: string
  readonly column: number
  readonly row: number
}

const NAMES: ReadonlyMap<string, string> = new Map(US_STATES.map(({ code, name }) => [code, name]))

/** The 50 states and the district, a square each. */
export const STATE_TILES: readonly StateTile[] = ROWS.flatMap((line, row) =>
  line.split(' ').flatMap((code, column) => {
    const name = NAMES.get(code)
    return name === undefined ? [] : [{ code, name, column, row }]
  }),
)

/**
 * How dark a state is drawn: 0 without points, then 1 to 3 by the third of the playing states it is in, so that the few with the
 * most people do not leave all others alike. `playing` are the points of the states that have any, in any order; equals are drawn alike.
 */
export function shadeOf(points: number, playing: readonly number[]): number {
  if (points <= 0) return 0
  const behindOrEqual = playing.filter((each) => each <= points).length
  return Math.ceil((MAX_STEP * behindOrEqual) / playing.length)
}
