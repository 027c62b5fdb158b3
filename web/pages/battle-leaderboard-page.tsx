import { Link } from 'wouter'
import { DIVISIONS } from '../../domain/division.ts'
import { BattleBoard } from '../features/battle/battle-board.tsx'
import { BattleStats } from '../features/battle/battle-stats.tsx'
import { boardMessages } from '../features/battle/boards.messages.en.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { PauseUpdates } from '../ui/pause-updates.tsx'
import { usePlayer } from './player.ts'

/** The players with the most wins, by division (specification §2, Battle leaderboards). */
export function BattleLeaderboardPage() {
  const { player } = usePlayer()
  return (
    <div className="page-width grid gap-6 pt-3">
      <header>
        <Link href="/guest" className="text-link inline-flex min-h-target items-center font-bold">
          {boardMessages.back}
        </Link>
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
          <div>
            <h1 className="text-3xl leading-tight outline-none sm:text-4xl">{boardMessages.title}</h1>
            <p className="mt-1 text-ink-soft">{boardMessages.lead}</p>
          </div>
          <div className="flex items-center gap-3">
            <LinkButton kind="primary" size="large" href="/battle">
              {boardMessages.join}
            </LinkButton>
            <PauseUpdates />
          </div>
        </div>
      </header>
      {player && <BattleStats sessionToken={player.sessionToken} />}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        {DIVISIONS.map((division) => (
          <BattleBoard key={division} division={division} sessionToken={player?.sessionToken} />
        ))}
      </div>
    </div>
  )
}
