import type { OpponentView } from '../../../domain/battle-view.ts'
import type { BattleType } from '../../../domain/division.ts'
import { readSite } from '../../lib/site.ts'
import { BreakableName } from '../../ui/breakable-name.tsx'
import { cellCentre, DOT, FRAME_HEIGHT, FRAME_WIDTH, FrameGrid } from '../../ui/ten-frame-shape.tsx'
import { StageHeading } from '../../ui/stage-heading.tsx'
import { BackToGuest } from './back-to-guest.tsx'
import { FighterBadge } from './fighter-badge.tsx'
import { Person, Robot } from './icons.tsx'
import { messages } from './messages.en.ts'
import { TypeBadge } from './type-badge.tsx'

const FRAME_CELLS = 10

type Props = {
  nickname: string
  seconds: number
  opponents: readonly OpponentView[]
  type: BattleType | null
}

/** The seconds before a battle (specification §2), with its players and type. */
export function Countdown({ nickname, seconds, opponents, type }: Props) {
  return (
    <div className="battle-low-page page-width flex flex-1 flex-col gap-4 pt-3">
      <BackToGuest />
      <div className="battle-countdown flex flex-1 flex-col items-center justify-center gap-5 text-center">
        <StageHeading className="battle-title">{messages.countdown.title}</StageHeading>
        <div className="battle-meeting grid w-full max-w-4xl items-center justify-items-center gap-5 lg:grid-cols-[1fr_auto_1fr] lg:gap-10">
          <ul className="max-lg:hidden lg:justify-self-end">
            <Fighter nickname={nickname} isBot={false} note={messages.countdown.you} />
          </ul>
          <div className="flex flex-col items-center gap-4">
            <p className="battle-seconds" role="timer" aria-label={messages.countdown.secondsLeft(seconds)}>
              <span key={seconds} className="animate-pop block" aria-hidden="true">
                {seconds}
              </span>
            </p>
            <SecondsFrame seconds={seconds} />
          </div>
          <ul aria-label={messages.countdown.opponents} className="grid gap-3 lg:justify-self-start">
            {opponents.map((opponent, at) => (
              <Fighter
                key={`${at} ${opponent.nickname}`}
                {...opponent}
                note={opponent.isBot ? messages.countdown.computer : messages.countdown.person}
              />
            ))}
          </ul>
        </div>
        <p className="text-2xl font-bold">{messages.countdown.ready}</p>
        <p className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
          {type && <TypeBadge type={type} />}
          <span className="font-bold">{messages.countdown.duration(readSite().battleSeconds)}</span>
        </p>
      </div>
    </div>
  )
}

type FighterProps = { nickname: string; isBot: boolean; location?: string; note: string; left?: true }

function Fighter({ nickname, location = '', isBot, note, left }: FighterProps) {
  return (
    <li className="flex items-center gap-4 rounded-card border-2 border-line bg-sheet py-3 pe-5 ps-3 text-start">
      <span className={left && 'grayscale'}>
        <FighterBadge nickname={nickname} isBot={isBot} size={72} />
      </span>
      <span className="min-w-0">
        <span className="block text-lg leading-6 font-bold break-words">
          <BreakableName name={nickname} />
        </span>
        {location !== '' && <span className="block text-sm text-ink-soft">{location}</span>}
        <span className="mt-0.5 flex items-center gap-1 text-sm text-ink-soft">
          {isBot ? <Robot size={18} /> : <Person size={18} />}
          {left ? <strong>{messages.left}</strong> : note}
        </span>
      </span>
    </li>
  )
}

/** A ten-frame with a dot for each second left, full above ten. Decorative. */
function SecondsFrame({ seconds }: { seconds: number }) {
  return (
    <svg
      viewBox={`-3 -3 ${FRAME_WIDTH + 6} ${FRAME_HEIGHT + 6}`}
      width="180"
      className="shrink-0"
      aria-hidden="true"
    >
      <FrameGrid />
      {Array.from({ length: Math.min(seconds, FRAME_CELLS) }, (_, cell) => (
        <circle
          key={`dot ${cell}`}
          cx={cellCentre(cell).x}
          cy={cellCentre(cell).y}
          r={DOT}
          className="fill-ink"
        />
      ))}
    </svg>
  )
}
