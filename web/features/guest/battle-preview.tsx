import { DIVISIONS } from '../../../domain/division.ts'
import { readSite } from '../../lib/site.ts'
import { OperationMark } from '../../ui/operation-mark.tsx'
import { Swords } from './icons.tsx'
import { guestMessages } from './messages.en.ts'

const [ADD_AND_TAKE_AWAY, TIMES_AND_SHARE] = DIVISIONS

const ARENAS = [
  {
    division: ADD_AND_TAKE_AWAY,
    name: guestMessages.additionSubtraction,
    first: 'addition',
    second: 'subtraction',
    look: 'bg-linear-100 from-addition-wash from-50% to-subtraction-wash to-50% [--edge:var(--color-edge)]!',
  },
  {
    division: TIMES_AND_SHARE,
    name: guestMessages.multiplicationDivision,
    first: 'multiplication',
    second: 'division',
    look: 'bg-linear-100 from-multiplication-wash from-50% to-division-wash to-50% [--edge:var(--color-edge)]!',
  },
] as const
/** In their own colors, but flat and with a dashed edge: not available yet. */
const LOCKED = 'border-dashed! shadow-none!'

type Props = { enabled: boolean; onNavigate: (path: string) => void }

/** The Math Battle Arena on the guest home (specification §2): its two divisions lead to the choice of a battle type. */
export function BattlePreview({ enabled, onNavigate }: Props) {
  return (
    <section aria-labelledby="arena" className="only-battles flex flex-col in-data-calm:lg:col-span-2">
      <h2 id="arena" className="flex items-center gap-3 text-2xl">
        <Swords />
        {guestMessages.arena}
      </h2>
      <p className="mt-1 text-ink-soft">{guestMessages.arenaText(readSite().battleSeconds)}</p>
      <div className="mt-4 grid flex-1 gap-3 sm:grid-cols-2 lg:grid-cols-1 in-data-calm:lg:grid-cols-2">
        {ARENAS.map(({ division, name, first, second, look }) => (
          <button
            key={division}
            type="button"
            disabled={!enabled}
            onClick={() => onNavigate(`/battle?division=${division}`)}
            className={`tile flex min-h-20 items-center justify-between gap-4 rounded-card px-5 text-center text-lg text-balance leading-tight font-bold transition-[translate,box-shadow] duration-75 ${look} ${enabled ? '' : LOCKED}`}
          >
            <OperationMark operation={first} size={40} />
            {name}
            <OperationMark operation={second} size={40} />
          </button>
        ))}
      </div>
    </section>
  )
}
