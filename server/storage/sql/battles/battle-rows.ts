import { fitsBeside, type Stretch } from '../../../../domain/overlaps.ts'
import type { Transaction } from '../../database.ts'
import type { BattlePlayerTable, BattleTable } from '../schema.ts'
import { BattleTally, type TotalRow } from './battle-tally.ts'

/*
 * Battles, their players and players' totals, inside a transaction that has locked the players' rows. A player's totals always
 * match the player's stored battles.
 */

/** Few, because deleting them reads all battles of everyone who played in them. */
export const MAX_BATTLES_IN_BATCH = 20

/** Battles per statement. */
const MAX_IDS = 500

/** Whether a battle is stored already. */
export async function isStored({ db }: Transaction, battleId: string): Promise<boolean> {
  const battle = db.selectFrom('battle').select('battle_id').where('battle_id', '=', battleId)
  return (await battle.executeTakeFirst()) !== undefined
}

/** Returns the totals of these players; none for unknown ones. */
export async function totalsOf({ db }: Transaction, tokenHashes: readonly string[]): Promise<TotalRow[]> {
  if (tokenHashes.length === 0) return []
  const guests = db.selectFrom('guest').select('id').where('token_hash', 'in', tokenHashes)
  return db.selectFrom('battle_total').selectAll().where('guest_id', 'in', guests).execute()
}

/** Inserts a new battle with all its players, and adds it to the players' `totals`. */
export async function insertBattle(
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
    putTotals(transaction, tally.rows()),
  ])
  await recountTotals(transaction, [...tally.outOfOrder])
}

/** Deletes a batch of battles that ended before this day and recomputes their players' totals. Returns how many it deleted. */
export async function deleteBattlesBefore(transaction: Transaction, day: string): Promise<number> {
  const { db, dialect } = transaction
  const battles = await db
    .selectFrom('battle')
    .select('battle_id')
    .where('practice_day', '<', day)
    .orderBy('practice_day')
    .limit(MAX_BATTLES_IN_BATCH)
    .execute()
  if (battles.length === 0) return 0
  const ids = battles.map((row) => row.battle_id)
  // Whoever changes totals first locks the players' rows, in the order of their ids.
  const people = await db
    .selectFrom('guest')
    .select('id')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('battle_player')
        .select('guest_id')
        .where('battle_id', 'in', ids)
        .where('guest_id', 'is not', null)
        .$narrowType<{ guest_id: number }>(),
    )
    .orderBy('id')
    .$if(dialect === 'postgres', (query) => query.forUpdate())
    .execute()
  await dropBattles(transaction, ids)
  await recountTotals(
    transaction,
    people.map(({ id }) => id),
  )
  return battles.length
}

/** Locks a player's battles: if two players are removed from one at the same time, the second sees that the first is gone. */
async function lockBattlesOf({ db, dialect }: Transaction, guestId: number): Promise<string[]> {
  const battles = await db
    .selectFrom('battle')
    .select('battle_id')
    .where('battle_id', 'in', ({ selectFrom }) =>
      selectFrom('battle_player').select('battle_id').where('guest_id', '=', guestId),
    )
    .orderBy('battle_id')
    .$if(dialect === 'postgres', (query) => query.forUpdate())
    .execute()
  return battles.map((row) => row.battle_id)
}

/**
 * Removes a player from all battles, deletes battles left with only bots, and returns how many battles the player was in. Other
 * players' totals do not change.
 */
export async function leaveAllBattles(transaction: Transaction, guestId: number): Promise<number> {
  const { db } = transaction
  const battles = await lockBattlesOf(transaction, guestId)
  await db.deleteFrom('battle_player').where('guest_id', '=', guestId).execute()
  await dropWithoutPeople(transaction, battles)
  await db.deleteFrom('battle_total').where('guest_id', '=', guestId).execute()
  return battles.length
}

/** When a player's battles took place. */
function timesOf({ db }: Transaction, guestId: number) {
  return db
    .selectFrom('battle_player')
    .innerJoin('battle', 'battle.battle_id', 'battle_player.battle_id')
    .select(['battle.battle_id', 'battle.started_at_ms as fromMs', 'battle.ended_at_ms as untilMs'])
    .where('battle_player.guest_id', '=', guestId)
    .execute()
}

/**
 * Moves a guest's battles to another player and recomputes both totals. Returns how many were moved. The guest's part in a battle
 * that does not fit beside the player's battles is dropped.
 */
export async function moveBattles(
  transaction: Transaction,
  guestId: number,
  playerId: number,
): Promise<number> {
  const { db } = transaction
  await lockBattlesOf(transaction, guestId)
  const theirs = await timesOf(transaction, guestId)
  if (theirs.length === 0) return 0
  const own = await timesOf(transaction, playerId)
  const dropped = theirs.filter((battle) => !fitsBeside(own, battle)).map((row) => row.battle_id)
  for (const ids of portions(dropped)) {
    const parts = db.deleteFrom('battle_player').where('guest_id', '=', guestId)
    await parts.where('battle_id', 'in', ids).execute()
  }
  await dropWithoutPeople(transaction, dropped)
  await db.updateTable('battle_player').set({ guest_id: playerId }).where('guest_id', '=', guestId).execute()
  await recountTotals(transaction, [guestId, playerId])
  return theirs.length - dropped.length
}

/** Returns when each of these students answered in practice during this time, without attempts that are set aside. */
export async function answersOf(
  { db }: Transaction,
  studentIds: readonly string[],
  { fromMs, untilMs }: Stretch,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const moments = new Map<string, number[]>()
  if (studentIds.length === 0) return moments
  // A student's sessions do not overlap in time, so only those during the battle are read.
  const answers = await db
    .selectFrom('student_session')
    .innerJoin('attempt', (join) =>
      join
        .onRef('attempt.student_id', '=', 'student_session.student_id')
        .onRef('attempt.session_id', '=', 'student_session.session_id'),
    )
    .select(['attempt.student_id', 'attempt.at_ms'])
    .where('student_session.student_id', 'in', studentIds)
    .where('student_session.counts_from_ms', '<', untilMs)
    .where(({ eb, or }) =>
      or([
        eb('student_session.counts_until_ms', 'is', null),
        eb('student_session.counts_until_ms', '>', fromMs),
      ]),
    )
    .where('attempt.at_ms', '>', fromMs)
    .where('attempt.at_ms', '<', untilMs)
    .where('attempt.set_aside', 'is', null)
    .execute()
  for (const { student_id: id, at_ms: atMs } of answers) moments.set(id, [...(moments.get(id) ?? []), atMs])
  return moments
}

/** Deletes those of these battles that are left with only bots. */
async function dropWithoutPeople(transaction: Transaction, battleIds: readonly string[]): Promise<void> {
  for (const ids of portions(battleIds)) {
    const people = transaction.db
      .selectFrom('battle_player')
      .select('battle_id')
      .where('battle_id', 'in', ids)
    const kept = await people.where('guest_id', 'is not', null).distinct().execute()
    const withPeople = new Set(kept.map((row) => row.battle_id))
    await dropBattles(
      transaction,
      ids.filter((id) => !withPeople.has(id)),
    )
  }
}

async function dropBattles({ db }: Transaction, battleIds: readonly string[]): Promise<void> {
  if (battleIds.length === 0) return
  await db.deleteFrom('battle_player').where('battle_id', 'in', battleIds).execute()
  await db.deleteFrom('battle').where('battle_id', 'in', battleIds).execute()
}

/** Computes players' totals anew from all their battles. */
async function recountTotals(transaction: Transaction, guestIds: readonly number[]): Promise<void> {
  if (guestIds.length === 0) return
  const { db } = transaction
  const battles = await db
    .selectFrom('battle_player')
    .select(['guest_id', 'battle_id', 'division', 'ended_at_ms', 'score'])
    .select(['player_rank', 'is_winner', 'has_left', 'set_aside'])
    .where('guest_id', 'in', guestIds)
    .orderBy('guest_id')
    .orderBy('ended_at_ms')
    .orderBy('battle_id')
    .$narrowType<{ guest_id: number }>()
    .execute()
  const tally = new BattleTally([])
  for (const row of battles) tally.add(row.guest_id, row)
  await Promise.all([
    db.deleteFrom('battle_total').where('guest_id', 'in', guestIds).execute(),
    putTotals(transaction, tally.rows()),
  ])
}

async function putTotals({ db }: Transaction, totals: readonly TotalRow[]): Promise<void> {
  for (const { guest_id: guestId, scope, ...sums } of totals) {
    await db
      .insertInto('battle_total')
      .values({ guest_id: guestId, scope, ...sums })
      .onConflict((conflict) => conflict.columns(['guest_id', 'scope']).doUpdateSet(sums))
      .execute()
  }
}

function* portions(ids: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < ids.length; from += MAX_IDS) yield ids.slice(from, from + MAX_IDS)
}
