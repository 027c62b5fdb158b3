import type { BattleErrorCode } from '../../../contract/battle-events.ts'
import type { ServerEventName } from '../../../contract/battle-events.ts'
import type { BattleSetup, Seat, SeatProgress } from '../../../domain/battle-state.ts'
import type { CountdownView, EndView, ScoreUpdateView, StartView } from '../../../domain/battle-view.ts'

/** A serialized event to a player: the text of a Socket.IO packet. */
export type Packet = string

/** The payload of each event, as made by the domain. */
type Carried = {
  readonly 'queue-joined': { readonly position: number }
  readonly 'battle-countdown': CountdownView
  readonly 'battle-start': StartView
  readonly 'battle-score-update': ScoreUpdateView
  readonly 'battle-end': EndView
  readonly 'battle-error': { readonly code: BattleErrorCode; readonly message: string }
}

export function packetOf<Name extends ServerEventName>(name: Name, carried: Carried[Name]): Packet {
  return `2${JSON.stringify([name, carried])}`
}

/** Writes `battle-score-update` for a seat. */
export type WriteScores = (seats: readonly SeatProgress[], receiver: Seat) => Packet

/**
 * Writes the score updates of one battle. They are the most frequent event, at least two per answer, and only numbers change
 * between them, so the text around the numbers is made once. A test checks that the result equals that of `packetOf`.
 */
export function scoreWriter({ battleId, players }: BattleSetup): WriteScores {
  const heads = players.map(({ nickname }, seat) => {
    const name = `{"nickname":${JSON.stringify(nickname)},"score":`
    return seat === 0
      ? `2["battle-score-update",{"battleId":${JSON.stringify(battleId)},"scores":[${name}`
      : name
  })
  return (seats, receiver) => {
    let text = ''
    for (let seat = 0; seat < heads.length; seat += 1) {
      if (seat > 0) text += ','
      text += heads[seat] ?? ''
      const progress = seats[seat]
      text += progress?.score ?? 0
      text += seat === receiver ? ',"you":true' : ',"you":false'
      text += progress && progress.leftAtMs !== null ? ',"left":true}' : '}'
    }
    return `${text}]}]`
  }
}

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

/** A `battle-error` packet. */
export function refusalPacket(code: BattleErrorCode): Packet {
  return packetOf('battle-error', { code, message: SENTENCES[code] })
}
