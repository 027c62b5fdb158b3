import type { ReactNode } from 'react'
import type { League } from '../../../domain/league.ts'
import type { Answer } from '../../lib/server-value.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyFrame } from '../../ui/empty-frame.tsx'
import { PauseUpdates } from '../../ui/pause-updates.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Freshness } from './board-states.tsx'
import { LeagueMarks } from './league-choice.tsx'

type Props<Value> = {
  /** The id of the heading, of its own on the page. */
  id: string
  league: League
  board: Answer<Value>
  /** The empty board, shown if the board fails to load (specification §8), but not without a connection: it may not be empty. */
  empty: Value
  /** The class of the least height of the list: nothing moves when it comes. */
  room: string
  /** The list, or the message shown while it is empty. */
  children: (value: Value) => ReactNode
  /** The content below the list. */
  foot?: ReactNode
}

/** The card of a league's board: its league, its freshness, and the list or a message. */
export function BoardFrame<Value>({ id, league, board, empty, room, children, foot }: Props<Value>) {
  return (
    <Card className="min-w-0 overflow-clip p-0!" aria-labelledby={id}>
      <div className="flex min-h-18 flex-wrap items-center justify-between gap-x-2 border-b-2 border-line px-4 py-2 sm:gap-x-6 sm:px-5 sm:py-3">
        <h2 id={id} className="flex items-center gap-3 text-2xl">
          <LeagueMarks league={league} size={36} />
          {league.name}
        </h2>
        <div className="flex items-center gap-x-1">
          <Freshness board={board} />
          <PauseUpdates />
        </div>
      </div>
      <div className={`-mb-0.5 grid ${room}`}>
        {board.state === 'loading' && (
          <div data-loading className="justify-self-center pt-20">
            <Spinner />
          </div>
        )}
        {board.state === 'failed' &&
          (board.failure.status === 0 ? (
            <div className="justify-self-center pt-14">
              <EmptyFrame />
            </div>
          ) : (
            children(empty)
          ))}
        {board.state === 'value' && children(board.value)}
      </div>
      {foot}
    </Card>
  )
}
