import type { Division } from '../../../domain/division.ts'
import { call, type CallResult } from '../../lib/api.ts'
import { useLive, type Live, type LoadLive } from '../../lib/live.ts'
import { battleCalls, type ChampionRow } from './battle-calls.ts'

/** A board that takes longer than this to come is a board that does not come; milliseconds. */
const TIMEOUT_MS = 8000

type BoardQuery = {
  readonly division: Division
  readonly limit: number
  /** The player's own; undefined where nobody plays on this device. */
  readonly sessionToken: string | undefined
  readonly everyMs?: number
}

function askBoard({ division, limit, sessionToken }: BoardQuery): LoadLive<ChampionRow[]> {
  const query = { division, limit: String(limit), ...(sessionToken === undefined ? {} : { sessionToken }) }
  return (signal): Promise<CallResult<ChampionRow[]>> =>
    call(battleCalls.board, { query }, { signal, timeoutMs: TIMEOUT_MS })
}

/**
 * The best of a division, as they change; null while they are not known. Where they cannot be had the list is empty
 * (specification §8); one that is there already stays.
 */
export function useChampions({ everyMs, ...query }: BoardQuery): readonly ChampionRow[] | null {
  const live: Live<ChampionRow[]> = useLive(
    `battles ${query.division} ${query.limit} ${query.sessionToken}`,
    askBoard(query),
    everyMs === undefined ? {} : { everyMs },
  )
  if (live.state === 'loading') return null
  return live.state === 'value' ? live.value : NOBODY
}

const NOBODY: readonly ChampionRow[] = []
