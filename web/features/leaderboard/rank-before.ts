import { useEffect, useMemo } from 'react'
import type { LeagueId } from '../../../domain/league.ts'
import { readStored, writeStored } from '../../lib/storage.ts'

const KEY = 'tenfold.lastRanks'

export type Ranks = Readonly<Partial<Record<LeagueId, number>>>

/** The ranks a player last saw on a day, by league. */
type LastRanks = {
  readonly day: string
  readonly playerId: string
  readonly ranks: Ranks
}

function reviveLastRanks(json: unknown): LastRanks | null {
  if (typeof json !== 'object' || json === null) return null
  const { day, playerId, ranks } = json as Record<string, unknown>
  if (typeof day !== 'string' || typeof playerId !== 'string') return null
  if (typeof ranks !== 'object' || ranks === null) return null
  const numbers = Object.entries(ranks).filter((entry): entry is [string, number] =>
    Number.isInteger(entry[1]),
  )
  return { day, playerId, ranks: Object.fromEntries(numbers) }
}

/** Tells the players of a device apart without keeping another copy of a token, which is a secret (FNV-1a, 32 bits). */
function playerIdOf(sessionToken: string): string {
  let hash = 0x811c9dc5
  for (const sign of sessionToken) hash = Math.imul(hash ^ sign.charCodeAt(0), 0x01000193)
  return (hash >>> 0).toString(36)
}

function lastRanks(day: string, playerId: string): Ranks {
  const last = readStored(KEY, reviveLastRanks)
  return last?.day === day && last.playerId === playerId ? last.ranks : {}
}

/**
 * The ranks the player saw at the last look today, at home or on a board, as they were when this screen opened. The ranks of
 * now are kept for the next look. Empty without a player.
 */
export function useRanksBefore(day: string, sessionToken: string | undefined, ranks: Ranks): Ranks {
  const playerId = sessionToken === undefined ? null : playerIdOf(sessionToken)
  const before = useMemo(() => (playerId === null ? {} : lastRanks(day, playerId)), [day, playerId])
  useEffect(() => {
    if (playerId === null || Object.keys(ranks).length === 0) return
    writeStored(KEY, { day, playerId, ranks: { ...lastRanks(day, playerId), ...ranks } })
  }, [day, playerId, ranks])
  return before
}
