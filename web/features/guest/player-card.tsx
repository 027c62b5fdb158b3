import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CalmToggle } from '../../ui/calm-toggle.tsx'
import { Check } from '../../ui/icons.tsx'
import { Keep, Reroll } from './icons.tsx'
import { keepNickname, rerollNickname } from './guest-store.ts'
import { guestMessages } from './messages.en.ts'
import { OwnState } from './own-state.tsx'
import { TimeLeft } from './time-left.tsx'

type Props = {
  nicknameKept: boolean
  state: string
  /** The days of practice, once they are loaded. */
  days: ReactNode
}

/** What the guest can choose and has done: another name, which is never typed, days of practice, state and time left. */
export function PlayerCard({ nicknameKept, state, days }: Props) {
  return (
    <Card className="grid gap-4 p-4! sm:max-lg:grid-cols-2 sm:max-lg:items-center">
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
      <OwnState state={state} />
      <TimeLeft />
      <CalmToggle />
    </Card>
  )
}
