import type { Division } from '../../../domain/division.ts'
import { Button } from '../../ui/button.tsx'
import { StageHeading } from '../../ui/stage-heading.tsx'
import { BackToGuest } from './back-to-guest.tsx'
import { messages } from './messages.en.ts'
import { TypeCards } from './type-cards.tsx'
import { useEnter } from './use-enter.ts'

/** 'Choose Your Battle Type', when the address leaves that open (specification §2). */
export function TypePicker({ division }: { division: Division | null }) {
  const enter = useEnter()
  return (
    <div className="page-width flex flex-col gap-6 pt-3">
      <BackToGuest />
      <StageHeading className="text-center">{messages.picker.title}</StageHeading>
      <TypeCards division={division} onChoose={(type) => enter({ to: 'queue', type })} />
      <Button kind="secondary" className="self-center" onClick={() => enter({ to: 'lobby' })}>
        {messages.picker.toLobby}
      </Button>
    </div>
  )
}
