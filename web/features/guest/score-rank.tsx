import { Link } from 'wouter'
import { findLeague } from '../../../domain/league.ts'
import type { PracticeSession } from '../../../domain/practice-state.ts'
import { useServerUnreachable } from '../../lib/browser-outbox.ts'
import { useScored } from './guest-store.ts'
import { rankProgress } from '../../ui/rank-progress.ts'
import { rankMessages } from './rank-messages.en.ts'

/**
 * The rank after a finished session and the one before it, once the server has sent them. Its space is reserved, so that nothing
 * moves. Of a low rank and the last place only the progress is shown. Renders nothing for sessions that are not of a league.
 */
export function ScoreRank({ session: { id, sessionType } }: { session: PracticeSession }) {
  const scored = useScored(id)
  const away = useServerUnreachable()
  const league = findLeague(sessionType)
  if (!league) return null
  // A repeated request has changed no rank.
  const progress = scored
    ? rankProgress({
        ...scored,
        isLast: scored.rank === scored.ranked,
        rankBefore: scored.counted ? scored.rankBefore : null,
      })
    : ''
  return (
    <div className="not-calm items-center justify-between gap-x-6 sm:flex">
      <output className="flex min-h-14 flex-col justify-center font-bold tabular-nums sm:text-xl">
        {scored?.rank ? progress || rankMessages.rank(league.name, scored) : away && rankMessages.later}
      </output>
      <Link
        href={`/leaderboard-individual?league=${league.id}&around=me`}
        className="text-link flex min-h-target items-center font-bold"
      >
        {rankMessages.nearYou}
      </Link>
    </div>
  )
}
