import type { BattlePlay, BattlePlayEvent, Outgoing } from '../../../domain/battle-play.ts'
import type { ScoreView } from '../../../domain/battle-view.ts'

/**
 * A line whose bytes vanish without a word is lost too, and no close ever says so. What must be answered and is not within
 * this shows it, long before Socket.IO's own pings would.
 */
const REPLY_MS = 2500
const SECOND_MS = 1000

/** Until when the next second of a countdown or the start must be heard if the line is alive, when one was heard now. */
export function nextSecondByMs(nowMs: number): number {
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

/** Points bring a score update to everybody (BAT-26); only what was sent on a line that seems alive counts. */
function bringsScores({ after, send }: Played): boolean {
  return send.some((message) => isWorthPoints(after, message))
}

function ownScoreOf(scores: readonly ScoreView[]): number {
  return scores.find(({ you }) => you)?.score ?? 0
}

/** An opponent's points may have been on their way already: only the own ones show that an answer arrived. */
function hasOwnRisen({ before, after }: Played): boolean {
  return 'run' in before && 'run' in after && ownScoreOf(after.run.scores) > ownScoreOf(before.run.scores)
}

/**
 * Until when the referee must be heard if the line is alive, after something happened to the play; null when nothing is
 * awaited.
 * @param replyByMs until when it was before
 */
export function replyAfter(replyByMs: number | null, played: Played, nowMs: number): number | null {
  const { event, after, send } = played
  switch (event.type) {
    case 'answer':
      return replyByMs ?? (bringsScores(played) ? nowMs + REPLY_MS : null)
    case 'connected':
    case 'tick':
      return replyByMs ?? (send.some(({ name }) => name === 'battle-ready') ? nowMs + REPLY_MS : null)
    case 'start':
      return bringsScores(played) ? nowMs + REPLY_MS : null
    case 'scores':
      return after.stage === 'waiting' || hasOwnRisen(played) ? null : replyByMs
    case 'disconnected':
    case 'end':
    case 'gone':
      return null
  }
}
