import type { GuestRecord } from '../../../../domain/guest-record.ts'
import type { BotId } from '../../../../domain/bot.ts'
import type { Division, Preference } from '../../../../domain/division.ts'
import {
  withoutPlayers,
  type BattleBoardRow,
  type BattleHistoryRow,
  type BattleStore,
  type BattleWinner,
  type FinishedBattle,
} from '../../../battle/port.ts'
import { PlayersDeleted } from '../../../guest/port.ts'
import type { Database, Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import { BattleRows } from './battle-rows.ts'
import { withPracticedSetAside } from './practice-during-battles.ts'
import type { Scope } from './battle-tally.ts'
import { BoardRows } from '../boards/board-rows.ts'
import { Batcher, maxConcurrentBatches, type Outcome } from '../batcher.ts'
import { GuestRows, type KnownGuest } from '../practice/guest-rows.ts'
import type { BattlePlayerTable, BattleTable } from '../schema.ts'
import { perDialect, queryBuilder, statement, type RowOf } from '../statement.ts'

/** Battles per transaction, so that no turn of the event loop takes long. */
const MAX_AT_ONCE = 32
const MAX_WAITING = 10_000

const readingStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  const totals = db
    .selectFrom('battle_total')
    .innerJoin('guest', 'guest.id', 'battle_total.guest_id')
    .select([
      'guest.public_id',
      'guest.nickname',
      'battle_total.wins',
      'battle_total.current_streak',
      'battle_total.top_score',
    ])
  return {
    board: statement<{ scope: Scope; limit: number }>()((values) =>
      totals
        .where('battle_total.scope', '=', values.scope)
        .where(({ eb }) => eb('guest.hidden', '=', eb.lit(0)))
        .orderBy('battle_total.wins', 'desc')
        .orderBy('battle_total.current_streak', 'desc')
        .orderBy('battle_total.top_score', 'desc')
        .orderBy('battle_total.reached_at_ms')
        .orderBy('battle_total.guest_id')
        .limit(values.limit),
    ),
    own: statement<{ scope: Scope; tokenHash: string }>()((values) =>
      totals
        .select(['battle_total.battles', 'battle_total.best_streak', 'guest.hidden'])
        .where('guest.token_hash', '=', values.tokenHash)
        .where('battle_total.scope', '=', values.scope),
    ),
    history: statement<{ tokenHash: string; limit: number }>()((values) =>
      db
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
          selectFrom('guest').select('guest.id').where('guest.token_hash', '=', values.tokenHash),
        )
        .orderBy('own.ended_at_ms', 'desc')
        .orderBy('own.battle_id', 'desc')
        .limit(values.limit),
    ),
  }
})

type TotalsRow = RowOf<ReturnType<typeof readingStatements>['board']>

function boardRow(row: TotalsRow): BattleBoardRow {
  return {
    publicId: row.public_id,
    nickname: row.nickname,
    wins: row.wins,
    winStreak: row.current_streak,
    topScore: row.top_score,
  }
}

type HistoryRow = RowOf<ReturnType<typeof readingStatements>['history']>

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

type Records = ReadonlyMap<string, GuestRecord>

/** The new records of a battle's players. Throws if one of their changes throws. */
function changedPlayers(battle: FinishedBattle, before: (tokenHash: string) => GuestRecord | null): Records {
  return new Map(
    battle.players.flatMap((player) =>
      player.kind === 'person' ? [[player.tokenHash, player.change(before(player.tokenHash))] as const] : [],
    ),
  )
}

/** The outcome of a batch, before anything is written. */
type Judged = {
  readonly guests: Records
  /** The battles to store, without duplicates. */
  readonly fresh: readonly FinishedBattle[]
  readonly outcomes: readonly Outcome<void>[]
}

function judge(
  battles: readonly FinishedBattle[],
  known: ReadonlyMap<string, KnownGuest>,
  stored: Set<string>,
): Judged {
  const guests = new Map<string, GuestRecord>()
  const fresh: FinishedBattle[] = []
  const outcomes = battles.map((battle): Outcome<void> => {
    if (stored.has(battle.battleId)) return { ok: true, value: undefined }
    try {
      const before = (hash: string) => guests.get(hash) ?? known.get(hash)?.guest ?? null
      for (const [tokenHash, guest] of changedPlayers(battle, before)) guests.set(tokenHash, guest)
    } catch (error) {
      return { ok: false, error }
    }
    stored.add(battle.battleId)
    fresh.push(battle)
    return { ok: true, value: undefined }
  })
  return { guests, fresh, outcomes }
}

function tokenHashesOf(battles: readonly FinishedBattle[]): string[] {
  const people = battles.flatMap(({ players }) => players.filter((player) => player.kind === 'person'))
  return [...new Set(people.map(({ tokenHash }) => tokenHash))]
}

/** Stores finished battles inside the caller's transaction. */
class BattleWriter {
  readonly #guestRows: GuestRows
  readonly #boards: BoardRows
  readonly #battleRows: BattleRows

  constructor(dialect: Dialect) {
    this.#guestRows = new GuestRows(dialect)
    this.#boards = new BoardRows(dialect)
    this.#battleRows = new BattleRows(dialect)
  }

  /** Stores the players; returns their row ids by token hash. */
  async #putGuests(
    transaction: Transaction,
    guests: Records,
    known: ReadonlyMap<string, KnownGuest>,
  ): Promise<Map<string, number>> {
    const changes = this.#boards.changes()
    await this.#guestRows.putAll(transaction, guests, known, changes)
    this.#boards.apply(transaction, changes)
    const fresh = [...guests.keys()].filter((tokenHash) => !known.has(tokenHash))
    const made = fresh.length === 0 ? [] : await this.#guestRows.findToChange(transaction, fresh)
    return new Map([...known, ...made].map(([tokenHash, { id }]) => [tokenHash, id]))
  }

  async saveAll(
    transaction: Transaction,
    battles: readonly FinishedBattle[],
  ): Promise<readonly Outcome<void>[]> {
    const tokenHashes = tokenHashesOf(battles)
    const battleIds = battles.map(({ battleId }) => battleId)
    // Locks the players first, so that no one else changes their totals.
    const [known, totals, stored] = await Promise.all([
      this.#guestRows.findToChange(transaction, tokenHashes),
      this.#battleRows.totalsOf(transaction, tokenHashes),
      this.#battleRows.stored(transaction, battleIds),
    ])
    const merged = [...known].filter(([, { guest }]) => guest.mergedAtMs !== null)
    if (merged.length > 0) throw new PlayersDeleted(new Set(merged.map(([tokenHash]) => tokenHash)))
    const { guests, fresh, outcomes } = judge(battles, known, stored)
    if (fresh.length === 0) return outcomes
    const ids = await this.#putGuests(transaction, guests, known)
    const counted = await withPracticedSetAside(this.#battleRows, transaction, fresh, known)
    const rows = counted.flatMap((battle) => playerRows(battle, ids))
    await this.#battleRows.insert(transaction, fresh.map(battleRow), rows, totals)
    return outcomes
  }
}

/** Stores finished battles. Those that end at the same time share a transaction and its statements. */
export function sqlBattleStore(database: Database): BattleStore {
  const saving = new BattleWriter(database.dialect)
  const reading = readingStatements(database.dialect)

  /** Saves battles without players who have been deleted or merged meanwhile. */
  const saveExisting = async (battles: readonly FinishedBattle[]): Promise<readonly Outcome<void>[]> => {
    try {
      return await database.write((transaction) => saving.saveAll(transaction, battles))
    } catch (error) {
      if (!(error instanceof PlayersDeleted)) throw error
      const kept = battles.flatMap((battle) => withoutPlayers(battle, error.tokenHashes) ?? [])
      const outcomes = kept.length > 0 ? await saveExisting(kept) : []
      const outcomeOf = new Map(kept.map(({ battleId }, index) => [battleId, outcomes[index]]))
      return battles.map(({ battleId }) => outcomeOf.get(battleId) ?? { ok: true, value: undefined })
    }
  }

  const batcher = new Batcher<FinishedBattle, void>({
    runBatch: saveExisting,
    maxBatchSize: MAX_AT_ONCE,
    maxConcurrent: maxConcurrentBatches(database.dialect),
    maxWaiting: MAX_WAITING,
  })
  return {
    save: (battle) => batcher.add(battle),

    board: (division, limit) =>
      database.read(async (transaction) =>
        (await transaction.all(reading.board, { scope: division, limit })).map(boardRow),
      ),

    ownRow: (division, tokenHash) =>
      database.read(async (transaction) => {
        const row = await transaction.first(reading.own, { scope: division, tokenHash })
        return row?.hidden === 0 ? boardRow(row) : null
      }),

    history: (tokenHash, limit) =>
      database.read(async (transaction) =>
        (await transaction.all(reading.history, { tokenHash, limit })).map(historyRow),
      ),

    stats: (tokenHash) =>
      database.read(async (transaction) => {
        const row = await transaction.first(reading.own, { scope: 'both', tokenHash })
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
