import type { BattlePlay } from '../../../domain/battle-play.ts'
import type { OpponentView } from '../../../domain/battle-view.ts'
import { useWholeScreen } from '../../lib/whole-screen.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { StageHeading } from '../../ui/stage-heading.tsx'
import { withNames } from '../../ui/with-names.tsx'
import { BackToGuest } from './back-to-guest.tsx'
import './battle.css'
import { FighterBadge } from './fighter-badge.tsx'
import { ConnectionLost } from './stopped.tsx'
import { messages } from './messages.en.ts'

type OpponentsProps = { title: string; text: string | null; opponents: readonly OpponentView[] }

function OpponentsScreen({ title, text, opponents }: OpponentsProps) {
  useWholeScreen(true)
  return (
    <div className="battle-between page-width">
      <BackToGuest />
      <div className="battle-between-middle">
        <StageHeading>{title}</StageHeading>
        {text !== null && <p className="text-lg text-ink-soft">{text}</p>}
        <Spinner label="" />
        <ul className="flex flex-wrap justify-center gap-3">
          {opponents.map(({ nickname, isBot, left }, at) => (
            <li
              key={`${at} ${nickname}`}
              className="flex items-center gap-3 rounded-full border-2 border-line bg-sheet py-1.5 pe-5 ps-2 text-lg font-bold"
            >
              <FighterBadge nickname={nickname} isBot={isBot} size={40} />
              {withNames(messages.arena.versus, nickname)}
              {left && <span className="text-ink-soft">{messages.left}</span>}
            </li>
          ))}
        </ul>
      </div>
      <ConnectionLost text={messages.arena.stillAway} />
    </div>
  )
}

/** The beginning of a countdown (specification §2). */
export function MatchFound({ opponents }: { opponents: readonly OpponentView[] }) {
  return <OpponentsScreen title={messages.queue.matched} text={null} opponents={opponents} />
}

/** The arena before its problems have arrived (specification §2). */
export function WaitingForStart({ opponents }: { opponents: readonly OpponentView[] }) {
  return (
    <OpponentsScreen
      title={messages.arena.waitingTitle}
      text={messages.arena.waitingText}
      opponents={opponents}
    />
  )
}

/** After the last problem, until the result arrives (specification §2). */
export function Calculating({ run, link }: Extract<BattlePlay, { stage: 'calculating' }>) {
  const isAway = link === 'away'
  // Hides the footer, which would move when the longer results replace this screen.
  useWholeScreen(true)
  const entries = [
    [isAway ? messages.calculating.scoreHere : messages.calculating.score, run.score],
    [messages.calculating.answered, run.problemsAnswered],
  ] as const
  return (
    <div className="battle-between page-width">
      <BackToGuest />
      <div className="battle-between-middle">
        <StageHeading>{messages.calculating.title}</StageHeading>
        <p className="text-lg text-ink-soft">
          {isAway ? messages.calculating.awayText : messages.calculating.text}
        </p>
        <Spinner label="" />
        <dl className="grid grid-cols-2 gap-8">
          {entries.map(([name, value]) => (
            <div key={name} className="flex flex-col-reverse justify-end">
              <dt className="text-ink-soft">{name}</dt>
              <dd className="text-5xl font-bold tabular-nums">{messages.arena.points(value)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <ConnectionLost text={messages.arena.stillAway} />
    </div>
  )
}
