import type { IncomingMessage } from 'node:http'
import { guestRoutes } from '../../contract/guest.ts'
import type { KnownPlace, Visitor } from '../guest/port.ts'
import type { Bind } from '../http/bind.ts'
import type { PracticeService } from './service.ts'

/** The route of a guest's finished session (specification §7). `tokenHash` makes the stored form of a token. */
export function bindPracticeRoutes(
  bind: Bind,
  service: PracticeService,
  tokenHash: (token: string) => string,
  locate: (ip: string) => Promise<KnownPlace>,
  arrivalOf: (request: IncomingMessage) => Pick<Visitor, 'addressKey' | 'admitNew'>,
): void {
  bind(guestRoutes.saveScore, {
    player: ({ body }) => tokenHash(body.sessionToken),
    answer: ({ body }, hash, { ip, raw }) =>
      service.saveScore({ tokenHash: hash, locate: () => locate(ip), ...arrivalOf(raw) }, body),
  })
}
