import type { BattlePlay, BattlePlayEvent, Outgoing } from '../../../domain/battle-play.ts'
import type { ScoreView } from '../../../domain/battle-view.ts'

/**
 * A connection can die without being closed. If an expected reply takes longer than this, the connection counts as dead;
 * Socket.IO's own pings would find out much later.
 */
const REPLY_MS = 2500
const SECOND_MS = 1000

/** The deadline for the next message of a countdown, or for the start, if one has just arrived. */
export function nextSecondDeadlineMs(nowMs: number): number {
  return nowMs + SECOND_MS + REPLY_MS
}

type Played = {
  readonly before: BattlePlay
  readonly after: BattlePlay
  readonly event: BattlePlayEvent
  readonly send: readonly Outgoing[]
}

function isWorthPoints(play: BattlePlay, message: Outgoing): boolean {
  if (message.name !== 'battle-answer' || !('run' in play)) return false
  const given = play.run.given.findLast(({ problemIndex }) => problemIndex === message.problemIndex)
  return given !== undefined && given.points > 0
}

/** An answer worth points brings a score update to everybody (BAT-26), provided that it was sent. */
function causesScoreUpdate({ after, send }: Played): boolean {
  return send.some((message) => isWorthPoints(after, message))
}

function ownScoreOf(scores: readonly ScoreView[]): number {
  return scores.find(({ you }) => you)?.score ?? 0
}

/** Only the player's own score proves that an answer arrived: an opponent's points may have been in transit before. */
function hasOwnScoreRisen({ before, after }: Played): boolean {
  return 'run' in before && 'run' in after && ownScoreOf(after.run.scores) > ownScoreOf(before.run.scores)
}

/**
 * The deadline for the referee's next message after an event, or null if no reply is expected.
 * @param replyDeadlineMs the deadline before the event
 */
export function replyDeadlineAfter(
  replyDeadlineMs: number | null,
  played: Played,
  nowMs: number,
): number | null {
  const { event, after, send } = played
  switch (event.type) {
    case 'answer':
      return replyDeadlineMs ?? (causesScoreUpdate(played) ? nowMs + REPLY_MS : null)
    case 'connected':
    case 'tick':
      return replyDeadlineMs ?? (send.some(({ name }) => name === 'battle-ready') ? nowMs + REPLY_MS : null)
    case 'start':
      return causesScoreUpdate(played) ? nowMs + REPLY_MS : null
    case 'scores':
      return after.stage === 'waiting' || hasOwnScoreRisen(played) ? null : replyDeadlineMs
    case 'disconnected':
    case 'end':
    case 'gone':
      return null
  }
}
