import type { ReactNode } from 'react'
import type { StateEntry } from '../../../contract/leaderboard.ts'
import type { League } from '../../../domain/league.ts'
import type { Answer } from '../../lib/server-value.ts'
import { Card } from '../../ui/card.tsx'
import { boardMessages } from './messages.en.ts'
import { PracticeLink } from './practice-link.tsx'
import { stateOf, type Viewer } from './viewer.ts'

type Props = {
  league: League
  viewer: Viewer
  board: Answer<StateEntry[]>
  /** The button that opens the list of states. */
  choose: ReactNode
}

/**
 * The viewer's own state: its rank, its points and its players, or what would put it on the board; and the way to practice. The
 * buttons are below, beside it where there is room.
 */
export function OwnState({ league, viewer, board, choose }: Props) {
  const own = stateOf(viewer)
  return (
    <Card
      aria-labelledby="own-state"
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-4 border-t-8! border-t-accent! p-5! sm:gap-x-6"
    >
      <div className={own === '' ? 'col-span-2 sm:col-span-1 sm:row-span-2' : 'max-[22.5rem]:col-span-2'}>
        <h2 id="own-state" className="text-sm text-ink-soft">
          {boardMessages.yourState}
        </h2>
        {own === '' ? (
          <p className="mt-1 text-lg sm:text-xl">{boardMessages.unknownState}</p>
        ) : (
          <p className="text-2xl leading-tight font-bold break-words sm:text-3xl">{own}</p>
        )}
      </div>
      {choose}
      {own !== '' && <StateToday own={own} board={board} />}
      <PracticeLink
        kind={own === '' ? 'secondary' : 'primary'}
        league={league}
        isPlaying={viewer !== null}
        className="max-sm:col-span-2"
      />
    </Card>
  )
}

/** How a state does on the board. As high with as without points, so that nothing moves when they come. */
function StateToday({ own, board }: { own: string; board: Answer<StateEntry[]> }) {
  const entry = board.state === 'value' ? board.value.find(({ state }) => state === own) : undefined
  if (board.state === 'value' && !entry) {
    return (
      <p className="flex min-h-14 items-center max-sm:col-span-2 sm:text-lg">
        {boardMessages.stateIsFirst(own)}
      </p>
    )
  }
  return (
    <dl className="grid min-h-14 grid-cols-3 gap-x-4 max-sm:col-span-2">
      <Figure name={boardMessages.stateRank} value={entry && `#${boardMessages.number(entry.rank)}`} />
      <Figure name={boardMessages.stateScore} value={entry && boardMessages.number(entry.totalScore)} />
      <Figure
        name={boardMessages.statePlayers(entry?.playerCount ?? 0)}
        value={entry && boardMessages.number(entry.playerCount)}
      />
    </dl>
  )
}

/** A number and what it counts; a stroke while it is not known. */
function Figure({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="text-2xl font-bold tabular-nums">{value ?? '–'}</dd>
    </div>
  )
}
