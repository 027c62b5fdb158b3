import { BoardHeader } from '../features/leaderboard/board-header.tsx'
import { useChosenLeague, useIsAround } from '../features/leaderboard/chosen-league.ts'
import { LeagueChoice } from '../features/leaderboard/league-choice.tsx'
import { OwnCard } from '../features/leaderboard/own-card.tsx'
import { PlayersBoard } from '../features/leaderboard/players-board.tsx'
import { TopStates } from '../features/leaderboard/top-states.tsx'
import { usePlayer } from './player.ts'
import { dailyPageMessages } from './leaderboard-individual-page.messages.en.ts'

/** The daily players boards (specification §2, Daily Leaderboards). */
export function LeaderboardIndividualPage() {
  const { player, today } = usePlayer()
  const [league, choose] = useChosenLeague()
  const isNear = useIsAround()
  return (
    <div className="page-width grid gap-6 pt-3">
      <BoardHeader title={dailyPageMessages.title} />
      <LeagueChoice chosen={league} onChoose={choose} />
      {/* Below the list, which makes room for itself when it comes, the cards are shown only then: nothing is seen to move. */}
      <div className="grid items-start gap-6 max-lg:has-[>:first-child_[data-loading]]:*:last:invisible lg:grid-cols-[minmax(0,1fr)_20rem]">
        <PlayersBoard league={league} day={today} viewer={player} isNear={isNear} />
        <div className="grid gap-6">
          <OwnCard viewer={player} league={league} />
          <TopStates day={today} league={league} viewer={player} />
        </div>
      </div>
    </div>
  )
}
