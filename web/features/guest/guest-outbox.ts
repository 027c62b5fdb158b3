import type { guestRoutes } from '../../../contract/guest.ts'
import type { Input } from '../../../contract/route.ts'
import type { ScoreAnswer } from '../../../contract/guest.ts'
import * as guestCalls from '../../generated/guest-calls.ts'
import { call, type CallOptions, type CallResult } from '../../lib/api.ts'
import { fieldsOf } from '../../../domain/json-fields.ts'
import type { OutboxItem } from '../../lib/outbox-item.ts'

type ScoreBody = Input<typeof guestRoutes.saveScore.body>
type SessionBody = Input<typeof guestRoutes.saveSession.body>

/** Storage prefix and capacity of a guest's outbox. */
export const guestItems = { prefix: 'tenfold.outbox.', maxItems: 500 }

/** A guest's writes, which the server must receive once. */
export type GuestContent =
  | { readonly kind: 'session'; readonly body: Omit<SessionBody, 'sessionToken'> }
  | { readonly kind: 'time'; readonly seconds: number }
  | {
      readonly kind: 'score'
      readonly body: Omit<ScoreBody, 'sessionToken' | 'submissionId' | 'secondsAgo'>
    }

/** Content from storage, or null if it is of no known kind. Bodies are not checked here: the server does that. */
export function reviveGuestContent(json: unknown): GuestContent | null {
  const fields = fieldsOf(json)
  const [kind, seconds, body] = [fields.get('kind'), fields.get('seconds'), fields.get('body')]
  if (kind === 'time') return typeof seconds === 'number' ? { kind, seconds } : null
  if (typeof body !== 'object' || body === null) return null
  if (kind === 'session') return { kind, body: body as Omit<SessionBody, 'sessionToken'> }
  if (kind === 'score') {
    return { kind, body: body as Omit<ScoreBody, 'sessionToken' | 'submissionId' | 'secondsAgo'> }
  }
  return null
}

/** A newer session replaces an older one of the same player. */
export function mergeGuestContent(newer: GuestContent, older: GuestContent): GuestContent | null {
  return newer.kind === 'session' && older.kind === 'session' ? newer : null
}

/** When the outbox is full, minutes are dropped before points: losing some costs the child nothing. */
export function mayDropGuestContent(content: GuestContent): boolean {
  return content.kind === 'time'
}

/** Makes the item's call. `onScored` gets the answer to a score, with the item's id. */
export async function sendGuestItem(
  { id: submissionId, player: sessionToken, content }: OutboxItem<GuestContent>,
  secondsAgo: number,
  options: CallOptions,
  onScored: (id: string, answer: ScoreAnswer) => void,
): Promise<CallResult<unknown>> {
  switch (content.kind) {
    case 'session':
      return call(guestCalls.saveSession, { body: { ...content.body, sessionToken } }, options)
    case 'time':
      return call(
        guestCalls.addTime,
        { params: { sessionToken }, body: { additionalTime: content.seconds, submissionId, secondsAgo } },
        options,
      )
    case 'score': {
      // No town: it may be of an earlier network by now. The server has the one that it accepted with the session (LOC-9).
      const location = undefined
      const body = { ...content.body, location, sessionToken, submissionId, secondsAgo }
      const result = await call(guestCalls.saveScore, { body }, options)
      if (result.ok) onScored(submissionId, result.value)
      return result
    }
  }
}
