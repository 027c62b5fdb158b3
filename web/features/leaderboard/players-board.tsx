import { useState } from 'react'
import type { League } from '../../../domain/league.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { MovingList } from '../../ui/moving-list.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { BoardAway, Freshness, InsteadOfList } from './board-states.tsx'
import { FEWER_PLAYERS, usePlayers, type PlayersList } from './board-loads.ts'
import type { PlayerEntry } from './leaderboard-calls.ts'
import { LeagueMarks } from './league-choice.tsx'
import { boardMessages } from './messages.en.ts'
import { PLAYER_ROW, PlayerRow } from './player-row.tsx'
import { isOwnRow, type Viewer } from './viewer.ts'

const TEN = 10

type Props = {
  league: League
  /** The practice day. */
  day: string
  viewer: Viewer
}

/** The players of a league today: the list, what is done while there is none, and one's own place outside of it. */
export function PlayersBoard({ league, day, viewer }: Props) {
  const [expanded, setExpanded] = useState(false)
  const board = usePlayers({ day, league: league.id, expanded, sessionToken: viewer?.sessionToken })
  const known = board.state === 'value' ? board.value : null
  return (
    <Card className="min-w-0 overflow-clip p-0!" aria-labelledby="players">
      <div className="flex min-h-18 flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b-2 border-line px-4 py-3 sm:px-5">
        <h2 id="players" className="flex items-center gap-3 text-2xl">
          <LeagueMarks league={league} size={36} />
          {league.name}
        </h2>
        <Freshness board={board} />
      </div>
      {/* As high as ten rows whatever is in it, so that nothing moves when the list comes. */}
      <div className="-mb-0.5 grid min-h-180">
        {board.state === 'loading' && (
          <div className="justify-self-center pt-20">
            <Spinner />
          </div>
        )}
        {board.state === 'error' && <BoardAway failure={boardMessages.failed.players} />}
        {known?.entries.length === 0 && <NoPlayers league={league} isPlaying={viewer !== null} />}
        {known && known.entries.length > 0 && (
          <PlayersOf key={`${day} ${league.id}`} list={known} league={league} viewer={viewer} />
        )}
      </div>
      {known && known.entries.length >= FEWER_PLAYERS && (
        <div className="relative border-t-2 border-line bg-sheet p-4">
          <Button kind="secondary" className="w-full" onClick={() => setExpanded(!expanded)}>
            {expanded ? boardMessages.showLess : boardMessages.showMore}
          </Button>
        </div>
      )}
    </Card>
  )
}

const idOf = (entry: PlayerEntry): string => entry.id

function PlayersOf({ list, league, viewer }: { list: PlayersList; league: League; viewer: Viewer }) {
  return (
    <div>
      <MovingList
        rows={list.entries}
        idOf={idOf}
        label={boardMessages.playersOf(league.name)}
        rowStyle={(entry) =>
          `${PLAYER_ROW} border-b-2 border-line nth-[5n]:border-edge ${isOwnRow(entry, viewer) ? 'bg-sunk' : 'bg-sheet'}`
        }
      >
        {(entry, rank) => <PlayerRow entry={entry} rank={rank} isOwn={isOwnRow(entry, viewer)} />}
      </MovingList>
      <FreePlaces taken={list.entries.length} />
      {list.user && <YourRank entry={list.user} />}
    </div>
  )
}

/** The rest of the first ten, still to be taken, as the empty cells of a frame are. Decoration. */
function FreePlaces({ taken }: { taken: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: Math.max(0, TEN - taken) }, (_, at) => taken + at + 1).map((place) => (
        <div key={place} className={`${PLAYER_ROW} border-b-2 border-line nth-last-[5n+1]:border-edge`}>
          <span className="text-center text-lg text-ink-soft tabular-nums">{place}</span>
          <span className="size-12 rounded-full border-2 border-dashed border-line" />
          <span className="h-0 border-b-2 border-dashed border-line sm:mr-24" />
        </div>
      ))}
    </div>
  )
}

/** One's own row when it is outside the list; it stays in view while the list is read. */
function YourRank({ entry }: { entry: PlayerEntry }) {
  return (
    <section
      aria-labelledby="your-rank"
      className="sticky bottom-2 m-2 grid grid-cols-[auto_minmax(0,1fr)] items-center rounded-key border-2 border-edge bg-sheet pl-3"
    >
      <h3 id="your-rank" className="w-min text-sm leading-4">
        {boardMessages.yourRank}
      </h3>
      <div className={PLAYER_ROW}>
        <PlayerRow entry={entry} rank={entry.rank} isOwn />
      </div>
    </section>
  )
}

function NoPlayers({ league, isPlaying }: { league: League; isPlaying: boolean }) {
  return (
    <InsteadOfList title={boardMessages.noPlayers}>
      <p className="max-w-md text-lg text-ink-soft">{boardMessages.noPlayersText}</p>
      <LinkButton
        kind="secondary"
        className="mt-2"
        href={isPlaying ? `/practice/${league.id}?guest=true` : '/guest'}
      >
        {isPlaying ? boardMessages.practise(league.name) : boardMessages.playNow}
      </LinkButton>
    </InsteadOfList>
  )
}
