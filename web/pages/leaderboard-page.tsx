import { ChooseState } from '../features/guest/choose-state.tsx'
import { BoardHeader } from '../features/leaderboard/board-header.tsx'
import { useStates } from '../features/leaderboard/board-loads.ts'
import { boardHref, useChosenLeague } from '../features/leaderboard/chosen-league.ts'
import { HowItWorks } from '../features/leaderboard/how-it-works.tsx'
import { LeagueSelect } from '../features/leaderboard/league-select.tsx'
import { boardMessages } from '../features/leaderboard/messages.en.ts'
import { OwnState } from '../features/leaderboard/own-state.tsx'
import { StateMap } from '../features/leaderboard/state-map.tsx'
import { StatesBoard } from '../features/leaderboard/states-board.tsx'
import { stateOf } from '../features/leaderboard/viewer.ts'
import { Panel } from '../ui/card.tsx'
import { chooseOwnState } from './choose-own-state.ts'
import { usePlayer } from './player.ts'
import { statesPageMessages } from './leaderboard-page.messages.en.ts'

/** The states boards (specification §2, State vs State Challenge). */
export function LeaderboardPage() {
  const { player, today } = usePlayer()
  const [league, choose] = useChosenLeague()
  const board = useStates(today, league.id)
  const own = stateOf(player)
  return (
    <div className="page-width grid grid-cols-[minmax(0,1fr)] gap-6 pt-3">
      <BoardHeader
        title={statesPageMessages.title}
        other={{ href: boardHref('/leaderboard-individual', league), text: boardMessages.toPlayers }}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[24rem_minmax(0,1fr)]">
        <LeagueSelect chosen={league} onChoose={choose} />
        <OwnState
          league={league}
          viewer={player}
          board={board}
          choose={
            <ChooseState
              kind={own === '' ? 'primary' : 'secondary'}
              className={own === '' ? 'max-sm:col-span-2' : 'max-[22.5rem]:col-span-2'}
              state={own}
              onChoose={(country, state) => void chooseOwnState(country, state)}
            />
          }
        />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_28rem]">
        <StatesBoard league={league} day={today} board={board} own={own} isPlaying={player !== null} />
        {/* Below the list, which makes room for itself when it comes, it is shown only then: nothing is seen to move. */}
        <Panel
          className={`max-sm:p-3! lg:sticky lg:top-4 lg:p-4! ${board.state === 'loading' ? 'max-lg:invisible' : ''}`}
        >
          <StateMap league={league} states={board.state === 'value' ? board.value : null} own={own} />
        </Panel>
      </div>
      <HowItWorks />
    </div>
  )
}
