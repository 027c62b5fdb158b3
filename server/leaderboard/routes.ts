import { leaderboardRoutes } from '../../contract/leaderboard.ts'
import { PreparedJson, type Bind } from '../operations/bind.ts'
import type { LeaderboardService } from './service.ts'

/** The wire of the daily boards (specification §7); `tokenHash` makes the stored form of a token. */
export function bindLeaderboardRoutes(
  bind: Bind,
  service: LeaderboardService,
  tokenHash: (token: string) => string,
): void {
  bind(leaderboardRoutes.players, {
    answer: async ({ query: { league, limit, sessionToken } }) =>
      new PreparedJson(
        sessionToken === undefined
          ? await service.players(league, limit)
          : await service.playersFor(league, limit, sessionToken, tokenHash(sessionToken)),
      ),
  })
  bind(leaderboardRoutes.states, {
    answer: async ({ query: { league } }) => new PreparedJson(await service.states(league)),
  })
  bind(leaderboardRoutes.statesOfAllLeagues, {
    answer: async ({ query: { limit } }) => new PreparedJson(await service.statesOfAllLeagues(limit)),
  })
  bind(leaderboardRoutes.weeklyPoints, {
    answer: ({ params: { nickname } }) => service.weeklyPoints(nickname),
  })
  bind(leaderboardRoutes.dailyStats, {
    player: ({ params }) => tokenHash(params.sessionToken),
    answer: (_input, hash) => service.dailyStats(hash),
  })
}
