import { guestRoutes } from '../../contract/guest.ts'
import type { Bind } from '../operations/bind.ts'
import type { PracticeService } from './service.ts'

/** The wire of a guest's finished session (specification §7); `tokenHash` makes the stored form of a token. */
export function bindPracticeRoutes(
  bind: Bind,
  service: PracticeService,
  tokenHash: (token: string) => string,
): void {
  bind(guestRoutes.saveScore, {
    player: ({ body }) => tokenHash(body.sessionToken),
    answer: ({ body }, hash) => service.saveScore(hash, body),
  })
}
