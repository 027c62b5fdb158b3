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
import { LinkButton } from '../ui/link-button.tsx'
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
    <div className="page-width grid gap-6 pt-3">
      <BoardHeader title={statesPageMessages.title} />
      <div className="grid items-start gap-6 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_auto_auto_1fr]">
        <div className="grid gap-4 lg:col-span-2 lg:grid-cols-[24rem_auto] lg:justify-start">
          <LeagueSelect chosen={league} onChoose={choose} />
          <LinkButton kind="secondary" href={boardHref('/leaderboard-individual', league)}>
            {boardMessages.toPlayers}
          </LinkButton>
        </div>
        <div className="lg:col-start-2 lg:row-start-3">
          <OwnState
            own={own}
            board={board}
            choose={
              <ChooseState state={own} onChoose={(country, state) => void chooseOwnState(country, state)} />
            }
          />
        </div>
        <Panel className="max-sm:p-3! sm:max-lg:col-span-2 lg:col-start-2 lg:row-start-2 lg:p-4!">
          <StateMap league={league} states={board.state === 'value' ? board.value : null} own={own} />
        </Panel>
        <div className="min-w-0 sm:max-lg:col-span-2 lg:col-start-1 lg:row-span-3 lg:row-start-2">
          <StatesBoard league={league} day={today} board={board} own={own} />
        </div>
        <div className="sm:max-lg:col-span-2 lg:col-start-2 lg:row-start-4">
          <HowItWorks />
        </div>
      </div>
    </div>
  )
}
