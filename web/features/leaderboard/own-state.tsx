import type { ReactNode } from 'react'
import type { StateEntry } from '../../../contract/leaderboard.ts'
import type { Answer } from '../../lib/server-value.ts'
import { Card } from '../../ui/card.tsx'
import { boardMessages } from './messages.en.ts'

type Props = {
  own: string
  board: Answer<StateEntry[]>
  /** A button that opens the list of states. */
  choose: ReactNode
}

/** The viewer's own state: its rank, its points and its players, or what would put it on the board. */
export function OwnState({ own, board, choose }: Props) {
  const entry = board.state === 'value' ? board.value.find(({ state }) => state === own) : undefined
  return (
    <Card aria-labelledby="own-state" className="min-h-44 border-t-8! border-t-accent! p-5!">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id="own-state" className="text-sm text-ink-soft">
            {boardMessages.yourState}
          </h2>
          {own === '' ? (
            <p className="mt-2 text-lg">{boardMessages.unknownState}</p>
          ) : (
            <p className="text-3xl font-bold break-words">{own}</p>
          )}
        </div>
        {choose}
      </div>
      {own !== '' && (
        <>
          {board.state === 'value' && !entry ? (
            <p className="mt-3">{boardMessages.stateIsFirst(own)}</p>
          ) : (
            <dl className="mt-4 grid grid-cols-3 gap-x-4">
              <Figure
                name={boardMessages.stateRank}
                value={entry && `#${boardMessages.number(entry.rank)}`}
              />
              <Figure
                name={boardMessages.stateScore}
                value={entry && boardMessages.number(entry.totalScore)}
              />
              <Figure
                name={boardMessages.statePlayers}
                value={entry && boardMessages.number(entry.playerCount)}
              />
            </dl>
          )}
        </>
      )}
    </Card>
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
