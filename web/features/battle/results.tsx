import type { EndView, ResultView } from '../../../domain/battle-view.ts'
import type { BattleType } from '../../../domain/division.ts'
import { BreakableName } from '../../ui/breakable-name.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Confetti } from '../../ui/confetti.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { RankMark } from '../../ui/rank-mark.tsx'
import { StageHeading } from '../../ui/stage-heading.tsx'
import { BackToGuest } from './back-to-guest.tsx'
import { FighterBadge } from './fighter-badge.tsx'
import { messages } from './messages.en.ts'
import { useEnter, useLobbyAddress } from './use-enter.ts'
import { verdictOf } from './verdict.ts'

type ResultsProps = {
  readonly result: EndView
  /** Null if no longer known. */
  readonly type: BattleType | null
  readonly isCutShort: boolean
}

/** How a battle ended (specification §2): the player's rank, the winner, and all players in order. */
export function Results({ result, type, isCutShort }: ResultsProps) {
  const hasScores = result.results.some(({ score }) => score > 0)
  const hasWinner = result.winner !== null && hasScores && !result.uncounted
  const isWon = result.isWinner && hasWinner
  // The headline of such a result is its verdict.
  const isUncountedFirst = result.isWinner && hasScores && result.uncounted
  const [title, text] = headlineOf(result, hasScores)
  return (
    <div className="battle-results page-width flex flex-1 flex-col gap-4 pt-3 sm:gap-5">
      <BackToGuest />
      <div className="flex flex-row items-center justify-center gap-4 sm:gap-6">
        <FighterBadge nickname={result.currentPlayerNickname} isBot={false} size={88} />
        <div className="flex min-w-0 flex-col gap-1">
          <StageHeading>{title}</StageHeading>
          <p className="text-xl">{text}</p>
          {isCutShort && <p className="text-ink-soft">{messages.results.cutShort}</p>}
        </div>
      </div>
      <Card className="mx-auto w-full max-w-2xl overflow-clip p-0!" aria-labelledby="final">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b-2 border-line px-4 py-4 sm:px-6">
          <h2 id="final" className="text-2xl">
            {messages.results.title}
          </h2>
          {!isUncountedFirst && <p className="font-bold">{verdictOf(result)}</p>}
        </div>
        <ol>
          {result.results.map((row, at) => (
            <ResultRow key={`${at} ${row.nickname}`} row={row} hasWinner={hasWinner} />
          ))}
        </ol>
      </Card>
      <NextSteps type={type} />
      {isWon && <Confetti />}
    </div>
  )
}

/** The player's own result as a title and a sentence. */
function headlineOf(
  { playerRank, isWinner, uncounted }: EndView,
  hasScores: boolean,
): readonly [string, string] {
  if (hasScores && isWinner && uncounted) return messages.results.uncountedFirst
  // If everyone with points has left, first place without points is not a win.
  const isPlaced = hasScores && (playerRank > 1 || isWinner)
  return isPlaced ? messages.results.headline(playerRank) : messages.results.nobodyFirst(hasScores)
}

function ResultRow({ row, hasWinner }: { row: ResultView; hasWinner: boolean }) {
  const { nickname, location, isBot, rank, you, left, score, problemsAnswered } = row
  return (
    <li
      className={`grid min-h-20 grid-cols-[2.75rem_3.25rem_minmax(0,1fr)_auto] items-center gap-x-3 border-b-2 border-line px-3 py-3 last:border-b-0 sm:gap-x-4 sm:px-6 ${you ? 'bg-sunk' : ''}`}
    >
      <span className="contents">
        <span className="sr-only">{messages.results.rank(rank)}</span>
        <RankMark rank={rank} hasMedal={score > 0} />
      </span>
      <FighterBadge nickname={nickname} isBot={isBot} size={52} />
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 leading-6">
          <span className="max-w-full leading-6 font-bold break-words sm:text-lg">
            <BreakableName name={nickname} />
          </span>
          {rank === 1 && hasWinner && (
            <Badge look="bg-success text-on-success">{messages.results.winnerBadge}</Badge>
          )}
          {you && <Badge look="bg-accent text-on-accent">{messages.results.you}</Badge>}
          {isBot && <Badge look="border-2 border-edge">{messages.results.computer}</Badge>}
          {left && <Badge look="border-2 border-edge">{messages.left}</Badge>}
        </span>
        {location !== '' && <span className="block text-sm leading-5 text-ink-soft">{location}</span>}
        <span className="block text-sm leading-5 text-ink-soft tabular-nums">
          {messages.results.answered(problemsAnswered)}
        </span>
      </span>
      <span className="text-end tabular-nums">
        <span className="block text-3xl leading-8 font-bold">{messages.results.number(score)}</span>
        <span className="text-sm text-ink-soft">{messages.results.pointsWord(score)}</span>
      </span>
    </li>
  )
}

function Badge({ look, children }: { look: string; children: string }) {
  return (
    <span className={`rounded-full px-2.5 text-xs leading-5 font-bold whitespace-nowrap ${look}`}>
      {children}
    </span>
  )
}

/** The buttons after a battle. @param type what to play again; null if not known */
export function NextSteps({ type }: { type: BattleType | null }) {
  const enter = useEnter()
  useLobbyAddress()
  return (
    <div className="battle-ways flex flex-wrap justify-center gap-3 max-sm:flex-col-reverse">
      <Button kind="secondary" size="large" onClick={() => enter({ to: 'lobby' })}>
        {messages.results.toLobby}
      </Button>
      <LinkButton kind="secondary" size="large" href="/battle-leaderboard">
        {messages.results.board}
      </LinkButton>
      <Button kind={type ? 'secondary' : 'primary'} size="large" onClick={() => enter({ to: 'lobby' })}>
        {messages.results.playAgain}
      </Button>
      {type && (
        <Button kind="primary" size="large" onClick={() => enter({ to: 'queue', type })}>
          {messages.results.rematch}
        </Button>
      )}
    </div>
  )
}
