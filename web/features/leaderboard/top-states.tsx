import type { AggregatedStateEntry } from '../../../contract/leaderboard.ts'
import type { League } from '../../../domain/league.ts'
import { Panel } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { MovingList } from '../../ui/moving-list.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useTopStates } from './board-loads.ts'
import { boardHref } from './chosen-league.ts'
import { boardMessages } from './messages.en.ts'
import { stateOf, type Viewer } from './viewer.ts'

const TEN = 10
const ROW = 'grid h-11 grid-cols-[1.75rem_minmax(0,1fr)_auto] items-center gap-2 border-b-2 border-line'

const idOf = ({ state }: AggregatedStateEntry): string => state

type Props = {
  /** The practice day. */
  day: string
  /** The league to go on with among the states. */
  league: League
  viewer: Viewer
}

/** The ten best states of the day, all leagues together. */
export function TopStates({ day, league, viewer }: Props) {
  const states = useTopStates(day)
  const known = states.state === 'value' ? states.value : states.state === 'failed' ? [] : null
  const own = stateOf(viewer)
  return (
    <Panel aria-labelledby="top-states" className="p-4! sm:p-5!">
      <h2 id="top-states" className="text-xl">
        {boardMessages.topStates}
      </h2>
      {states.state === 'failed' ? (
        <p className="text-sm font-bold text-thinking">{boardMessages.failedShort}</p>
      ) : (
        <p className="text-sm text-ink-soft">
          {known?.length === 0 ? boardMessages.noStates : boardMessages.allLeagues}
        </p>
      )}
      {/* Beside the list as high as its ten rows. */}
      <div className="mt-3 lg:min-h-110">
        {states.state === 'loading' && (
          <div className="grid justify-items-center pt-12">
            <Spinner />
          </div>
        )}
        {known && (
          <MovingList
            key={day}
            rows={known}
            idOf={idOf}
            label={boardMessages.topStates}
            rowStyle={() => `${ROW} bg-sunk nth-[5n]:border-edge`}
          >
            {({ state, totalScore }, place) => (
              <>
                <span className="text-center font-bold text-ink-soft tabular-nums">{place}</span>
                <span className="flex min-w-0 flex-wrap items-center gap-x-2 leading-5">
                  <span className="max-w-full break-words">{state}</span>
                  {state === own && <OwnStateBadge />}
                </span>
                <span className="font-bold tabular-nums">{boardMessages.number(totalScore)}</span>
              </>
            )}
          </MovingList>
        )}
        {known && <FreePlaces taken={known.length} />}
      </div>
      <LinkButton kind="secondary" className="mt-4 w-full" href={boardHref('/leaderboard', league)}>
        {boardMessages.toStates}
      </LinkButton>
    </Panel>
  )
}

/** The places that no state has taken yet. Decoration. */
function FreePlaces({ taken }: { taken: number }) {
  return (
    <div aria-hidden="true" className={taken === 0 ? 'max-lg:hidden' : ''}>
      {Array.from({ length: Math.max(0, TEN - taken) }, (_, at) => taken + at + 1).map((place) => (
        <div key={place} className={`${ROW} nth-last-[5n+1]:border-edge`}>
          <span className="text-center text-ink-soft tabular-nums">{place}</span>
          <span className="h-0 border-b-2 border-dashed border-line" />
        </div>
      ))}
    </div>
  )
}

/** Says that a state is the viewer's own. */
export function OwnStateBadge() {
  return (
    <span className="shrink-0 rounded-full bg-accent px-2.5 text-xs leading-5 font-bold whitespace-nowrap text-on-accent">
      {boardMessages.yourState}
    </span>
  )
}
