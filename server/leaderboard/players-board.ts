import { PreparedJson } from '../http/prepared-json.ts'
import { ownEntryOf, playerEntryOf } from './entries.ts'
import type { OwnRow, PlayerRow } from './port.ts'

const COMMA = Buffer.from(',')
const OPEN = Buffer.from('{"entries":[')
const USER = Buffer.from('],"user":')
const CLOSE = Buffer.from('}')

/** A league's list made ready for everybody who asks: each row is turned into JSON once. */
export class PlayersBoard {
  readonly #rows: readonly PlayerRow[]
  /** All rows, a comma between them. */
  readonly #bytes: Buffer
  /** Where each row ends in `#bytes`. */
  readonly #ends: readonly number[]
  readonly #lists = new Map<number, PreparedJson>()

  constructor(rows: readonly PlayerRow[]) {
    const json = rows.map((row) => Buffer.from(JSON.stringify(playerEntryOf(row))))
    let end = -COMMA.length
    this.#rows = rows
    this.#bytes = Buffer.concat(json.flatMap((row, place) => (place === 0 ? [row] : [COMMA, row])))
    this.#ends = json.map((row) => (end += COMMA.length + row.length))
  }

  /** Whether the best `limit` lack what is known of this player: a place among them, or the newest score there. */
  isBehind(limit: number, own: PlayerRow): boolean {
    const row = this.#rows.slice(0, limit).find(({ publicId }) => publicId === own.publicId)
    return row ? row.score !== own.score || row.problemsSolved !== own.problemsSolved : own.rank <= limit
  }

  /** The plain list of the best `limit` players. */
  list(limit: number): PreparedJson {
    const known = this.#lists.get(limit)
    if (known) return known
    const made = new PreparedJson(Buffer.concat([Buffer.from('['), this.#first(limit), Buffer.from(']')]))
    this.#lists.set(limit, made)
    return made
  }

  /**
   * `{entries, user}` for the caller who showed this token and stands on the board as `own` (null when not at all): the
   * caller's row holds the token, in the list or, when it is outside of it, as `user` (decisions §3, §6).
   */
  listFor(limit: number, sessionToken: string, own: OwnRow | null): PreparedJson {
    const entries = this.#first(limit)
    const place = own ? this.#rows.findIndex(({ publicId }) => publicId === own.publicId) : -1
    const row = place < limit ? this.#rows[place] : undefined
    if (!row) {
      const user = Buffer.from(JSON.stringify(own && ownEntryOf(own, sessionToken)))
      return new PreparedJson(Buffer.concat([OPEN, entries, USER, user, CLOSE]))
    }
    const before = entries.subarray(0, place === 0 ? 0 : (this.#ends[place - 1] ?? 0) + COMMA.length)
    const shown = Buffer.from(JSON.stringify(playerEntryOf(row, sessionToken)))
    const after = entries.subarray(this.#ends[place])
    return new PreparedJson(Buffer.concat([OPEN, before, shown, after, USER, Buffer.from('null'), CLOSE]))
  }

  /** The first rows as bytes. */
  #first(limit: number): Buffer {
    return this.#bytes.subarray(0, this.#ends[Math.min(limit, this.#ends.length) - 1] ?? 0)
  }
}
