import type * as z from 'zod/mini'
import type { battleBoardRow } from '../../../contract/battles.ts'
import { PreparedJson } from '../../http/prepared-json.ts'
import type { BattleBoardRow } from '../port.ts'

type Entry = z.output<typeof battleBoardRow>

/** `playerId` is the public id for everybody, the token for the one caller who showed it (decisions §3). */
function entryOf({ publicId, nickname, wins, winStreak, topScore }: BattleBoardRow, playerId = publicId) {
  return { playerId, nickname, wins, winStreak, topScore } satisfies Entry
}

function compareRows(a: BattleBoardRow, b: BattleBoardRow): number {
  return b.wins - a.wins || b.winStreak - a.winStreak || b.topScore - a.topScore
}

function preparedList(rows: readonly string[]): PreparedJson {
  return new PreparedJson(Buffer.from(`[${rows.join(',')}]`))
}

/** A division's list made ready for everybody who asks: each row is turned into JSON once. */
export class BattleBoard {
  readonly #rows: readonly BattleBoardRow[]
  readonly #most: number
  readonly #json: readonly string[]
  readonly #lists = new Map<number, PreparedJson>()

  /** `rows` are the best of the division, all that there are when fewer than `most`. */
  constructor(rows: readonly BattleBoardRow[], most: number) {
    this.#rows = rows
    this.#most = most
    this.#json = rows.map((row) => JSON.stringify(entryOf(row)))
  }

  /** Whether the list lacks what is known of this player: the newest battle, or a place. */
  isBehind(own: BattleBoardRow): boolean {
    const row = this.#rows.find(({ publicId }) => publicId === own.publicId)
    if (row) return compareRows(row, own) !== 0
    const last = this.#rows.at(-1)
    return this.#rows.length < this.#most || (last !== undefined && compareRows(own, last) < 0)
  }

  /** The best `limit` players. */
  list(limit: number): PreparedJson {
    const known = this.#lists.get(limit)
    if (known) return known
    const made = preparedList(this.#json.slice(0, limit))
    this.#lists.set(limit, made)
    return made
  }

  /** The same for the caller who showed this token and stands on the board as `own`: the caller's row holds the token. */
  listFor(limit: number, sessionToken: string, own: BattleBoardRow): PreparedJson {
    const place = this.#rows.findIndex(({ publicId }) => publicId === own.publicId)
    const row = place < limit ? this.#rows[place] : undefined
    if (!row) return this.list(limit)
    return preparedList(this.#json.slice(0, limit).with(place, JSON.stringify(entryOf(row, sessionToken))))
  }
}
