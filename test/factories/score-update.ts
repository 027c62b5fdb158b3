import type { Active, Seat } from '../../domain/battle-state.ts'
import type { ScoreUpdateView } from '../../domain/battle-view.ts'
import { scoreWriter } from '../../server/battle/socket/packets.ts'
import { readPacket } from '../../server/battle/socket/socket-parser.ts'

/** What a player in this seat reads in the server's `battle-score-update`. */
export function scoreUpdateView(state: Active, seat: Seat): ScoreUpdateView {
  const packet = readPacket(scoreWriter(state.setup)(state.seats, seat))
  if (packet === null) throw new Error('the score update is no event')
  return packet[1] as ScoreUpdateView
}
