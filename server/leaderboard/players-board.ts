import { PreparedJson } from '../http/prepared-json.ts'
import { ownEntryOf, playerEntryOf } from './entries.ts'
import type { OwnRow, PlayerRow } from './port.ts'

const COMMA = Buffer.from(',')
const OPEN = Buffer.from('{"entries":[')
const USER = Buffer.from('],"user":')
const CLOSE = Buffer.from('}')

/** A league's board with each row serialized once. */
export class PlayersBoard {
  readonly #rows: readonly PlayerRow[]
  /** All rows, separated by commas. */
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

  /** Whether the first `limit` rows are out of date for this player: its row has changed or is missing. */
  isStale(limit: number, own: PlayerRow): boolean {
    const row = this.#rows.slice(0, limit).find(({ publicId }) => publicId === own.publicId)
    return row ? row.score !== own.score || row.problemsSolved !== own.problemsSolved : own.rank <= limit
  }

  /** The best `limit` players as a plain array. */
  list(limit: number): PreparedJson {
    const known = this.#lists.get(limit)
    if (known) return known
    const made = new PreparedJson(Buffer.concat([Buffer.from('['), this.#first(limit), Buffer.from(']')]))
    this.#lists.set(limit, made)
    return made
  }

  /**
   * `{entries, user}` for a caller with this token, whose row is `own` or null. The caller's row has the token, in the list or, if it
   * is outside of the list, as `user` (decisions §3, §6).
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

  #first(limit: number): Buffer {
    return this.#bytes.subarray(0, this.#ends[Math.min(limit, this.#ends.length) - 1] ?? 0)
  }
}
