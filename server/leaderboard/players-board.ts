import { playerEntryOf } from './entries.ts'
import type { PlayerRow } from './port.ts'

/** A league's list made ready for everybody who asks: each row is turned into JSON once. */
export class PlayersBoard {
  readonly #rows: readonly PlayerRow[]
  readonly #json: readonly string[]
  readonly #lists = new Map<number, Buffer>()

  constructor(rows: readonly PlayerRow[]) {
    this.#rows = rows
    this.#json = rows.map((row) => JSON.stringify(playerEntryOf(row)))
  }

  /** Whether the best `limit` lack what is known of this player: a place among them, or the newest score there. */
  isBehind(limit: number, own: PlayerRow): boolean {
    const row = this.#rows.slice(0, limit).find(({ publicId }) => publicId === own.publicId)
    return row ? row.score !== own.score || row.problemsSolved !== own.problemsSolved : own.rank <= limit
  }

  /** The plain list of the best `limit` players, as JSON. */
  list(limit: number): Buffer {
    const known = this.#lists.get(limit)
    if (known) return known
    const made = Buffer.from(`[${this.#json.slice(0, limit).join()}]`)
    this.#lists.set(limit, made)
    return made
  }

  /**
   * `{entries, user}` for the caller who showed this token and stands on the board as `own` (null when not at all): the
   * caller's row holds the token, in the list or, when it is outside of it, as `user` (decisions §3, §6).
   */
  listFor(limit: number, sessionToken: string, own: PlayerRow | null): Buffer {
    const entries = this.#json.slice(0, limit)
    const place = own ? this.#rows.findIndex(({ publicId }) => publicId === own.publicId) : -1
    const row = place >= 0 && place < limit ? this.#rows[place] : undefined
    if (row) entries[place] = JSON.stringify(playerEntryOf(row, sessionToken))
    const user = own && !row ? playerEntryOf(own, sessionToken) : null
    return Buffer.from(`{"entries":[${entries.join()}],"user":${JSON.stringify(user)}}`)
  }
}
