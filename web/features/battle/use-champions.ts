import type { ChampionRow } from '../../../contract/battles.ts'
import type { Division } from '../../../domain/division.ts'
import * as battleCalls from '../../generated/battle-calls.ts'
import { call, type CallResult, type Failure } from '../../lib/api.ts'
import { useLive, type Answer, type Load } from '../../lib/server-value.ts'

/** A board that takes longer than this counts as failed. */
const TIMEOUT_MS = 8000

type BoardQuery = {
  readonly division: Division
  readonly limit: number
  /** Undefined if nobody plays on this device. */
  readonly sessionToken: string | undefined
  readonly everyMs?: number
}

function fetchBoard({ division, limit, sessionToken }: BoardQuery): Load<ChampionRow[]> {
  const query = { division, limit: String(limit), ...(sessionToken === undefined ? {} : { sessionToken }) }
  return (signal): Promise<CallResult<ChampionRow[]>> =>
    call(battleCalls.board, { query }, { signal, timeoutMs: TIMEOUT_MS })
}

/** `rows` is null while the board loads, and empty if it fails to load (specification §8), with the failure. */
export type Champions = { readonly rows: readonly ChampionRow[] | null; readonly failure: Failure | null }

/** The best players of a division, kept up to date. If a refresh fails, the last list stays. */
export function useChampions({ everyMs, ...query }: BoardQuery): Champions {
  const live: Answer<ChampionRow[]> = useLive(
    `battles ${query.division} ${query.limit} ${query.sessionToken}`,
    fetchBoard(query),
    everyMs === undefined ? {} : { everyMs },
  )
  if (live.state === 'loading') return { rows: null, failure: null }
  return live.state === 'value' ? { rows: live.value, failure: null } : { rows: [], failure: live.failure }
}
