import type { ChampionRow } from '../../../contract/battles.ts'
import type { Division } from '../../../domain/division.ts'
import type { Failure } from '../../lib/api.ts'
import { animalOf } from '../../../domain/nickname.ts'
import { usePausable } from '../../lib/paused-updates.ts'
import { AnimalBadge } from '../../ui/animal-badge.tsx'
import { BreakableName } from '../../ui/breakable-name.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyFrame } from '../../ui/empty-frame.tsx'
import { MovingList } from '../../ui/moving-list.tsx'
import { OperationMark } from '../../ui/operation-mark.tsx'
import { RankMark } from '../../ui/rank-mark.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { boardMessages } from './boards.messages.en.ts'
import { championMessages } from './champions.messages.en.ts'
import { useChampions } from './use-champions.ts'
import { Streak } from './streak.tsx'
import { operationsOf } from './battle-operations.ts'

/** Specification §9. */
const SHOWN = 50
const MEDALS = 3

type Props = {
  division: Division
  /** Undefined if nobody plays on this device. */
  sessionToken: string | undefined
}

/** A division's board (specification §2), or what is shown while it loads or is empty. */
export function BattleBoard({ division, sessionToken }: Props) {
  const { rows: newest, failure } = useChampions({ division, limit: SHOWN, sessionToken })
  const rows = usePausable(newest, `${division} ${sessionToken}`, isKnown)
  const name = championMessages.division[division]
  return (
    <Card
      className="min-w-0 overflow-clip p-0! max-lg:[&:has([data-loading])~*]:invisible"
      aria-labelledby={division}
    >
      <h2
        id={division}
        className="flex min-h-18 items-center gap-3 border-b-2 border-line px-4 py-3 text-xl sm:px-5 sm:text-2xl"
      >
        <span className="flex gap-1">
          {operationsOf({ division, preference: 'mixed' }).map((operation) => (
            <OperationMark key={operation} operation={operation} size={32} />
          ))}
        </span>
        {name}
      </h2>
      {/* Beside the other board at least as high as five rows; above it, it is shown only when this one has loaded. */}
      <div className="-mb-0.5 grid min-h-74 lg:min-h-100">
        {rows === null && (
          <div data-loading className="justify-self-center pt-20">
            <Spinner />
          </div>
        )}
        {rows?.length === 0 && <NoBattles failure={failure} />}
        {rows !== null && rows.length > 0 && (
          <MovingList
            rows={rows}
            idOf={idOf}
            label={boardMessages.playersOf(name)}
            rowStyle={({ playerId }) => `${ROW} ${playerId === sessionToken ? 'bg-sunk' : 'bg-sheet'}`}
          >
            {(row, rank) => <Row row={row} rank={rank} isOwn={row.playerId === sessionToken} />}
          </MovingList>
        )}
      </div>
    </Card>
  )
}

const isKnown = (rows: readonly ChampionRow[] | null): boolean => rows !== null && rows.length > 0

const idOf = ({ playerId }: ChampionRow): string => playerId

const ROW =
  'grid h-20 grid-cols-[2.75rem_3rem_minmax(0,1fr)_auto] items-center gap-x-2.5 border-b-2 border-line px-3 nth-[5n]:border-edge sm:gap-x-4 sm:px-5'

function Row({ row, rank, isOwn }: { row: ChampionRow; rank: number; isOwn: boolean }) {
  const { nickname, topScore, winStreak, wins } = row
  return (
    <>
      {rank <= MEDALS && wins > 0 ? (
        <RankMark rank={rank} />
      ) : (
        <span className="text-center text-lg font-bold text-ink-soft tabular-nums">
          {boardMessages.rank(rank)}
        </span>
      )}
      <span className="flex flex-col items-center gap-0.5">
        <AnimalBadge animal={animalOf(nickname)} size={48} />
        {isOwn && (
          <span className="rounded-full bg-accent px-2 text-xs leading-4.5 font-bold text-on-accent">
            {boardMessages.you}
          </span>
        )}
      </span>
      <span className="min-w-0">
        <span className="block leading-5 font-bold text-balance break-words">
          <BreakableName name={nickname} />
        </span>
        <span className="flex flex-wrap items-center gap-x-3 text-sm leading-5 text-ink-soft tabular-nums">
          <span>
            {boardMessages.best} <b>{boardMessages.number(topScore)}</b>
          </span>
          <Streak wins={winStreak} label={boardMessages.streak} />
        </span>
      </span>
      <span className="flex flex-col-reverse text-end tabular-nums">
        <span className="text-sm leading-5 text-ink-soft">{boardMessages.wins}</span>
        <span className="text-2xl leading-7 font-bold">{boardMessages.number(wins)}</span>
      </span>
    </>
  )
}

function NoBattles({ failure }: { failure: Failure | null }) {
  return (
    <div className="flex flex-col items-center gap-4 self-center px-6 py-10 text-center">
      {failure && (
        <p className="text-sm font-bold text-thinking">
          {failure.status === 0 ? boardMessages.needsInternet : boardMessages.failed}
        </p>
      )}
      <EmptyFrame />
      <h3 className="mt-2 text-2xl">{boardMessages.noBattles}</h3>
      <p className="text-lg text-ink-soft">{boardMessages.beFirst}</p>
    </div>
  )
}
