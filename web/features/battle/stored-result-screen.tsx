import type { BattleType } from '../../../domain/division.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyFrame } from '../../ui/empty-frame.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { StageHeading } from '../../ui/stage-heading.tsx'
import { BackToGuest } from './back-to-guest.tsx'
import { messages } from './messages.en.ts'
import { NextSteps } from './results.tsx'
import type { StoredEnd, StoredResult } from './stored-result.ts'
import { useSession } from './use-battle.ts'
import { Confetti } from '../../ui/confetti.tsx'

/** A battle that the referee no longer has: its stored result, or that there is none (BAT-66). */
export function StoredResultScreen({
  stored,
  type,
}: {
  stored: StoredResult | 'loading'
  type: BattleType | null
}) {
  return (
    <div className="page-width flex flex-1 flex-col gap-5 pt-3">
      <BackToGuest />
      <div className="flex flex-1 flex-col items-center justify-center gap-5 text-center">
        <LookUp stored={stored} />
      </div>
      {stored !== 'loading' && <NextSteps type={type} />}
    </div>
  )
}

function LookUp({ stored }: { stored: StoredResult | 'loading' }) {
  const session = useSession()
  const { loadingTitle, loadingText, noneTitle, noneText, failedTitle, failedText } = messages.storedResult
  switch (stored) {
    case 'loading':
      return (
        <>
          <StageHeading key="loading">{loadingTitle}</StageHeading>
          <p className="text-lg text-ink-soft">{loadingText}</p>
          <Spinner label="" />
        </>
      )
    case 'none':
      return (
        <>
          <EmptyFrame />
          <StageHeading key="none">{noneTitle}</StageHeading>
          <p className="text-lg text-ink-soft">{noneText}</p>
        </>
      )
    case 'failed':
      return (
        <>
          <EmptyFrame />
          <StageHeading key="failed">{failedTitle}</StageHeading>
          <p className="text-lg text-ink-soft">{failedText}</p>
          <Button kind="secondary" onClick={session.again}>
            {messages.storedResult.again}
          </Button>
        </>
      )
    default:
      return <End end={stored} />
  }
}

function End({ end }: { end: StoredEnd }) {
  const [title, text] = headlineOf(end)
  const { rank, players, score } = end
  return (
    <>
      {end.isWinner && <Confetti />}
      <StageHeading key="end">{title}</StageHeading>
      <p className="text-xl">{text}</p>
      <Card className="w-full max-w-md" aria-label={messages.results.title}>
        <dl className="grid grid-cols-2 divide-x-2 divide-line">
          <div className="flex flex-col-reverse">
            <dt className="text-ink-soft">{messages.storedResult.outOf(players)}</dt>
            <dd className="text-4xl font-bold tabular-nums">{messages.storedResult.place(rank)}</dd>
          </div>
          <div className="flex flex-col-reverse">
            <dt className="text-ink-soft">{messages.results.pointsWord(score)}</dt>
            <dd className="text-4xl font-bold tabular-nums">{messages.results.number(score)}</dd>
          </div>
        </dl>
        <p className="mt-4 border-t-2 border-line pt-4 font-bold">{verdictOf(end)}</p>
      </Card>
    </>
  )
}

function headlineOf({ rank, score, isWinner }: StoredEnd): readonly [string, string] {
  if (isWinner || rank > 1) return messages.results.headline(rank)
  return score > 0 ? messages.results.uncountedFirst : messages.results.nobodyFirst(true)
}

function verdictOf({ isWinner, winner, rank, score }: StoredEnd): string {
  if (isWinner) return messages.storedResult.youWon
  if (rank === 1 && score > 0) return messages.results.uncounted
  if (winner === 'nobody') return messages.results.nobodyWins
  return winner.nickname === null
    ? messages.storedResult.anotherWon
    : messages.storedResult.won(winner.nickname)
}
