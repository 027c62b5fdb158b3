import { LEAGUES, type League, type LeagueId } from '../../../domain/league.ts'
import { OperationMark } from '../../ui/operation-mark.tsx'
import { rankProgress } from '../../ui/rank-progress.ts'
import { guestMessages } from './messages.en.ts'

type Props = {
  enabled: boolean
  /** Whether no time is left today: the leagues look locked, and pressing one says why. */
  isOver: boolean
  onChoose: (league: LeagueId) => void
  /** Called when the pointer or focus is on a league, which may be chosen next. */
  onNear: () => void
  /** The player's ranks today. */
  ranks: Readonly<Partial<Record<LeagueId, Rank>>>
}

type Rank = {
  readonly rank: number
  readonly total: number
  readonly rankBefore?: number | null
  readonly pointsToNext?: number | null | undefined
}

/** Background and edge of each league, in the color of its operation or, if it is mixed, of both. */
const LOOKS: Record<LeagueId, string> = {
  addition_facts: 'bg-addition-wash [--edge:var(--color-addition)]!',
  subtraction_facts: 'bg-subtraction-wash [--edge:var(--color-subtraction)]!',
  mixed_add_sub:
    'bg-linear-100 from-addition-wash from-50% to-subtraction-wash to-50% [--edge:var(--color-edge)]!',
  multiplication_facts: 'bg-multiplication-wash [--edge:var(--color-multiplication)]!',
  division_facts: 'bg-division-wash [--edge:var(--color-division)]!',
  mixed_mult_div:
    'bg-linear-100 from-multiplication-wash from-50% to-division-wash to-50% [--edge:var(--color-edge)]!',
}
/** In its own colors, but flat and with a dashed edge: not available yet. */
const LOCKED = 'border-dashed! shadow-none!'

/** The six leagues (specification §2), in two groups: a pair of operations and their mix. */
export function LeagueList(props: Props) {
  return (
    <div className="grid flex-1 gap-6 sm:grid-cols-2 sm:gap-6">
      <Family name={guestMessages.addAndTakeAway} leagues={LEAGUES.slice(0, 3)} {...props} />
      <Family name={guestMessages.timesAndShare} leagues={LEAGUES.slice(3)} {...props} />
    </div>
  )
}

function Family({ name, leagues, ...props }: Props & { name: string; leagues: readonly League[] }) {
  return (
    <fieldset className="grid min-w-0 grid-cols-2 grid-rows-[5fr_2fr] gap-3">
      <legend className="sr-only">{name}</legend>
      {leagues.map((league) => (
        <LeagueButton key={league.id} league={league} {...props} />
      ))}
    </fieldset>
  )
}

function LeagueButton({ league, enabled, isOver, onChoose, onNear, ranks }: Props & { league: League }) {
  const [first, second] = league.operations
  const own = ranks[league.id]
  const progress = own ? rankProgress(own) : ''
  const shape = second ? 'col-span-2 justify-between px-5' : 'flex-col justify-center gap-3 px-2'
  return (
    <button
      type="button"
      disabled={!enabled}
      onClick={() => onChoose(league.id)}
      onPointerEnter={onNear}
      onFocus={onNear}
      className={`relative tile flex items-center rounded-card py-4 text-center text-lg font-bold transition-[translate,box-shadow] duration-75 ${shape} ${LOOKS[league.id]} ${enabled && !isOver ? '' : LOCKED}`}
    >
      {first && <OperationMark operation={first} size={second ? 44 : 80} />}
      <span className="leading-tight">
        <span className={second ? '' : 'mx-auto block w-min'}>{league.name}</span>
        {progress !== '' && (
          <span className="not-calm mt-1 block text-sm leading-4.5 font-normal">{progress}</span>
        )}
      </span>
      {second && <OperationMark operation={second} size={44} />}
      {own && own.rank < own.total && <RankBadge {...own} />}
    </button>
  )
}

/** On the upper edge of the button, so that it covers nothing and moves nothing. Not for the last place. */
function RankBadge({ rank, total }: Rank) {
  return (
    <span className="not-calm absolute -top-3 end-4 rounded-full border-2 border-ink bg-sheet px-2.5 text-base leading-6 text-ink tabular-nums">
      {guestMessages.ownRank(rank)}
      <span className="sr-only">{guestMessages.ranked(total)}</span>
    </span>
  )
}
