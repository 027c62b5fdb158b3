import type { ReactNode } from 'react'
import { animalOf } from '../../../domain/nickname.ts'
import { AnimalBadge } from '../../ui/animal-badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CalmToggle } from '../../ui/calm-toggle.tsx'
import { Check } from '../../ui/icons.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Keep, Reroll } from './icons.tsx'
import { keepNickname, rerollNickname } from './guest-store.ts'
import { guestMessages } from './messages.en.ts'
import { OwnState } from './own-state.tsx'
import { TimeLeft } from './time-left.tsx'

type Props = {
  nickname: string
  nicknameKept: boolean
  state: string
  /** The days of practice, once they are loaded. */
  days: ReactNode
}

/** The player: animal, name (which can be rerolled but not typed), days of practice, state and time left. */
export function PlayerCard({ nickname, nicknameKept, state, days }: Props) {
  return (
    <Card className="grid gap-4 p-4! sm:max-lg:grid-cols-2 sm:max-lg:items-center">
      <div className="flex items-center gap-4">
        <AnimalBadge animal={animalOf(nickname)} size={56} />
        <output className="block min-w-0 text-lg leading-snug font-bold sm:max-lg:text-xl break-words">
          {guestMessages.playingAs(nickname)}
        </output>
      </div>
      <div className="flex flex-wrap gap-1.5">
        <Button
          kind="secondary"
          onClick={rerollNickname}
          className="flex-auto gap-1.5! px-2! whitespace-nowrap"
        >
          <Reroll size={18} />
          {guestMessages.newName}
        </Button>
        <Button
          kind="secondary"
          aria-disabled={nicknameKept}
          onClick={nicknameKept ? undefined : keepNickname}
          className="flex-auto gap-1.5! px-2! whitespace-nowrap"
        >
          {nicknameKept ? <Check size={18} /> : <Keep size={18} />}
          {nicknameKept ? guestMessages.nameKept : guestMessages.keepName}
        </Button>
      </div>
      {/* As high as two lines, so that nothing moves when they load. */}
      <div className="min-h-14 in-data-calm:min-h-8">{days}</div>
      <LinkButton kind="secondary" href="/garden">
        {guestMessages.myGarden}
      </LinkButton>
      <OwnState state={state} />
      <TimeLeft />
      <CalmToggle />
    </Card>
  )
}
