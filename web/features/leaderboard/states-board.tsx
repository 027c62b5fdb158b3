import type { StateEntry } from '../../../contract/leaderboard.ts'
import type { League } from '../../../domain/league.ts'
import type { Answer } from '../../lib/server-value.ts'
import { MovingList } from '../../ui/moving-list.tsx'
import { RankMark } from '../../ui/rank-mark.tsx'
import { BoardFrame } from './board-frame.tsx'
import { BoardMessage } from './board-states.tsx'
import { boardMessages } from './messages.en.ts'
import { PracticeLink } from './practice-link.tsx'
import { OwnStateBadge } from './top-states.tsx'

type Props = {
  league: League
  day: string
  board: Answer<StateEntry[]>
  own: string
  /** Whether somebody plays on this device. */
  isPlaying: boolean
}

/** Today's states of a league, best first, or an empty state. */
export function StatesBoard({ league, day, board, own, isPlaying }: Props) {
  return (
    <BoardFrame id="states" league={league} board={board} empty={[]} room="min-h-52 sm:min-h-36 lg:min-h-75">
      {(states) =>
        states.length === 0 ? (
          <BoardMessage title={boardMessages.noStatesTitle}>
            <PracticeLink league={league} isPlaying={isPlaying} kind="secondary">
              {boardMessages.noStatesText}
            </PracticeLink>
          </BoardMessage>
        ) : (
          <MovingList
            key={`${day} ${league.id}`}
            rows={states}
            idOf={idOf}
            label={boardMessages.statesOf(league.name)}
            rowStyle={({ state }) => `${ROW} ${state === own ? 'bg-sunk' : 'bg-sheet'}`}
          >
            {(entry, rank) => <StateRow entry={entry} rank={rank} isOwn={entry.state === own} />}
          </MovingList>
        )
      }
    </BoardFrame>
  )
}

const idOf = (entry: StateEntry): string => entry.id

const ROW =
  'grid h-26 sm:h-18 grid-cols-[2.75rem_minmax(0,1fr)_auto] items-center gap-x-3 border-b-2 border-line px-3 nth-[5n]:border-edge sm:gap-x-4 sm:px-5'

function StateRow({ entry, rank, isOwn }: { entry: StateEntry; rank: number; isOwn: boolean }) {
  return (
    <>
      <RankMark rank={rank} />
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-2.5 leading-5 sm:leading-6">
          <span className="max-w-full text-lg leading-[inherit] font-bold break-words">{entry.state}</span>
          {isOwn && <OwnStateBadge />}
        </span>
        <span className="block text-sm leading-5 text-ink-soft tabular-nums">
          {boardMessages.stateSums(entry.averageScore, entry.topScore)}
        </span>
      </span>
      <span className="text-end tabular-nums">
        <span className="block leading-6">
          <span className="text-xl font-bold">{boardMessages.number(entry.totalScore)}</span>{' '}
          <span className="text-sm text-ink-soft">{boardMessages.pointsWord(entry.totalScore)}</span>
        </span>
        <span className="block text-sm leading-5 text-ink-soft">
          {boardMessages.players(entry.playerCount)}
        </span>
      </span>
    </>
  )
}
