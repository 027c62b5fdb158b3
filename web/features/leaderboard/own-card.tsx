import type { League } from '../../../domain/league.ts'
import { displayLocation } from '../../../domain/location.ts'
import { animalOf } from '../../../domain/nickname.ts'
import { AnimalBadge } from '../../ui/animal-badge.tsx'
import { Card } from '../../ui/card.tsx'
import { boardMessages } from './messages.en.ts'
import { PracticeLink } from './practice-link.tsx'
import type { Viewer } from './viewer.ts'

/** The viewer's card: animal, name and location, and a link to practice. */
export function OwnCard({ viewer, league }: { viewer: Viewer; league: League }) {
  return (
    <Card className="grid items-center gap-4 p-4! sm:max-lg:grid-cols-2">
      <div className="flex items-center gap-4">
        <AnimalBadge animal={viewer && animalOf(viewer.nickname)} size={72} />
        <div className="min-w-0">
          <p translate={viewer ? 'no' : 'yes'} className="text-lg leading-snug font-bold break-words">
            {viewer?.nickname ?? boardMessages.notPlaying}
          </p>
          <p className="mt-1 text-sm text-ink-soft">
            {viewer
              ? displayLocation(viewer) || viewer.state || boardMessages.noPlace
              : boardMessages.notPlayingText}
          </p>
        </div>
      </div>
      <PracticeLink kind="primary" league={league} isPlaying={viewer !== null} />
    </Card>
  )
}
