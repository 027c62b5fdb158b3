import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { LeagueId } from '../../domain/league.ts'
import { canonicalState } from '../../domain/location.ts'
import { BattleChampions } from '../features/battle/battle-champions.tsx'
import { AllowanceAlert } from '../features/guest/allowance-alert.tsx'
import { BattlePreview } from '../features/guest/battle-preview.tsx'
import { currentRemainingSeconds, startGuest, useGuest } from '../features/guest/guest-store.ts'
import { LeagueList } from '../features/guest/league-list.tsx'
import { guestMessages } from '../features/guest/messages.en.ts'
import { PlayerCard } from '../features/guest/player-card.tsx'
import { LeagueLeadersPreview } from '../features/leaderboard/league-leaders-preview.tsx'
import { useOwnRanks } from '../features/leaderboard/preview-loads.ts'
import { TopStatesPreview } from '../features/leaderboard/top-states-preview.tsx'
import { Button } from '../ui/button.tsx'
import { Play } from '../features/guest/icons.tsx'

/** A child's first screen: one big Play Now, then the six leagues (specification §2, guest home). */
export function GuestHomePage({ prefetchPractice }: { prefetchPractice: () => void }) {
  const { session, nicknameKept, today } = useGuest()
  const ranks = useOwnRanks(today, session?.sessionToken)
  const state = session ? canonicalState(session.country, session.state) : ''
  const [, navigate] = useLocation()
  const [usedUp, setUsedUp] = useState(false)
  const choices = useRef<HTMLHeadingElement>(null)

  function play(): void {
    startGuest()
    // Not on the first league: a child who still holds Enter down would start it unseen.
    choices.current?.focus()
  }

  function choose(league: LeagueId): void {
    if (currentRemainingSeconds() <= 0) setUsedUp(true)
    else navigate(`/practice/${league}?guest=true`)
  }

  return (
    <div className="page-width grid gap-8 pt-8 lg:grid-cols-[21.5rem_1fr] lg:gap-x-10">
      <div className="flex flex-col gap-6">
        <div>
          <h1 className="text-4xl leading-tight outline-none sm:text-5xl lg:text-4xl">
            {guestMessages.heading}
          </h1>
          <p className={`mt-3 text-lg text-ink-soft ${session ? 'max-sm:hidden' : ''}`}>
            {guestMessages.tagline}
          </p>
        </div>
        {session ? (
          <PlayerCard nickname={session.nickname} nicknameKept={nicknameKept} state={state} />
        ) : (
          <div className="flex flex-col gap-3">
            <Button kind="primary" size="large" className="min-h-28 text-4xl!" onClick={play}>
              <Play size={44} />
              {guestMessages.playNow}
            </Button>
            <p className="text-ink-soft">{guestMessages.playHint}</p>
          </div>
        )}
      </div>
      <section aria-labelledby="leagues" className="flex flex-col">
        <h2 id="leagues" ref={choices} tabIndex={-1} className="mb-4 text-2xl outline-none">
          {guestMessages.leagues}
        </h2>
        {!session && <p className="-mt-2 mb-4 text-ink-soft">{guestMessages.leaguesLocked}</p>}
        <LeagueList enabled={session !== null} onChoose={choose} onNear={prefetchPractice} ranks={ranks} />
      </section>
      <TopStatesPreview day={today} own={state} />
      <LeagueLeadersPreview day={today} sessionToken={session?.sessionToken} />
      <BattlePreview enabled={session !== null} onNavigate={navigate} />
      <BattleChampions sessionToken={session?.sessionToken} />
      <AllowanceAlert open={usedUp} onClose={() => setUsedUp(false)} />
    </div>
  )
}
