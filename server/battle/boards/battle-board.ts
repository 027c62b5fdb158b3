import type * as z from 'zod/mini'
import type { battleBoardRow } from '../../../contract/battles.ts'
import { PreparedJson } from '../../http/prepared-json.ts'
import type { BattleBoardRow } from '../port.ts'

type Entry = z.output<typeof battleBoardRow>

/** `playerId` is the public id, or the token in the row of the caller who presented it (decisions §3). */
function entryOf({ publicId, nickname, wins, winStreak, topScore }: BattleBoardRow, playerId = publicId) {
  return { playerId, nickname, wins, winStreak, topScore } satisfies Entry
}

function compareRows(a: BattleBoardRow, b: BattleBoardRow): number {
  return b.wins - a.wins || b.winStreak - a.winStreak || b.topScore - a.topScore
}

function preparedList(rows: readonly string[]): PreparedJson {
  return new PreparedJson(Buffer.from(`[${rows.join(',')}]`))
}

/** A division's board with each row serialized once. */
export class BattleBoard {
  readonly #rows: readonly BattleBoardRow[]
  readonly #most: number
  readonly #json: readonly string[]
  readonly #lists = new Map<number, PreparedJson>()

  /** `rows` are the best of the division; fewer than `most` means all of them. */
  constructor(rows: readonly BattleBoardRow[], most: number) {
    this.#rows = rows
    this.#most = most
    this.#json = rows.map((row) => JSON.stringify(entryOf(row)))
  }

  /** Whether the board is out of date for this player: the row has changed or is missing. */
  isStale(own: BattleBoardRow): boolean {
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

  /** As `list`, with the token in the caller's own row. */
  listFor(limit: number, sessionToken: string, own: BattleBoardRow): PreparedJson {
    const place = this.#rows.findIndex(({ publicId }) => publicId === own.publicId)
    const row = place < limit ? this.#rows[place] : undefined
    if (!row) return this.list(limit)
    return preparedList(this.#json.slice(0, limit).with(place, JSON.stringify(entryOf(row, sessionToken))))
  }
}
