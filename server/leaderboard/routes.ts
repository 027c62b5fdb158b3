import { leaderboardRoutes } from '../../contract/leaderboard.ts'
import type { Bind } from '../http/bind.ts'
import type { LeaderboardService } from './service.ts'

/** The routes of the daily boards (specification §7). `tokenHash` makes the stored form of a token. */
export function bindLeaderboardRoutes(
  bind: Bind,
  service: LeaderboardService,
  tokenHash: (token: string) => string,
): void {
  bind(leaderboardRoutes.players, {
    answer: async ({ query: { league, limit, sessionToken, around } }) => {
      if (sessionToken === undefined) return service.players(league, limit)
      const hash = tokenHash(sessionToken)
      const near = around === undefined ? null : await service.neighborsOf(league, sessionToken, hash)
      return near ?? service.playersFor(league, limit, sessionToken, hash)
    },
  })
  bind(leaderboardRoutes.states, { answer: ({ query: { league } }) => service.states(league) })
  bind(leaderboardRoutes.statesOfAllLeagues, {
    answer: ({ query: { limit } }) => service.statesOfAllLeagues(limit),
  })
  bind(leaderboardRoutes.weeklyPoints, {
    answer: async ({ params: { nickname } }) => service.weeklyPoints(nickname),
  })
  bind(leaderboardRoutes.dailyStats, {
    player: ({ params }) => tokenHash(params.sessionToken),
    answer: (_input, hash) => service.dailyStats(hash),
  })
}
