import { battleRoutes } from '../../../contract/battles.ts'
import type { Bind } from '../../http/bind.ts'
import type { BattleBoardService } from './board-service.ts'

/** The routes of finished battles (specification §7). `tokenHash` makes the stored form of a token. */
export function bindBattleRoutes(
  bind: Bind,
  service: BattleBoardService,
  tokenHash: (token: string) => string,
): void {
  bind(battleRoutes.board, {
    answer: ({ query: { division, limit, sessionToken } }) =>
      sessionToken === undefined
        ? service.board(division, limit)
        : service.boardFor(division, limit, sessionToken, tokenHash(sessionToken)),
  })
  bind(battleRoutes.history, {
    player: ({ params }) => tokenHash(params.sessionToken),
    answer: ({ params, query }, hash) => service.history(params.sessionToken, hash, query.limit),
  })
  bind(battleRoutes.stats, {
    player: ({ params }) => tokenHash(params.sessionToken),
    answer: (_input, hash) => service.stats(hash),
  })
}
