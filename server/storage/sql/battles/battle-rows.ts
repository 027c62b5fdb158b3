import { playedInOnePlace, type Stretch } from '../../../../domain/one-place.ts'
import type { Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import { BattleTally, type TotalRow } from './battle-tally.ts'
import {
  forgettingStatements,
  movingStatements,
  recountStatements,
  storingStatements,
} from './battle-statements.ts'
import { toJson } from '../json-rows.ts'
import type { BattlePlayerTable, BattleTable } from '../schema.ts'

/** Battles of one portion of forgetting: every battle of all who played in them is then read. */
export const MAX_BATTLES_IN_PORTION = 20

const guestRows = (ids: Iterable<number>): string => toJson([...ids].map((id) => ({ guest_id: id })))

/** Who leaves a battle is free for another one before it ends. */
const isStayed = ({ hasLeft }: { readonly hasLeft: number }): boolean => hasLeft === 0

/**
 * Battles, their players and their totals, inside somebody's transaction that holds the guests concerned. The totals of a
 * guest always are what the guest's stored battles make them.
 */
export class BattleRows {
  readonly #storing: ReturnType<typeof storingStatements>
  readonly #recount: ReturnType<typeof recountStatements>
  readonly #forgetting: ReturnType<typeof forgettingStatements>
  readonly #moving: ReturnType<typeof movingStatements>

  constructor(dialect: Dialect) {
    this.#storing = storingStatements(dialect)
    this.#recount = recountStatements(dialect)
    this.#forgetting = forgettingStatements(dialect)
    this.#moving = movingStatements(dialect)
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
    const battles = await transaction.all(this.#forgetting.before, { day, most: MAX_BATTLES_IN_PORTION })
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

  /**
   * Makes a guest's part in battles another player's, and counts that one anew; how many battles that were. Of a battle of which
   * more than `mostTaken` was played beside another one of the two, the guest's part is nobody's any more.
   */
  async moveAll(
    transaction: Transaction,
    guestId: number,
    playerId: number,
    mostTaken: number,
  ): Promise<number> {
    const held = await transaction.all(this.#forgetting.holdBattlesOf, { guestId })
    if (held.length === 0) return 0
    const [own, theirs] = await Promise.all(
      [playerId, guestId].map((id) => transaction.all(this.#moving.timesOf, { guestId: id })),
    )
    const [stayed, left] = [(theirs ?? []).filter(isStayed), (theirs ?? []).filter((one) => !isStayed(one))]
    const fitting = playedInOnePlace((own ?? []).filter(isStayed), stayed, mostTaken)
    const moved = new Set([...fitting, ...left].map(({ battleId }) => battleId))
    const dropped = held.filter(({ battle_id: id }) => !moved.has(id))
    if (dropped.length > 0) await this.#leave(transaction, guestId, dropped)
    await transaction.run(this.#moving.dropDoubles, { guestId, playerId })
    await transaction.run(this.#moving.move, { guestId, playerId })
    await this.#countAnew(transaction, new Set([guestId, playerId]))
    return moved.size
  }

  /** When each of these players was in a battle that ended after that instant, and did not leave it. */
  async timesOf(
    transaction: Transaction,
    guestIds: readonly number[],
    afterMs: number,
  ): Promise<ReadonlyMap<number, readonly Stretch[]>> {
    const times = new Map<number, Stretch[]>()
    if (guestIds.length === 0) return times
    const found = await transaction.all(this.#storing.timesAfter, { rows: guestRows(guestIds), afterMs })
    for (const { guest_id: id, ...stretch } of found) times.set(id, [...(times.get(id) ?? []), stretch])
    return times
  }

  /** When each of these students answered in practice between these two instants; what is set aside is left out. */
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

  /** Deletes a guest's part in these battles, and those in which only bots are left. */
  async #leave(
    transaction: Transaction,
    guestId: number,
    battles: readonly { battle_id: string }[],
  ): Promise<void> {
    const rows = toJson(battles)
    await transaction.run(this.#moving.leave, { guestId, rows })
    await this.#drop(transaction, toJson(await transaction.all(this.#forgetting.deserted, { rows })))
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
