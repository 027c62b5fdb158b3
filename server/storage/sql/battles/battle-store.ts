import type { BotId } from '../../../../domain/bot.ts'
import type { Division, Preference } from '../../../../domain/division.ts'
import {
  withoutPlayers,
  type BattleBoardRow,
  type BattleHistoryRow,
  type BattleWinner,
  type FinishedBattle,
} from '../../../battle/port.ts'
import { PlayersDeleted } from '../../../guest/port.ts'
import type { Database, Transaction } from '../../database.ts'
import { insertBattle, isStored, totalsOf } from './battle-rows.ts'
import type { Scope } from './battle-tally.ts'
import { withPracticedSetAside } from './practice-during-battles.ts'
import { BoardChanges } from '../boards/board-changes.ts'
import { lockGuests, putGuest, type KnownGuest } from '../practice/guest-rows.ts'
import type { BattlePlayerTable, BattleTable } from '../schema.ts'

/** Totals of players, with what a board shows of them. */
function totals({ db }: Transaction) {
  return db
    .selectFrom('battle_total')
    .innerJoin('guest', 'guest.id', 'battle_total.guest_id')
    .select([
      'guest.public_id',
      'guest.nickname',
      'battle_total.wins',
      'battle_total.current_streak',
      'battle_total.top_score',
    ])
}

function boardOf(transaction: Transaction, division: Division, limit: number) {
  return totals(transaction)
    .where('battle_total.scope', '=', division)
    .where(({ eb, lit }) => eb('guest.hidden', '=', lit(0)))
    .orderBy('battle_total.wins', 'desc')
    .orderBy('battle_total.current_streak', 'desc')
    .orderBy('battle_total.top_score', 'desc')
    .orderBy('battle_total.reached_at_ms')
    .orderBy('battle_total.guest_id')
    .limit(limit)
    .execute()
}

function ownTotals(transaction: Transaction, scope: Scope, tokenHash: string) {
  return totals(transaction)
    .select(['battle_total.battles', 'battle_total.best_streak', 'guest.hidden'])
    .where('guest.token_hash', '=', tokenHash)
    .where('battle_total.scope', '=', scope)
    .executeTakeFirst()
}

function historyOf({ db }: Transaction, tokenHash: string, limit: number) {
  return db
    .selectFrom('battle_player as own')
    .innerJoin('battle', 'battle.battle_id', 'own.battle_id')
    .leftJoin('battle_player as winner', (join) =>
      join.onRef('winner.battle_id', '=', 'own.battle_id').on(({ eb, selectFrom }) =>
        eb(
          'winner.place',
          '=',
          selectFrom('battle_player as first')
            .select(({ fn }) => fn.min('first.place').as('place'))
            .whereRef('first.battle_id', '=', 'own.battle_id')
            .where('first.is_winner', '=', eb.lit(1)),
        ),
      ),
    )
    .leftJoin('guest as winning', 'winning.id', 'winner.guest_id')
    .select([
      'battle.battle_id',
      'battle.division',
      'battle.preference',
      'battle.ended_at_ms',
      'battle.players',
      'own.score',
      'own.player_rank',
      'own.is_winner',
      'winner.bot_id',
      'winning.public_id',
    ])
    .where('own.guest_id', '=', ({ selectFrom }) =>
      selectFrom('guest').select('guest.id').where('guest.token_hash', '=', tokenHash),
    )
    .orderBy('own.ended_at_ms', 'desc')
    .orderBy('own.battle_id', 'desc')
    .limit(limit)
    .execute()
}

type TotalsRow = Awaited<ReturnType<typeof boardOf>>[number]

function boardRow(row: TotalsRow): BattleBoardRow {
  return {
    publicId: row.public_id,
    nickname: row.nickname,
    wins: row.wins,
    winStreak: row.current_streak,
    topScore: row.top_score,
  }
}

type HistoryRow = Awaited<ReturnType<typeof historyOf>>[number]

function winnerOf(row: HistoryRow): BattleWinner {
  if (row.is_winner === 1) return { kind: 'you' }
  if (row.public_id !== null) return { kind: 'person', publicId: row.public_id }
  return row.bot_id === null ? null : { kind: 'bot', botId: row.bot_id as BotId }
}

function historyRow(row: HistoryRow): BattleHistoryRow {
  return {
    battleId: row.battle_id,
    division: row.division as Division,
    preference: row.preference as Preference,
    endedAtMs: row.ended_at_ms,
    winner: winnerOf(row),
    score: row.score,
    rank: row.player_rank,
    players: row.players,
  }
}

function battleRow(battle: FinishedBattle): BattleTable {
  return {
    battle_id: battle.battleId,
    division: battle.division,
    preference: battle.preference,
    started_at_ms: battle.startedAtMs,
    ended_at_ms: battle.endedAtMs,
    practice_day: battle.practiceDay,
    players: battle.players.length,
  }
}

function playerRows(battle: FinishedBattle, ids: ReadonlyMap<string, number>): BattlePlayerTable[] {
  return battle.players.map((player, place) => {
    const guestId = player.kind === 'person' ? ids.get(player.tokenHash) : null
    if (guestId === undefined) throw new Error('a stored guest has no id')
    const isSetAside = player.kind === 'person' && player.setAside === true
    return {
      battle_id: battle.battleId,
      place,
      guest_id: guestId,
      bot_id: player.kind === 'bot' ? player.botId : null,
      division: battle.division,
      ended_at_ms: battle.endedAtMs,
      score: player.score,
      problems_answered: player.problemsAnswered,
      response_time_ms: player.responseTimeMs,
      player_rank: player.rank,
      // A battle left on purpose is not a win (decisions §7).
      is_winner: player.isWinner && !player.left && !isSetAside ? 1 : 0,
      has_left: player.left ? 1 : 0,
      set_aside: isSetAside ? 1 : 0,
    }
  })
}

function tokenHashesOf({ players }: FinishedBattle): string[] {
  return players.flatMap((player) => (player.kind === 'person' ? [player.tokenHash] : []))
}

/** Stores a battle's players; returns their row ids by token hash. */
async function putPlayers(
  transaction: Transaction,
  battle: FinishedBattle,
  known: ReadonlyMap<string, KnownGuest>,
): Promise<Map<string, number>> {
  const people = battle.players.flatMap((player) => (player.kind === 'person' ? [player] : []))
  const boards = new BoardChanges()
  const ids = new Map<string, number>()
  // Sorted to prevent deadlocks.
  for (const { tokenHash, change } of people.toSorted((a, b) => (a.tokenHash < b.tokenHash ? -1 : 1))) {
    const before = known.get(tokenHash) ?? null
    const guest = change(before?.guest ?? null)
    ids.set(tokenHash, (await putGuest(transaction, tokenHash, before, guest, boards)).id)
  }
  await boards.apply(transaction)
  return ids
}

/** Stores a finished battle once. Throws PlayersDeleted if players have been deleted or merged meanwhile. */
async function saveBattle(transaction: Transaction, battle: FinishedBattle): Promise<void> {
  const tokenHashes = tokenHashesOf(battle)
  // Locks the players first, so that no one else changes their totals.
  const [known, before, isKnown] = await Promise.all([
    lockGuests(transaction, tokenHashes),
    totalsOf(transaction, tokenHashes),
    isStored(transaction, battle.battleId),
  ])
  const merged = [...known].filter(([, { guest }]) => guest.mergedAtMs !== null)
  if (merged.length > 0) throw new PlayersDeleted(new Set(merged.map(([tokenHash]) => tokenHash)))
  if (isKnown) return
  const ids = await putPlayers(transaction, battle, known)
  const counted = await withPracticedSetAside(transaction, battle, known)
  await insertBattle(transaction, battleRow(battle), playerRows(counted, ids), before)
}

/** Saves a battle without players who have been deleted or merged meanwhile. */
async function saveExisting(database: Database, battle: FinishedBattle): Promise<void> {
  try {
    await database.write((transaction) => saveBattle(transaction, battle))
  } catch (error) {
    if (!(error instanceof PlayersDeleted)) throw error
    const kept = withoutPlayers(battle, error.tokenHashes)
    if (kept) await saveExisting(database, kept)
  }
}

/** Stores finished battles. */
export function sqlBattleStore(database: Database) {
  return {
    /** Stores a battle and what boards count from it; durable when it resolves. Idempotent. */
    save: (battle: FinishedBattle) => saveExisting(database, battle),

    /** The best players of a division: by wins, then current win streak, then top score, then who reached it first. */
    board: (division: Division, limit: number) =>
      database.read(async (transaction) => (await boardOf(transaction, division, limit)).map(boardRow)),

    /** The player's own row, or null without a stored battle in this division. */
    ownRow: (division: Division, tokenHash: string) =>
      database.read(async (transaction) => {
        const row = await ownTotals(transaction, division, tokenHash)
        return row?.hidden === 0 ? boardRow(row) : null
      }),

    /** Newest first. */
    history: (tokenHash: string, limit: number) =>
      database.read(async (transaction) => (await historyOf(transaction, tokenHash, limit)).map(historyRow)),

    /** A player's totals over all stored battles of both divisions; all 0 without any. */
    stats: (tokenHash: string) =>
      database.read(async (transaction) => {
        const row = await ownTotals(transaction, 'both', tokenHash)
        return {
          victories: row?.wins ?? 0,
          battles: row?.battles ?? 0,
          currentStreak: row?.current_streak ?? 0,
          bestStreak: row?.best_streak ?? 0,
          topScore: row?.top_score ?? 0,
        }
      }),
  }
}

export type BattleStore = ReturnType<typeof sqlBattleStore>
