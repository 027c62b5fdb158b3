import { memo } from 'react'
import type { PlayerEntry } from '../../../contract/leaderboard.ts'
import { boardLocation } from '../../../domain/location.ts'
import { animalOf } from '../../../domain/nickname.ts'
import { AnimalBadge } from '../../ui/animal-badge.tsx'
import { BreakableName } from '../../ui/breakable-name.tsx'
import { RankMark } from '../../ui/rank-mark.tsx'
import { boardMessages } from './messages.en.ts'

/** The columns and the height of every row of the board, free places included. */
export const PLAYER_ROW =
  'grid h-26 sm:h-18 grid-cols-[minmax(2.75rem,max-content)_3rem_minmax(0,1fr)_auto] items-center gap-x-2.5 px-3 max-[22.5rem]:gap-x-1.5 max-[22.5rem]:px-2 sm:gap-x-4 sm:px-5'

type Props = { entry: PlayerEntry; rank: number; isOwn: boolean }

/** A player's row: rank, animal, name, location, and today's practice. An update renders only the rows that change. */
export const PlayerRow = memo(function PlayerRow({ entry, rank, isOwn }: Props) {
  const place = boardLocation(entry)
  return (
    <>
      <RankMark rank={rank} />
      <span className="relative">
        <AnimalBadge animal={animalOf(entry.nickname)} size={48} />
        {isOwn && (
          <span
            data-own
            className="absolute inset-x-0 -bottom-1.5 mx-auto w-max rounded-full bg-accent px-2 text-xs leading-5 font-bold text-on-accent"
          >
            {boardMessages.you}
          </span>
        )}
      </span>
      <span className="min-w-0">
        <span className="block leading-5 font-bold text-balance break-words sm:text-lg sm:leading-6">
          <BreakableName name={entry.nickname} />
        </span>
        {place !== '' && (
          <span className="line-clamp-3 text-sm leading-4.5 break-words text-ink-soft sm:line-clamp-1 sm:leading-5">
            {place}
          </span>
        )}
      </span>
      <span className="text-end tabular-nums max-[22.5rem]:w-min">
        <span className="block leading-6">
          <span className="text-xl font-bold">{boardMessages.number(entry.score)}</span>{' '}
          <span className="text-sm text-ink-soft">{boardMessages.pointsWord(entry.score)}</span>
        </span>
        <span className="block text-sm leading-5 text-ink-soft">
          {boardMessages.problems(entry.problemsSolved)}
        </span>
      </span>
    </>
  )
})
