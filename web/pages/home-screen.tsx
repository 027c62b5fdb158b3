import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { LeagueId } from '../../domain/league.ts'
import { BattleChampions } from '../features/battle/battle-champions.tsx'
import { BattlePreview } from '../features/guest/battle-preview.tsx'
import { LeagueList } from '../features/guest/league-list.tsx'
import { guestMessages } from '../features/guest/messages.en.ts'
import { LeagueLeadersPreview } from '../features/leaderboard/league-leaders-preview.tsx'
import { useOwnRanks } from '../features/leaderboard/preview-loads.ts'
import { TopStatesPreview } from '../features/leaderboard/top-states-preview.tsx'
import { useCalm } from '../lib/calm.ts'

export type HomeScreenProps = {
  /** Today's ten: the heading, the frame and the button that starts it. */
  start: ReactNode
  /** Null if nobody plays yet. */
  player: { readonly sessionToken: string; readonly country: string; readonly state: string } | null
  today: string
  /** The card of the guest or student; null while nobody plays. */
  card: ReactNode
  /** Why no league can be chosen without a session; '' to show nothing. */
  locked: string
  /** Whether no time is left today. */
  isOver?: boolean
  onChoose: (league: LeagueId) => void
  prefetchPractice: () => void
  children?: ReactNode
}

/** The home page of guests and students (specification §2, guest home): Today's ten, then leagues, the player's card, boards and battles; in calm mode no boards. */
export function HomeScreen({
  start,
  player,
  today,
  card,
  locked,
  isOver = false,
  onChoose,
  prefetchPractice,
  children,
}: HomeScreenProps) {
  const ranks = useOwnRanks(today, player?.sessionToken)
  const state = player?.state ?? ''
  const isCalm = useCalm()
  const [, navigate] = useLocation()
  return (
    <div className="page-width grid gap-8 pt-4 sm:pt-6 lg:grid-cols-[21.5rem_1fr] lg:gap-x-10">
      <div className="grid lg:col-span-2">{start}</div>
      <div className="grid gap-8 lg:col-span-2 lg:flex lg:gap-x-10">
        <section aria-labelledby="leagues" className="flex flex-1 flex-col">
          <h2 id="leagues" className="mb-4 text-2xl">
            {guestMessages.leagues}
          </h2>
          {!player && locked !== '' && <p className="-mt-2 mb-4 text-ink-soft">{locked}</p>}
          <LeagueList
            enabled={player !== null}
            isOver={isOver}
            onChoose={onChoose}
            onNear={prefetchPractice}
            ranks={ranks}
          />
        </section>
        {card && <div className="grid lg:w-86 lg:shrink-0">{card}</div>}
      </div>
      {!isCalm && (
        <>
          <TopStatesPreview day={today} own={state} />
          <LeagueLeadersPreview day={today} sessionToken={player?.sessionToken} />
        </>
      )}
      <BattlePreview enabled={player !== null} onNavigate={navigate} />
      {!isCalm && <BattleChampions sessionToken={player?.sessionToken} />}
      {children}
    </div>
  )
}
