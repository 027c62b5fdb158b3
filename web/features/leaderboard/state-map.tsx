import type { StateEntry } from '../../../contract/leaderboard.ts'
import type { Operation } from '../../../domain/fact.ts'
import type { League } from '../../../domain/league.ts'
import { picture } from '../../ui/picture.ts'
import { boardMessages } from './messages.en.ts'
import { SQUARE, StateSquare } from './state-square.tsx'
import { STATE_TILES, shadeOf, TILE_COLUMNS, TILE_ROWS } from './state-tiles.ts'

const PITCH = 40
const EDGE = 3

type Props = {
  league: League
  /** Null while points are not loaded: the map is then shown without them. */
  states: readonly StateEntry[] | null
  /** The name of the viewer's own state; empty where it is not known. */
  own: string
}

/** The states as squares in about their places, shaded by today's points. The list beside it is its alternative. */
export function StateMap({ league, states, own }: Props) {
  const points = new Map(states?.map(({ state, totalScore }) => [state, totalScore]))
  const playing = [...points.values()].filter((total) => total > 0)
  const operation = league.operations[0] ?? 'addition'
  return (
    <figure>
      <svg
        viewBox={`${-EDGE} ${-EDGE} ${TILE_COLUMNS * PITCH - PITCH + SQUARE + 2 * EDGE} ${TILE_ROWS * PITCH - PITCH + SQUARE + 2 * EDGE}`}
        className="mx-auto block w-full max-w-160"
        {...picture(states ? boardMessages.map : boardMessages.mapUnknown)}
      >
        {STATE_TILES.map(({ code, name, column, row }) => (
          <g key={code} transform={`translate(${column * PITCH} ${row * PITCH})`}>
            {states && <title>{boardMessages.mapTile(name, points.get(name) ?? 0)}</title>}
            <StateSquare
              code={code}
              step={shadeOf(points.get(name) ?? 0, playing)}
              operation={operation}
              isOwn={name === own}
            />
          </g>
        ))}
      </svg>
      <Legend operation={operation} withOwn={own !== ''} isShown={states !== null} />
    </figure>
  )
}

type LegendProps = { operation: Operation; withOwn: boolean; isShown: boolean }

/** The legend of the shades; its space is reserved while the map has none. */
function Legend({ operation, withOwn, isShown }: LegendProps) {
  return (
    <figcaption
      className={`mt-4 flex flex-wrap justify-center gap-x-3 gap-y-1 text-sm ${isShown ? '' : 'invisible'}`}
      aria-hidden="true"
    >
      {boardMessages.mapSteps.map((text, step) => (
        <LegendItem key={text} text={text} step={step} operation={operation} isOwn={false} />
      ))}
      {withOwn && <LegendItem text={boardMessages.mapOwn} step={0} operation={operation} isOwn />}
    </figcaption>
  )
}

type LegendItemProps = { text: string; step: number; operation: Operation; isOwn: boolean }

function LegendItem({ text, step, operation, isOwn }: LegendItemProps) {
  return (
    <span className="flex items-center gap-1.5">
      <svg viewBox={`-4 -4 ${SQUARE + 8} ${SQUARE + 8}`} width="24" height="24">
        <StateSquare step={step} operation={operation} isOwn={isOwn} />
      </svg>
      {text}
    </span>
  )
}
