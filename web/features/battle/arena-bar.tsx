import { useEffect, useState, type MouseEvent } from 'react'
import { playRemainingMs } from '../../../domain/battle-play.ts'
import { SCORE_BADGE_MS } from '../../../domain/practice-state.ts'
import { useFresh } from '../../lib/use-fresh.ts'
import { Button } from '../../ui/button.tsx'
import { EarnedPoints } from '../../ui/verdict.tsx'
import { battleNowMs, type BattleView } from './battle-session.ts'
import { FighterBadge } from './fighter-badge.tsx'
import { Back, Clock } from './icons.tsx'
import { messages } from './messages.en.ts'
import { activeOf, useBattle, useSession } from './use-battle.ts'

/** Keeps the focus in the answer box. */
const keepFocus = (event: MouseEvent): void => event.preventDefault()

type Props = {
  nickname: string
  onLeave: () => void
  /** Announces a text to screen readers. */
  announce: (text: string) => void
}

/** The bar at the top: leave, time left, and the player's name and points. */
export function ArenaBar({ nickname, onLeave, announce }: Props) {
  const session = useSession()
  return (
    <div className="battle-bar">
      <Button
        kind="quiet"
        className="px-3!"
        onMouseDown={keepFocus}
        onClick={onLeave}
        aria-label={messages.back}
        data-tooltip={messages.back}
      >
        <Back />
        <span className="max-sm:hidden">{messages.back}</span>
      </Button>
      <Button
        kind="quiet"
        className="battle-time not-calm"
        aria-label={messages.arena.timeLeft}
        data-tooltip={messages.arena.timeLeft}
        onMouseDown={keepFocus}
        onClick={() => announce(messages.arena.spokenTimeLeft(secondsLeft(session.view.getState())))}
      >
        <Clock />
        <RunningClock />
      </Button>
      <div className="flex min-w-0 items-center justify-end gap-2.5">
        <p className="min-w-0 text-end leading-5 whitespace-nowrap">
          <span className="block truncate text-sm text-ink-soft">{nickname}</span>
          <Points />
        </p>
        <span className="max-sm:hidden">
          <FighterBadge nickname={nickname} isBot={false} size={44} />
        </span>
      </div>
    </div>
  )
}

/** Seconds left, rounded up, so that 0 means that the time is up. */
function secondsLeft({ flow }: BattleView): number {
  return flow.stage === 'battle' ? Math.ceil(playRemainingMs(flow.play, battleNowMs()) / 1000) : 0
}

function Points() {
  const score = useBattle((view) => activeOf(view)?.run.score ?? 0)
  return (
    <span className="not-calm">
      <span className="text-sm text-ink-soft">{messages.arena.score}</span>{' '}
      <strong className="inline-block min-w-[2ch] text-xl leading-5 tabular-nums">
        {messages.arena.points(score)}
      </strong>
      <Earned />
    </span>
  )
}

/** '+5' beside the score after a right first attempt, until the next key or touch. */
function Earned() {
  const given = useBattle((view) => activeOf(view)?.run.given)
  const fresh = useFresh(given, SCORE_BADGE_MS)
  const points = given?.at(-1)?.points ?? 0
  return (
    <span className="play-earned">
      {fresh && points > 0 && (
        <EarnedPoints key={given?.length} points={messages.arena.pointsBadge(points)} from=".play-answer" />
      )}
    </span>
  )
}

/** Re-renders only itself, once a second. Hidden from screen readers: its button announces the time instead. */
function RunningClock() {
  const session = useSession()
  const [seconds, setSeconds] = useState(() => secondsLeft(session.view.getState()))
  useEffect(() => {
    const show = (): void => setSeconds(secondsLeft(session.view.getState()))
    const timer = setInterval(show, 100)
    return () => clearInterval(timer)
  }, [session])
  return <span aria-hidden="true">{messages.arena.time(seconds)}</span>
}
