import { memo } from 'react'
import { BreakableName } from '../../ui/breakable-name.tsx'
import { picture } from '../../ui/picture.ts'
import { FighterBadge } from './fighter-badge.tsx'
import { messages } from './messages.en.ts'
import { currentOpponents, opponentsOf, scoresOf } from './opponents-now.ts'
import { activeOf, useBattle } from './use-battle.ts'

/** With this many points, a marker is in the middle of its lane. */
const HALFWAY_POINTS = 60

/** From this position on, the label of a marker is to the left of it. */
const FAR = 0.5

/**
 * The position of a marker, 0 to 1. It approaches 1 in ever smaller steps without reaching it, so that no lane has to be rescaled
 * during a battle.
 */
export function lanePosition(points: number): number {
  return points / (points + HALFWAY_POINTS)
}

/**
 * Everybody's progress: a lane for each player, on which a small marker moves with each point. It is at the top, far from the
 * digits, and shows no flashing and no changing numbers, which would distract a child.
 */
export function Race({ nickname }: { nickname: string }) {
  const score = useBattle((view) => activeOf(view)?.run.score ?? 0)
  const opponents = useBattle(({ flow }) => opponentsOf(flow))
  const scores = useBattle(({ flow }) => scoresOf(flow))
  const lanes = currentOpponents(opponents, scores)
  const all = [{ nickname, score, you: true }, ...lanes.map((lane) => ({ ...lane, you: false }))]
  return (
    <div className="battle-race" {...picture(messages.arena.race(all))}>
      <Lane name={messages.arena.you} nickname={nickname} isBot={false} score={score} isOwn hasLeft={false} />
      {lanes.map((lane, at) => (
        <Lane
          key={`${at} ${lane.nickname}`}
          name={lane.nickname}
          nickname={lane.nickname}
          isBot={lane.isBot}
          score={lane.score}
          isOwn={false}
          hasLeft={lane.left === true}
        />
      ))}
    </div>
  )
}

type LaneProps = {
  name: string
  nickname: string
  isBot: boolean
  score: number
  isOwn: boolean
  hasLeft: boolean
}

const Lane = memo(function Lane({ name, nickname, isBot, score, isOwn, hasLeft }: LaneProps) {
  const position = lanePosition(score)
  return (
    <div className="battle-lane" data-own={isOwn || undefined}>
      <span className="battle-lane-name">
        <BreakableName name={name} />
      </span>
      <span className="battle-track">
        <span
          className="battle-step"
          data-left={hasLeft || undefined}
          style={{ transform: `translateX(${position * 100}%)` }}
        >
          <span className={hasLeft ? 'grayscale' : ''}>
            <FighterBadge nickname={nickname} isBot={isBot} size={26} />
          </span>
          {hasLeft && (
            <span className="battle-left" data-far={position > FAR || undefined}>
              {messages.left}
            </span>
          )}
        </span>
      </span>
    </div>
  )
})
