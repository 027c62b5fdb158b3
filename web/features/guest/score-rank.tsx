import { findLeague } from '../../../domain/league.ts'
import type { PracticeSession } from '../../../domain/practice-state.ts'
import { useServerAway } from '../../lib/browser-outbox.ts'
import { useScored } from './guest-store.ts'
import { rankProgress } from '../../ui/rank-progress.ts'
import { rankMessages } from './rank-messages.en.ts'

/**
 * The rank that a finished session gave, and the one before it, as soon as the server has said so; its line is there from
 * the start, so that nothing moves. A rank far down is presented as progress. Nothing at all for what is no league.
 */
export function ScoreRank({ session: { id, sessionType } }: { session: PracticeSession }) {
  const scored = useScored(id)
  const away = useServerAway()
  const league = findLeague(sessionType)
  if (!league) return null
  // A repeat moved nobody.
  const progress = scored
    ? rankProgress({ ...scored, rankBefore: scored.counted ? scored.rankBefore : null })
    : ''
  return (
    <output className="flex min-h-14 flex-col justify-center font-bold tabular-nums sm:text-xl">
      {progress !== '' && <span>{progress}</span>}
      {scored?.rank ? (
        <span className={progress === '' ? '' : 'text-base font-normal text-ink-soft'}>
          {progress === ''
            ? rankMessages.rank(league.name, scored)
            : rankMessages.rankOnly(league.name, scored)}
        </span>
      ) : (
        away && rankMessages.later
      )}
    </output>
  )
}
