import type { ReactNode } from 'react'
import { readSite } from '../../lib/site.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { StageHeading } from '../../ui/stage-heading.tsx'
import { BackToGuest } from './back-to-guest.tsx'
import { Clock, People, Trophy } from './icons.tsx'
import { messages } from './messages.en.ts'
import { TypeCards } from './type-cards.tsx'
import { useEnter } from './use-enter.ts'

/** The first step (specification §2): the battle types to choose from, and what a battle is. */
export function Lobby({ invitation }: { invitation: ReactNode }) {
  const enter = useEnter()
  return (
    <div className="page-width flex flex-col gap-6 pt-3">
      <BackToGuest />
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <StageHeading>{messages.title}</StageHeading>
          <p className="mt-2 text-lg text-ink-soft">{messages.lobby.lead}</p>
        </div>
        <LinkButton kind="secondary" href="/battle-leaderboard">
          <Trophy />
          {messages.lobby.board}
        </LinkButton>
      </header>
      {invitation}
      <TypeCards division={null} onChoose={(type) => enter({ to: 'queue', type })} />
      <p className="mx-auto flex items-center gap-4 rounded-card bg-sunk px-5 py-3 text-ink-soft">
        <span className="flex gap-2 max-sm:flex-col">
          <Clock />
          <People />
        </span>
        {messages.lobby.note(readSite().battleSeconds)}
      </p>
    </div>
  )
}
