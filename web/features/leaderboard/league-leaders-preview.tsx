import type { PlayerEntry } from '../../../contract/leaderboard.ts'
import type { League } from '../../../domain/league.ts'
import { animalOf } from '../../../domain/nickname.ts'
import { AnimalBadge } from '../../ui/animal-badge.tsx'
import { OperationMark } from '../../ui/operation-mark.tsx'
import { OwnBadge, Preview } from './preview.tsx'
import { useLeaders } from './preview-loads.ts'
import { previewMessages } from './previews.messages.en.ts'

type Props = {
  /** The practice day. */
  day: string
  /** The player's own; undefined where nobody plays on this device. */
  sessionToken: string | undefined
}

/** Today's leader of each league that has one (specification §2, guest home). */
export function LeagueLeadersPreview({ day, sessionToken }: Props) {
  return (
    <Preview
      title={previewMessages.leaders}
      live={useLeaders(day, sessionToken)}
      empty={previewMessages.nobody}
      isEmpty={(leaders) => leaders.every(({ best }) => !best)}
      href="/leaderboard-individual"
      linkText={previewMessages.toLeaders}
      room="min-h-96 sm:min-h-48"
    >
      {(leaders) => {
        const played = leaders.flatMap(({ league, best }) => (best ? [{ league, best }] : []))
        return (
          <ul className="grid content-start gap-x-8 sm:grid-cols-2">
            {played.map((leader) => (
              <LeaderRow key={leader.league.id} {...leader} sessionToken={sessionToken} />
            ))}
          </ul>
        )
      }}
    </Preview>
  )
}

type RowProps = { league: League; best: PlayerEntry; sessionToken: string | undefined }

function LeaderRow({ league, best, sessionToken }: RowProps) {
  return (
    <li className="flex h-16 items-center gap-3">
      <LeaderAnimal best={best} isOwn={best.guestSessionId === sessionToken} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex items-center gap-1.5 text-sm leading-5 text-ink-soft">
          {league.operations.map((operation) => (
            <OperationMark key={operation} operation={operation} size={18} />
          ))}
          {league.name}
        </span>
        <span translate="no" className="leading-5 font-bold break-words">
          {best.nickname}
        </span>
      </span>
      <span className="flex shrink-0 flex-col text-end tabular-nums">
        <span className="leading-5 font-bold">{previewMessages.number(best.score)}</span>
        <span className="text-sm leading-5 text-ink-soft">{previewMessages.pointsWord(best.score)}</span>
      </span>
    </li>
  )
}

function LeaderAnimal({ best, isOwn }: { best: PlayerEntry; isOwn: boolean }) {
  return (
    <span className="relative shrink-0">
      <AnimalBadge animal={animalOf(best.nickname)} size={48} />
      {isOwn && (
        <span className="absolute inset-x-0 -bottom-1.5 mx-auto w-max">
          <OwnBadge>{previewMessages.you}</OwnBadge>
        </span>
      )}
    </span>
  )
}
