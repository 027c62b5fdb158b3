import type { BattleErrorCode } from '../../../contract/battle-limits.ts'
import { packetOf, type Packet } from './packets.ts'

const SENTENCES: Readonly<Record<BattleErrorCode, string>> = {
  bad_event: 'We could not read that message.',
  unknown_queue: 'There is no battle like that.',
  unknown_bot: 'There is no such computer player.',
  unknown_battle: 'That battle is over, or you were not in it.',
  taken_over: 'You’re playing in another tab now.',
  too_many_events: 'That was too fast. Please slow down.',
  busy: 'Too many players are here right now. Please try again in a moment.',
  draining: 'The server is restarting. Please try again in a minute.',
  no_time_left: 'Your time for today is used up. Please come back tomorrow.',
  internal: 'Something went wrong on our side. Please try again.',
}

/** `battle-error` with the sentence of its code. */
export function refusalPacket(code: BattleErrorCode): Packet {
  return packetOf('battle-error', { code, message: SENTENCES[code] })
}
