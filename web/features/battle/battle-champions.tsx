import { DIVISIONS, type Division } from '../../../domain/division.ts'
import { animalOf } from '../../../domain/nickname.ts'
import { AnimalBadge } from '../../ui/animal-badge.tsx'
import { BreakableName } from '../../ui/breakable-name.tsx'
import { Panel } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { RankMark } from '../../ui/rank-mark.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useChampions } from './use-champions.ts'
import { championMessages } from './champions.messages.en.ts'
import { Streak } from './streak.tsx'

/** Specification §9: three of each division. */
const SHOWN = 3
/** Specification §9: fetched data is fresh for 30 s. */
const FRESH_MS = 30_000

type Props = {
  /** Undefined if nobody plays on this device. */
  sessionToken: string | undefined
}

/** The top three of each division's battle board (specification §2, guest home). */
export function BattleChampions(props: Props) {
  return (
    <Panel className="only-battles flex flex-col" aria-label={championMessages.title}>
      <h2 className="text-xl leading-8">{championMessages.title}</h2>
      <div className="mt-3 grid flex-1 gap-x-8 gap-y-5 sm:grid-cols-2">
        {DIVISIONS.map((division) => (
          <Champions key={division} division={division} {...props} />
        ))}
      </div>
      <LinkButton kind="secondary" href="/battle-leaderboard" className="mt-4 w-full">
        {championMessages.toBoards}
      </LinkButton>
    </Panel>
  )
}

function Champions({ division, sessionToken }: Props & { division: Division }) {
  const { rows, failure } = useChampions({ division, limit: SHOWN, sessionToken, everyMs: FRESH_MS })
  return (
    <section aria-labelledby={division}>
      <h3 id={division} className="text-sm leading-5 text-ink-soft">
        {championMessages.division[division]}
      </h3>
      {/* As high as three rows, so that nothing moves when they load. */}
      <div className={`mt-1 grid grid-cols-1 ${rows?.length === 0 ? '' : 'min-h-42'}`}>
        {rows === null ? (
          <div className="grid place-items-center">
            <Spinner />
          </div>
        ) : rows.length === 0 ? (
          <div>
            {failure && <p className="text-sm font-bold text-thinking">{championMessages.failed}</p>}
            <p>{championMessages.nobody}</p>
          </div>
        ) : (
          <ol>
            {rows.map(({ playerId, nickname, wins, winStreak }, at) => (
              <li key={playerId} className="flex h-14 items-center gap-2.5">
                <span className="grid w-11 shrink-0">
                  <RankMark rank={at + 1} hasMedal={wins > 0} />
                </span>
                <AnimalBadge animal={animalOf(nickname)} size={40} />
                <span className="min-w-0 flex-1">
                  <span className="block leading-4.5 font-bold break-words">
                    <BreakableName name={nickname} />
                  </span>
                  {playerId === sessionToken && (
                    <span className="rounded-full bg-accent px-2.5 text-xs leading-4.5 font-bold text-on-accent">
                      {championMessages.you}
                    </span>
                  )}
                </span>
                <span className="flex shrink-0 flex-col items-end leading-5 whitespace-nowrap tabular-nums">
                  <span className="font-bold">{championMessages.wins(wins)}</span>
                  <Streak wins={winStreak} label={championMessages.streak} />
                </span>
              </li>
            ))}
          </ol>
        )}
      </div>
    </section>
  )
}
