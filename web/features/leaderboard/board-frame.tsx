import type { ReactNode } from 'react'
import type { League } from '../../../domain/league.ts'
import type { Answer } from '../../lib/server-value.ts'
import { Card } from '../../ui/card.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Freshness } from './board-states.tsx'
import { LeagueMarks } from './league-choice.tsx'

type Props<Value> = {
  /** The id of the heading, of its own on the page. */
  id: string
  league: League
  board: Answer<Value>
  /** The board without anybody on it, which stands in for one that fails to load (specification §8). */
  empty: Value
  /** The class of the least height of the list: nothing moves when it comes. */
  room: string
  /** The list, or what stands in its place while it is empty. */
  children: (value: Value) => ReactNode
  /** What stands under the list. */
  foot?: ReactNode
}

/** The card of a league's board: whose it is, how fresh, and the list, or what stands in its place. */
export function BoardFrame<Value>({ id, league, board, empty, room, children, foot }: Props<Value>) {
  return (
    <Card className="min-w-0 overflow-clip p-0!" aria-labelledby={id}>
      <div className="flex min-h-18 flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b-2 border-line px-4 py-3 sm:px-5">
        <h2 id={id} className="flex items-center gap-3 text-2xl">
          <LeagueMarks league={league} size={36} />
          {league.name}
        </h2>
        <Freshness board={board} />
      </div>
      <div className={`-mb-0.5 grid ${room}`}>
        {board.state === 'loading' && (
          <div className="justify-self-center pt-20">
            <Spinner />
          </div>
        )}
        {board.state === 'failed' && children(empty)}
        {board.state === 'value' && children(board.value)}
      </div>
      {foot}
    </Card>
  )
}
