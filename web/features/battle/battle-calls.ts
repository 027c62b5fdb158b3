import type { battleRoutes } from '../../../contract/battles.ts'
import { battleEndpoints } from '../../../contract/battle-endpoints.ts'
import type { Output } from '../../../contract/route.ts'
import type { Call } from '../../lib/api.ts'
import { hasShape, isNumber, isText, type Check } from '../../lib/shape.ts'

type Routes = Pick<typeof battleRoutes, 'board' | 'stats'>

/** A player's row of a division's board; `playerId` is the caller's own token in the caller's own row. */
export type ChampionRow = Output<Routes['board']['answer']>[number]
/** A player's battles, all that are kept. */
export type BattleStats = Output<Routes['stats']['answer']>

const isRow = hasShape<ChampionRow>({
  playerId: isText,
  nickname: isText,
  wins: isNumber,
  winStreak: isNumber,
  topScore: isNumber,
})

const isBoard: Check<ChampionRow[]> = (json): json is ChampionRow[] =>
  Array.isArray(json) && json.every(isRow)

/** The calls about finished battles that the screens make, with a check of each answer. */
export const battleCalls: { readonly [Name in keyof Routes]: Call<Routes[Name]> } = {
  board: { ...battleEndpoints.board, accepts: isBoard },
  stats: {
    ...battleEndpoints.stats,
    accepts: hasShape<BattleStats>({
      victories: isNumber,
      battles: isNumber,
      currentStreak: isNumber,
      bestStreak: isNumber,
      topScore: isNumber,
    }),
  },
}
