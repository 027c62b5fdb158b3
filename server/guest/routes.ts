import { guestRoutes } from '../../contract/guest.ts'
import type { Bind } from '../operations/bind.ts'
import type { KnownPlace } from './port.ts'
import type { GuestService } from './service.ts'
import { tokenHash } from './token.ts'

/** The wire of a guest's session (specification §7). */
export function bindGuestRoutes(
  bind: Bind,
  service: GuestService,
  locate: (ip: string) => Promise<KnownPlace>,
): void {
  bind(guestRoutes.readSession, {
    player: ({ params }) => tokenHash(params.sessionToken),
    answer: (_input, hash) => service.readDay(hash),
  })
  bind(guestRoutes.saveSession, {
    player: ({ body }) => tokenHash(body.sessionToken),
    answer: ({ body }, hash, { ip }) =>
      service.saveSession({ tokenHash: hash, locate: () => locate(ip) }, body),
  })
  bind(guestRoutes.addTime, {
    player: ({ params }) => tokenHash(params.sessionToken),
    answer: ({ body }, hash) => service.addTime(hash, body),
  })
}
