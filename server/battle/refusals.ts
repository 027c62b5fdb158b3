import type { BattleErrorCode } from '../../contract/battle-limits.ts'
import { packetOf, type Packet } from './packets.ts'

const SENTENCES: Readonly<Record<BattleErrorCode, string>> = {
  bad_event: 'That message cannot be read.',
  unknown_queue: 'There is no such kind of battle.',
  unknown_bot: 'There is no such computer player.',
  unknown_battle: 'That battle is over or was never yours.',
  taken_over: 'You are playing in another tab now.',
  too_many_events: 'That was too much in a short time. Please slow down.',
  busy: 'Too many players are here right now. Please try again in a moment.',
  draining: 'The server is about to restart. Please try again in a minute.',
  internal: 'Something went wrong on our side. Please try again.',
}

/** `battle-error` with the sentence of its code. */
export function refusalPacket(code: BattleErrorCode): Packet {
  return packetOf('battle-error', { code, message: SENTENCES[code] })
}
