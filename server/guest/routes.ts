import type { IncomingMessage } from 'node:http'
import { guestRoutes } from '../../contract/guest.ts'
import type { Bind } from '../http/bind.ts'
import type { KnownPlace, Visitor } from './port.ts'
import type { GuestService } from './service.ts'
import { tokenHash } from './token.ts'

/** The routes of a guest's session (specification §7). */
export function bindGuestRoutes(
  bind: Bind,
  service: GuestService,
  locate: (ip: string) => Promise<KnownPlace>,
  arrivalOf: (request: IncomingMessage) => Pick<Visitor, 'addressKey' | 'admitNew'>,
): void {
  bind(guestRoutes.readSession, {
    player: ({ params }) => tokenHash(params.sessionToken),
    answer: (_input, hash) => service.readDay(hash),
  })
  bind(guestRoutes.saveSession, {
    player: ({ body }) => tokenHash(body.sessionToken),
    answer: ({ body }, hash, { ip, raw }) =>
      service.saveSession({ tokenHash: hash, locate: () => locate(ip), ...arrivalOf(raw) }, body),
  })
  bind(guestRoutes.addTime, {
    player: ({ params }) => tokenHash(params.sessionToken),
    answer: ({ body }, hash, { raw }) => service.addTime({ tokenHash: hash, ...arrivalOf(raw) }, body),
  })
}
