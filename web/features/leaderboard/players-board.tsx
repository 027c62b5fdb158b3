import { useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { PlayerEntry } from '../../../contract/leaderboard.ts'
import type { League } from '../../../domain/league.ts'
import { useCalm } from '../../lib/calm.ts'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { MovingList } from '../../ui/moving-list.tsx'
import { rankProgress } from '../../ui/rank-progress.ts'
import { BoardFrame } from './board-frame.tsx'
import { usePlayers, type PlayersList } from './board-loads.ts'
import { BoardMessage } from './board-states.tsx'
import { boardHref } from './chosen-league.ts'
import { boardMessages } from './messages.en.ts'
import { PLAYER_ROW, PlayerRow } from './player-row.tsx'
import { PracticeLink } from './practice-link.tsx'
import { useRanksBefore } from './rank-before.ts'
import { isOwnRow, type Viewer } from './viewer.ts'

const TEN = 10
const NO_LIST: PlayersList = { entries: [], user: null, isFull: false }

type Props = {
  league: League
  /** The practice day. */
  day: string
  viewer: Viewer
  /** Whether only the players around the viewer are asked for; in calm mode they are not shown. */
  isNear: boolean
}

/**
 * Today's players of a league: the list, or the thirty around the viewer; an empty state; and the viewer's own row if it is not
 * in the list.
 */
export function PlayersBoard({ league, day, viewer, isNear }: Props) {
  const [expanded, setExpanded] = useState(false)
  const isAround = !useCalm() && isNear && viewer !== null
  const sessionToken = viewer?.sessionToken
  const board = usePlayers({ day, league: league.id, expanded, sessionToken, isAround })
  return (
    <BoardFrame
      id="players"
      league={league}
      board={board}
      empty={NO_LIST}
      // Beside the cards as high as ten rows, whatever is in it; above them only as high as the message.
      room="min-h-104 lg:min-h-180"
      foot={
        board.state === 'value' &&
        (isAround || board.value.isFull) && (
          <div className="relative border-t-2 border-line bg-sheet p-4">
            {isAround ? (
              <LinkButton
                kind="secondary"
                className="w-full"
                href={boardHref('/leaderboard-individual', league)}
              >
                {boardMessages.wholeBoard}
              </LinkButton>
            ) : (
              <Button kind="secondary" className="w-full" onClick={() => setExpanded(!expanded)}>
                {expanded ? boardMessages.showLess : boardMessages.showMore}
              </Button>
            )}
          </div>
        )
      }
    >
      {(list) =>
        list.entries.length === 0 ? (
          <NoPlayers league={league} isPlaying={viewer !== null} />
        ) : (
          <PlayersOf
            key={`${day} ${league.id} ${isAround}`}
            day={day}
            list={list}
            league={league}
            viewer={viewer}
            isNear={isAround}
          />
        )
      }
    </BoardFrame>
  )
}

const idOf = (entry: PlayerEntry): string => entry.id

function PlayersOf({ day, list, league, viewer, isNear }: Props & { list: PlayersList }) {
  const place = useRef<HTMLDivElement>(null)
  const first = list.entries[0]?.rank ?? 1
  useEffect(() => {
    if (isNear) place.current?.querySelector('[data-own]')?.scrollIntoView({ block: 'center' })
  }, [isNear])
  return (
    <div ref={place}>
      <MovingList
        rows={list.entries}
        idOf={idOf}
        label={boardMessages.playersOf(league.name)}
        rowStyle={(entry) =>
          `${PLAYER_ROW} border-b-2 border-line nth-[5n]:border-edge ${isOwnRow(entry, viewer) ? 'bg-sunk' : 'bg-sheet'}`
        }
      >
        {(entry, at) => <PlayerRow entry={entry} rank={first + at - 1} isOwn={isOwnRow(entry, viewer)} />}
      </MovingList>
      <FreePlaces taken={list.entries.length} />
      {list.user && (
        <YourRank entry={list.user} day={day} league={league} sessionToken={viewer?.sessionToken} />
      )}
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
          <span className="h-0 border-b-2 border-dashed border-line sm:me-24" />
        </div>
      ))}
    </div>
  )
}

type YourRankProps = {
  entry: PlayerEntry
  day: string
  league: League
  sessionToken: string | undefined
}

/**
 * One's own row when it is outside the list; it stays in view while the list is read. A rank far down is presented as
 * progress.
 */
function YourRank({ entry, day, league, sessionToken }: YourRankProps) {
  const ranks = useMemo(() => ({ [league.id]: entry.rank }), [league.id, entry.rank])
  const before = useRanksBefore(day, sessionToken, ranks)
  const progress = rankProgress({ ...entry, rankBefore: before[league.id] ?? null })
  return (
    <section
      aria-labelledby="your-rank"
      className="not-calm sticky bottom-2 m-2 grid items-center rounded-key border-2 border-edge bg-sheet sm:grid-cols-[auto_minmax(0,1fr)] sm:ps-3"
    >
      <h3 id="your-rank" className="px-3 pt-2 text-sm leading-4 sm:w-min sm:p-0">
        {boardMessages.yourRank}
      </h3>
      <div className={`${PLAYER_ROW} max-sm:h-auto max-sm:pb-2`}>
        <PlayerRow entry={entry} rank={entry.rank} isOwn />
      </div>
      {progress !== '' && (
        <p className="px-3 pb-1 text-lg leading-6 font-bold tabular-nums sm:col-span-2 sm:ps-0">{progress}</p>
      )}
      <Link
        href={`${boardHref('/leaderboard-individual', league)}&around=me`}
        className="text-link flex min-h-target items-center px-3 font-bold sm:col-span-2 sm:ps-0"
      >
        {boardMessages.nearYou}
      </Link>
    </section>
  )
}

function NoPlayers({ league, isPlaying }: { league: League; isPlaying: boolean }) {
  return (
    <BoardMessage title={boardMessages.noPlayers}>
      <p className="max-w-md text-lg text-ink-soft">{boardMessages.noPlayersText}</p>
      <PracticeLink kind="secondary" className="mt-2" league={league} isPlaying={isPlaying} />
    </BoardMessage>
  )
}
