import type { Transaction } from '../database.ts'
import type { Dialect } from '../dialect.ts'
import { BattleTally, type TotalRow } from './battle-tally.ts'
import { everyRow, jsonRows, toJson } from './json-rows.ts'
import type { BattlePlayerTable, BattleTable } from './schema.ts'
import { queryBuilder, statement } from './statement.ts'

type Rows = { rows: string }

/** Battles of one portion of forgetting: every battle of all who played in them is then read. */
export const MOST_BATTLES_IN_PORTION = 20

const BATTLE_COLUMNS = {
  battle_id: 'text',
  division: 'text',
  preference: 'text',
  started_at_ms: 'integer',
  ended_at_ms: 'integer',
  practice_day: 'text',
  players: 'integer',
} as const

const PLAYER_COLUMNS = {
  battle_id: 'text',
  place: 'integer',
  guest_id: 'integer',
  bot_id: 'text',
  division: 'text',
  ended_at_ms: 'integer',
  score: 'integer',
  problems_answered: 'integer',
  response_time_ms: 'integer',
  player_rank: 'integer',
  is_winner: 'integer',
  has_left: 'integer',
} as const

const TOTAL_COLUMNS = {
  guest_id: 'integer',
  scope: 'text',
  battles: 'integer',
  wins: 'integer',
  current_streak: 'integer',
  best_streak: 'integer',
  top_score: 'integer',
  reached_at_ms: 'integer',
  last_ended_at_ms: 'integer',
  last_battle_id: 'text',
} as const

const BATTLE_ID = { battle_id: 'text' } as const
const GUEST_ID = { guest_id: 'integer' } as const

const columnsOf = <C extends object>(columns: C) => Object.keys(columns) as (keyof C & string)[]

function storingStatements(dialect: Dialect) {
  const db = queryBuilder(dialect)
  return {
    stored: statement<Rows>()((values) =>
      db
        .selectFrom('battle')
        .select('battle_id')
        .where('battle_id', 'in', ({ selectFrom }) =>
          selectFrom(jsonRows(dialect, values.rows, BATTLE_ID)).select('sent.battle_id'),
        ),
    ),
    insertBattles: statement<Rows>()((values) =>
      db
        .insertInto('battle')
        .columns(columnsOf(BATTLE_COLUMNS))
        .expression((eb) =>
          eb
            .selectFrom(jsonRows(dialect, values.rows, BATTLE_COLUMNS))
            .select(columnsOf(BATTLE_COLUMNS).map((column) => `sent.${column}` as const)),
        ),
    ),
    insertPlayers: statement<Rows>()((values) =>
      db
        .insertInto('battle_player')
        .columns(columnsOf(PLAYER_COLUMNS))
        .expression((eb) =>
          eb
            .selectFrom(jsonRows(dialect, values.rows, PLAYER_COLUMNS))
            .select(columnsOf(PLAYER_COLUMNS).map((column) => `sent.${column}` as const)),
        ),
    ),
    totals: statement<Rows>()((values) =>
      db
        .selectFrom(jsonRows(dialect, values.rows, { token_hash: 'text' }))
        .innerJoin('guest', 'guest.token_hash', 'sent.token_hash')
        .innerJoin('battle_total', 'battle_total.guest_id', 'guest.id')
        .selectAll('battle_total'),
    ),
    putTotals: statement<Rows>()((values) =>
      db
        .insertInto('battle_total')
        .columns(columnsOf(TOTAL_COLUMNS))
        .expression((eb) =>
          eb
            .selectFrom(jsonRows(dialect, values.rows, TOTAL_COLUMNS))
            .select(columnsOf(TOTAL_COLUMNS).map((column) => `sent.${column}` as const))
            .where(everyRow),
        )
        .onConflict((conflict) =>
          conflict.columns(['guest_id', 'scope']).doUpdateSet((eb) => ({
            battles: eb.ref('excluded.battles'),
            wins: eb.ref('excluded.wins'),
            current_streak: eb.ref('excluded.current_streak'),
            best_streak: eb.ref('excluded.best_streak'),
            top_score: eb.ref('excluded.top_score'),
            reached_at_ms: eb.ref('excluded.reached_at_ms'),
            last_ended_at_ms: eb.ref('excluded.last_ended_at_ms'),
            last_battle_id: eb.ref('excluded.last_battle_id'),
          })),
        ),
    ),
  }
}

function recountStatements(dialect: Dialect) {
  const db = queryBuilder(dialect)
  return {
    dropTotals: statement<Rows>()((values) =>
      db
        .deleteFrom('battle_total')
        .where('guest_id', 'in', ({ selectFrom }) =>
          selectFrom(jsonRows(dialect, values.rows, GUEST_ID)).select('sent.guest_id'),
        ),
    ),
    battlesOf: statement<Rows>()((values) =>
      db
        .selectFrom(jsonRows(dialect, values.rows, GUEST_ID))
        .innerJoin('battle_player', 'battle_player.guest_id', 'sent.guest_id')
        .select([
          'sent.guest_id',
          'battle_player.battle_id',
          'battle_player.division',
          'battle_player.ended_at_ms',
          'battle_player.score',
          'battle_player.is_winner',
        ])
        .orderBy('battle_player.guest_id')
        .orderBy('battle_player.ended_at_ms')
        .orderBy('battle_player.battle_id'),
    ),
  }
}

function forgettingStatements(dialect: Dialect) {
  const db = queryBuilder(dialect)
  return {
    before: statement<{ day: string; most: number }>()((values) =>
      db
        .selectFrom('battle')
        .select('battle_id')
        .where('practice_day', '<', values.day)
        .orderBy('practice_day')
        .limit(values.most),
    ),
    // Whoever changes totals holds their guests first, in the order of their numbers.
    holdPeople: statement<Rows>()((values) =>
      db
        .selectFrom('guest')
        .select('guest.id as guest_id')
        .where('guest.id', 'in', ({ selectFrom }) =>
          selectFrom(jsonRows(dialect, values.rows, BATTLE_ID))
            .innerJoin('battle_player', 'battle_player.battle_id', 'sent.battle_id')
            .select('battle_player.guest_id')
            .where('battle_player.guest_id', 'is not', null)
            .$narrowType<{ guest_id: number }>(),
        )
        .orderBy('guest.id')
        .$if(dialect === 'postgres', (query) => query.forUpdate()),
    ),
    dropPlayers: statement<Rows>()((values) =>
      db
        .deleteFrom('battle_player')
        .where('battle_id', 'in', ({ selectFrom }) =>
          selectFrom(jsonRows(dialect, values.rows, BATTLE_ID)).select('sent.battle_id'),
        ),
    ),
    dropBattles: statement<Rows>()((values) =>
      db
        .deleteFrom('battle')
        .where('battle_id', 'in', ({ selectFrom }) =>
          selectFrom(jsonRows(dialect, values.rows, BATTLE_ID)).select('sent.battle_id'),
        ),
    ),
    // Of two who are removed from one battle at the same time, the second sees that the first has gone.
    holdBattlesOf: statement<{ guestId: number }>()((values) =>
      db
        .selectFrom('battle')
        .select('battle_id')
        .where('battle_id', 'in', ({ selectFrom }) =>
          selectFrom('battle_player').select('battle_id').where('guest_id', '=', values.guestId),
        )
        .orderBy('battle_id')
        .$if(dialect === 'postgres', (query) => query.forUpdate()),
    ),
    leaveBattles: statement<{ guestId: number }>()((values) =>
      db.deleteFrom('battle_player').where('guest_id', '=', values.guestId),
    ),
    deserted: statement<Rows>()((values) =>
      db
        .selectFrom(jsonRows(dialect, values.rows, BATTLE_ID))
        .select('sent.battle_id')
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('battle_player as other')
                .select('other.place')
                .whereRef('other.battle_id', '=', 'sent.battle_id')
                .where('other.guest_id', 'is not', null),
            ),
          ),
        ),
    ),
  }
}

const guestRows = (ids: Iterable<number>): string => toJson([...ids].map((id) => ({ guest_id: id })))

/**
 * Battles, their players and their totals, inside somebody's transaction that holds the guests concerned. The totals of a
 * guest always are what the guest's stored battles make them.
 */
export class BattleRows {
  readonly #storing: ReturnType<typeof storingStatements>
  readonly #recount: ReturnType<typeof recountStatements>
  readonly #forgetting: ReturnType<typeof forgettingStatements>

  constructor(dialect: Dialect) {
    this.#storing = storingStatements(dialect)
    this.#recount = recountStatements(dialect)
    this.#forgetting = forgettingStatements(dialect)
  }

  /** Which of these battles are stored. */
  async stored(transaction: Transaction, battleIds: readonly string[]): Promise<Set<string>> {
    const rows = toJson(battleIds.map((id) => ({ battle_id: id })))
    const found = await transaction.all(this.#storing.stored, { rows })
    return new Set(found.map(({ battle_id: id }) => id))
  }

  /** The totals of these guests; who is unknown has none. */
  totalsOf(transaction: Transaction, tokenHashes: readonly string[]): Promise<TotalRow[]> {
    const rows = toJson(tokenHashes.map((hash) => ({ token_hash: hash })))
    return transaction.all(this.#storing.totals, { rows })
  }

  /** Stores battles that are not, with the rows of all their players, and adds them to the totals of their people. */
  async insert(
    transaction: Transaction,
    battles: readonly BattleTable[],
    players: readonly BattlePlayerTable[],
    totals: readonly TotalRow[],
  ): Promise<void> {
    const people = players.flatMap((row) => (row.guest_id === null ? [] : [{ row, guestId: row.guest_id }]))
    const tally = new BattleTally(totals)
    for (const { row, guestId } of people.toSorted((a, b) => byEnd(a.row, b.row))) tally.add(guestId, row)
    transaction.send(this.#storing.insertBattles, { rows: toJson(battles) })
    transaction.send(this.#storing.insertPlayers, { rows: toJson(players) })
    this.#put(transaction, tally.rows())
    await this.#countAnew(transaction, tally.late)
  }

  /** Deletes battles that ended on days before this one and counts what is left of their people; how many it deleted. */
  async forgetPortion(transaction: Transaction, day: string): Promise<number> {
    const battles = await transaction.all(this.#forgetting.before, { day, most: MOST_BATTLES_IN_PORTION })
    if (battles.length === 0) return 0
    const rows = toJson(battles)
    const people = await transaction.all(this.#forgetting.holdPeople, { rows })
    await this.#drop(transaction, rows)
    await this.#countAnew(transaction, new Set(people.map(({ guest_id: id }) => id)))
    return battles.length
  }

  /**
   * Deletes a guest's part in every battle, and the battles in which only bots are left; how many the guest was in. Nobody
   * else's totals change.
   */
  async removePlayer(transaction: Transaction, guestId: number): Promise<number> {
    const battles = await transaction.all(this.#forgetting.holdBattlesOf, { guestId })
    const left = await transaction.run(this.#forgetting.leaveBattles, { guestId })
    const deserted = await transaction.all(this.#forgetting.deserted, { rows: toJson(battles) })
    await this.#drop(transaction, toJson(deserted))
    await transaction.run(this.#recount.dropTotals, { rows: guestRows([guestId]) })
    return left
  }

  async #drop(transaction: Transaction, battles: string): Promise<void> {
    await transaction.run(this.#forgetting.dropPlayers, { rows: battles })
    await transaction.run(this.#forgetting.dropBattles, { rows: battles })
  }

  async #countAnew(transaction: Transaction, guestIds: ReadonlySet<number>): Promise<void> {
    if (guestIds.size === 0) return
    const rows = guestRows(guestIds)
    const tally = new BattleTally([])
    for (const row of await transaction.all(this.#recount.battlesOf, { rows })) tally.add(row.guest_id, row)
    transaction.send(this.#recount.dropTotals, { rows })
    this.#put(transaction, tally.rows())
  }

  #put(transaction: Transaction, totals: readonly TotalRow[]): void {
    if (totals.length > 0) transaction.send(this.#storing.putTotals, { rows: toJson(totals) })
  }
}

function byEnd(a: BattlePlayerTable, b: BattlePlayerTable): number {
  return a.ended_at_ms - b.ended_at_ms || (a.battle_id < b.battle_id ? -1 : Number(a.battle_id > b.battle_id))
}
