import type { PlayerEntry } from '../../../contract/leaderboard.ts'
import type { Place } from '../../../domain/location.ts'

/** The viewer of a board; null if nobody plays on this device. */
export type Viewer = (Place & { readonly sessionToken: string; readonly nickname: string }) | null

/**
 * Whether a row is the viewer's own. The token decides (decisions §3), because two players may have the same name; the name
 * decides only if the row has no id.
 */
export function isOwnRow(row: Pick<PlayerEntry, 'guestSessionId' | 'nickname'>, viewer: Viewer): boolean {
  if (viewer === null) return false
  return row.guestSessionId === ''
    ? row.nickname === viewer.nickname
    : row.guestSessionId === viewer.sessionToken
}

/** The viewer's state under the name it has on the boards; empty where it is not known. */
export function stateOf(viewer: Viewer): string {
  return viewer?.state ?? ''
}
