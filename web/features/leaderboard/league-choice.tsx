import { useEffect, useRef } from 'react'
import { LEAGUES, type League, type LeagueId } from '../../../domain/league.ts'
import { OperationMark } from '../../ui/operation-mark.tsx'
import { boardMessages } from './messages.en.ts'

type Props = { chosen: League; onChoose: (id: LeagueId) => void }

/** The chosen league has the colors of its operations and is raised; its mark and its pressed state say the same. */
const CHOSEN: Record<LeagueId, string> = {
  addition_facts: 'bg-addition-wash [--edge:var(--color-addition)]',
  subtraction_facts: 'bg-subtraction-wash [--edge:var(--color-subtraction)]',
  mixed_add_sub:
    'bg-linear-100 from-addition-wash from-50% to-subtraction-wash to-50% [--edge:var(--color-ink)]',
  multiplication_facts: 'bg-multiplication-wash [--edge:var(--color-multiplication)]',
  division_facts: 'bg-division-wash [--edge:var(--color-division)]',
  mixed_mult_div:
    'bg-linear-100 from-multiplication-wash from-50% to-division-wash to-50% [--edge:var(--color-ink)]',
}

/** The six leagues; on a phone in one row that scrolls, so that the players are in view. */
export function LeagueChoice({ chosen, onChoose }: Props) {
  const row = useRef<HTMLDivElement>(null)
  const place = LEAGUES.indexOf(chosen)
  useEffect(() => {
    const list = row.current
    const button = list?.children[place]
    if (!list || !(button instanceof HTMLElement)) return
    // Called between layout and paint, so that nothing is laid out for this alone.
    const laidOut = new ResizeObserver(() => {
      list.scrollLeft = button.offsetLeft - (list.clientWidth - button.offsetWidth) / 2
    })
    laidOut.observe(list)
    return () => laidOut.disconnect()
  }, [place])
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{boardMessages.leagues}</legend>
      <div
        ref={row}
        // The padding is room for the edge of a tile and for the ring of the focus, which would be cut off.
        className="relative -mx-4 -my-2 flex gap-2.5 overflow-x-auto px-4 py-2 sm:m-0 sm:grid sm:grid-cols-3 sm:overflow-visible sm:p-0 xl:flex"
      >
        {LEAGUES.map((league) => (
          <button
            key={league.id}
            type="button"
            aria-pressed={league.id === chosen.id}
            onClick={() => onChoose(league.id)}
            className={`flex min-h-14 items-center gap-2.5 rounded-key px-2.5 py-2 text-start leading-tight font-bold max-sm:shrink-0 max-sm:whitespace-nowrap sm:min-w-0 xl:flex-auto ${
              league.id === chosen.id
                ? `tile ${CHOSEN[league.id]}`
                : 'border-2 border-edge bg-sheet hover:bg-sunk'
            }`}
          >
            <LeagueMarks league={league} size={30} />
            <span className="min-w-0 xl:w-min">{league.name}</span>
          </button>
        ))}
      </div>
    </fieldset>
  )
}

/** The marks of a league's operations, those of a mixed league half over each other. @param size of one, in px */
export function LeagueMarks({ league, size }: { league: League; size: number }) {
  return (
    <span className="flex shrink-0">
      {league.operations.map((operation, at) => (
        <span key={operation} className={at === 0 ? '' : '-ms-2.5'}>
          <OperationMark operation={operation} size={size} />
        </span>
      ))}
    </span>
  )
}
