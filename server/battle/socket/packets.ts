import type { BattleErrorCode } from '../../../contract/battle-events.ts'
import type { ServerEventName } from '../../../contract/battle-events.ts'
import type { BattleSetup, Seat, SeatProgress } from '../../../domain/battle-state.ts'
import type { CountdownView, EndView, ScoreUpdateView, StartView } from '../../../domain/battle-view.ts'

/** An event to a player as it travels: the text of a Socket.IO packet, made once and only written after that. */
export type Packet = string

/** What each event carries, as the domain makes it. */
type Carried = {
  readonly 'queue-joined': { readonly position: number }
  readonly 'battle-countdown': CountdownView
  readonly 'battle-start': StartView
  readonly 'battle-score-update': ScoreUpdateView
  readonly 'battle-end': EndView
  readonly 'battle-error': { readonly code: BattleErrorCode; readonly message: string }
}

/** The packet of an event. */
export function packetOf<Name extends ServerEventName>(name: Name, carried: Carried[Name]): Packet {
  return `2${JSON.stringify([name, carried])}`
}

/** Writes `battle-score-update` for a seat. */
export type WriteScores = (seats: readonly SeatProgress[], receiver: Seat) => Packet

/**
 * The score updates of one battle. Little but numbers changes between them, so the text around those is made once: this is
 * the event that is sent most, twice and more for every answer. A test holds that it is what `packetOf` would write.
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

/** `battle-error` with the sentence of its code. */
export function refusalPacket(code: BattleErrorCode): Packet {
  return packetOf('battle-error', { code, message: SENTENCES[code] })
}
