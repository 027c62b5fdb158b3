import { fitsBeside, type Stretch } from '../../../../domain/overlaps.ts'
import type { Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import { BattleTally, type TotalRow } from './battle-tally.ts'
import {
  deletingStatements,
  movingStatements,
  recountStatements,
  storingStatements,
} from './battle-statements.ts'
import { toJson } from '../json-rows.ts'
import type { BattlePlayerTable, BattleTable } from '../schema.ts'

/** Few, because deleting them reads all battles of everyone who played in them. */
export const MAX_BATTLES_IN_BATCH = 20

const guestRows = (ids: Iterable<number>): string => toJson([...ids].map((id) => ({ guest_id: id })))

/**
 * Battles, their players and players' totals, inside a transaction that has locked the players' rows. A player's totals always
 * match the player's stored battles.
 */
export class BattleRows {
  readonly #storing: ReturnType<typeof storingStatements>
  readonly #recount: ReturnType<typeof recountStatements>
  readonly #deleting: ReturnType<typeof deletingStatements>
  readonly #moving: ReturnType<typeof movingStatements>

  constructor(dialect: Dialect) {
    this.#storing = storingStatements(dialect)
    this.#recount = recountStatements(dialect)
    this.#deleting = deletingStatements(dialect)
    this.#moving = movingStatements(dialect)
  }

  async isStored({ db }: Transaction, battleId: string): Promise<boolean> {
    const battle = db.selectFrom('battle').select('battle_id').where('battle_id', '=', battleId)
    return (await battle.executeTakeFirst()) !== undefined
  }

  /** Returns the totals of these players; none for unknown ones. */
  async totalsOf({ db }: Transaction, tokenHashes: readonly string[]): Promise<TotalRow[]> {
    if (tokenHashes.length === 0) return []
    const guests = db.selectFrom('guest').select('id').where('token_hash', 'in', tokenHashes)
    return db.selectFrom('battle_total').selectAll().where('guest_id', 'in', guests).execute()
  }

  /** Inserts a new battle with all its players, and adds it to the players' totals. */
  async insert(
    transaction: Transaction,
    battle: BattleTable,
    players: readonly BattlePlayerTable[],
    totals: readonly TotalRow[],
  ): Promise<void> {
    const { db } = transaction
    const tally = new BattleTally(totals)
    for (const row of players) if (row.guest_id !== null) tally.add(row.guest_id, row)
    await Promise.all([
      db.insertInto('battle').values(battle).execute(),
      db.insertInto('battle_player').values(players).execute(),
    ])
    this.#put(transaction, tally.rows())
    await this.#recountTotals(transaction, tally.outOfOrder)
  }

  /** Deletes a batch of battles that ended before this day and recomputes their players' totals. Returns how many it deleted. */
  async deleteBatchBefore(transaction: Transaction, day: string): Promise<number> {
    const battles = await transaction.all(this.#deleting.before, { day, most: MAX_BATTLES_IN_BATCH })
    if (battles.length === 0) return 0
    const rows = toJson(battles)
    const people = await transaction.all(this.#deleting.lockPlayers, { rows })
    await this.#drop(transaction, rows)
    await this.#recountTotals(transaction, new Set(people.map(({ guest_id: id }) => id)))
    return battles.length
  }

  /**
   * Removes a player from all battles, deletes battles left with only bots, and returns how many battles the player was in. Other
   * players' totals do not change.
   */
  async removePlayer(transaction: Transaction, guestId: number): Promise<number> {
    const battles = await transaction.all(this.#deleting.lockBattlesOf, { guestId })
    const left = await transaction.run(this.#deleting.deletePlayer, { guestId })
    const withoutPlayers = await transaction.all(this.#deleting.withoutPlayers, { rows: toJson(battles) })
    await this.#drop(transaction, toJson(withoutPlayers))
    await transaction.run(this.#recount.dropTotals, { rows: guestRows([guestId]) })
    return left
  }

  /**
   * Moves a guest's battles to another player and recomputes both totals. Returns how many were moved. The guest's part in a battle
   * that does not fit beside the player's battles is dropped.
   */
  async moveAll(transaction: Transaction, guestId: number, playerId: number): Promise<number> {
    await transaction.all(this.#deleting.lockBattlesOf, { guestId })
    const theirs = await transaction.all(this.#moving.timesOf, { guestId })
    if (theirs.length === 0) return 0
    const own = await transaction.all(this.#moving.timesOf, { guestId: playerId })
    const dropped = theirs.filter((battle) => !fitsBeside(own, battle))
    await this.#removeFrom(transaction, guestId, dropped)
    await transaction.run(this.#moving.move, { guestId, playerId })
    await this.#recountTotals(transaction, new Set([guestId, playerId]))
    return theirs.length - dropped.length
  }

  /** Returns when each of these students answered in practice during this time, without attempts that are set aside. */
  async answersOf(
    transaction: Transaction,
    studentIds: readonly string[],
    { fromMs, untilMs }: Stretch,
  ): Promise<ReadonlyMap<string, readonly number[]>> {
    const moments = new Map<string, number[]>()
    if (studentIds.length === 0) return moments
    const rows = toJson(studentIds.map((id) => ({ student_id: id, from_ms: fromMs, until_ms: untilMs })))
    for (const { student_id: id, at_ms: atMs } of await transaction.all(this.#storing.answersDuring, {
      rows,
    }))
      moments.set(id, [...(moments.get(id) ?? []), atMs])
    return moments
  }

  /** Removes a player from these battles and deletes those left with only bots. */
  async #removeFrom(
    transaction: Transaction,
    guestId: number,
    battles: readonly { battle_id: string }[],
  ): Promise<void> {
    const rows = toJson(battles)
    await transaction.run(this.#moving.leave, { guestId, rows })
    await this.#drop(transaction, toJson(await transaction.all(this.#deleting.withoutPlayers, { rows })))
  }

  async #drop(transaction: Transaction, battles: string): Promise<void> {
    await transaction.run(this.#deleting.dropPlayers, { rows: battles })
    await transaction.run(this.#deleting.dropBattles, { rows: battles })
  }

  async #recountTotals(transaction: Transaction, guestIds: ReadonlySet<number>): Promise<void> {
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
