import { findLeague } from '../../../domain/league.ts'
import type { PracticeSession } from '../../../domain/practice.ts'
import { useServerAway } from '../../lib/browser-outbox.ts'
import { useScored } from './guest-store.ts'
import { rankMessages } from './rank-messages.en.ts'

/**
 * The rank that a finished session gave, and the one before it, as soon as the server has said so; its line is there from
 * the start, so that nothing moves. Nothing at all for what is no league.
 */
export function ScoreRank({ session: { id, sessionType } }: { session: PracticeSession }) {
  const scored = useScored(id)
  const away = useServerAway()
  const league = findLeague(sessionType)
  return (
    league && (
      <output className="flex min-h-14 items-center font-bold tabular-nums sm:text-xl">
        {scored?.rank ? rankMessages.rank(league.name, scored) : away && rankMessages.later}
      </output>
    )
  )
}
