import { memo } from 'react'
import { picture } from '../../ui/picture.ts'
import { FighterBadge } from './fighter-badge.tsx'
import { FighterName } from './fighter-name.tsx'
import { messages } from './messages.en.ts'
import { opponentsNow, opponentsOf, scoresOf } from './opponents-now.ts'
import { activeOf, useBattle } from './use-battle.ts'

/** A player with as many points has come half the way. */
const HALF_WAY_POINTS = 60

/** From here on what stands beside a mark stands behind it. */
const FAR = 0.5

/**
 * How far a mark has come, 0 to 1: always forward, in ever smaller steps, and never at an end, so that no lane has to be drawn
 * to a new scale in the middle of a battle.
 */
export function wayOf(points: number): number {
  return points / (points + HALF_WAY_POINTS)
}

/**
 * Everybody's progress: a lane each, on which a small mark takes a step with each point. It lies at the upper edge, far from
 * the digits; nothing in it flashes or counts, and no number changes while a child thinks.
 */
export function Race({ nickname }: { nickname: string }) {
  const score = useBattle((view) => activeOf(view)?.run.score ?? 0)
  const opponents = useBattle(({ flow }) => opponentsOf(flow))
  const scores = useBattle(({ flow }) => scoresOf(flow))
  const lanes = opponentsNow(opponents, scores)
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
  const way = wayOf(score)
  return (
    <div className="battle-lane" data-own={isOwn || undefined}>
      <span className="battle-lane-name">
        <FighterName name={name} />
      </span>
      <span className="battle-track">
        <span
          className="battle-step"
          data-left={hasLeft || undefined}
          style={{ transform: `translateX(${way * 100}%)` }}
        >
          <span className={hasLeft ? 'grayscale' : ''}>
            <FighterBadge nickname={nickname} isBot={isBot} size={26} />
          </span>
          {hasLeft && (
            <span className="battle-left" data-far={way > FAR || undefined}>
              {messages.left}
            </span>
          )}
        </span>
      </span>
    </div>
  )
})
