import type { BattleStats as Stats } from '../../../contract/battles.ts'
import * as battleCalls from '../../generated/battle-calls.ts'
import { call } from '../../lib/api.ts'
import { useLive } from '../../lib/server-value.ts'
import { Card } from '../../ui/card.tsx'
import { boardMessages } from './boards.messages.en.ts'

const TIMEOUT_MS = 8000
/** Slow, because only the player's own battles change these numbers, and they take place on another page. */
const EVERY_MS = 10_000

const ENTRIES = ['victories', 'battles', 'currentStreak', 'bestStreak', 'topScore'] as const
/** Calm mode shows these first entries, and no streaks or points. */
const CALM_ENTRIES = 2

/** The player's statistics over all stored battles (decisions §7). Renders nothing if there are none. */
export function BattleStats({ sessionToken }: { sessionToken: string }) {
  const live = useLive<Stats>(
    `battle stats ${sessionToken}`,
    (signal) => call(battleCalls.stats, { params: { sessionToken } }, { signal, timeoutMs: TIMEOUT_MS }),
    { everyMs: EVERY_MS },
  )
  if (live.state !== 'value' || live.value.battles === 0) return null
  const stats = live.value
  return (
    <Card aria-labelledby="battle-stats">
      <h2 id="battle-stats" className="sr-only">
        {boardMessages.stats.title}
      </h2>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-5">
        {ENTRIES.map((entry, at) => (
          <div
            key={entry}
            className={`flex flex-col-reverse justify-end text-center first:max-sm:col-span-2 ${at < CALM_ENTRIES ? '' : 'not-calm'}`}
          >
            <dt className="text-ink-soft">{boardMessages.stats[entry]}</dt>
            <dd className="text-4xl font-bold tabular-nums">{boardMessages.number(stats[entry])}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
