import type { Database, Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import { BattleTally, type TotalRow } from './battle-tally.ts'
import { queryBuilder, statement } from '../statement.ts'

/** A number of battles that is not what the stored battles make it. A player is named by the public id, never by a token. */
export type BattleDifference = {
  readonly what: string
  /** Null where there is no such row. */
  readonly kept: number | null
  readonly recomputed: number | null
}

type BattleVerification = {
  /** The first ones, at most as many as were asked for. */
  readonly differences: readonly BattleDifference[]
  /** Whether there are more. */
  readonly more: boolean
  /** Totals of players that were looked at, and the battles they were recomputed from. */
  readonly totals: number
  readonly battles: number
}

/** So many players of each kind of row are read at a time. */
const PLAYERS_IN_PORTION = 500

const NUMBERS = [
  'battles',
  'wins',
  'current_streak',
  'best_streak',
  'top_score',
  'reached_at_ms',
  'last_ended_at_ms',
] as const

type From = { after: number }
type Between = { after: number; to: number }

function statementsFor(dialect: Dialect) {
  const db = queryBuilder(dialect)
  const next = (table: 'battle_total' | 'battle_player') =>
    statement<From>()((values) =>
      db
        .selectFrom(table)
        .select('guest_id')
        .distinct()
        .where('guest_id', '>', values.after)
        .orderBy('guest_id')
        .limit(PLAYERS_IN_PORTION),
    )
  return {
    next: [next('battle_total'), next('battle_player')],
    totals: statement<Between>()((values) =>
      db
        .selectFrom('battle_total')
        .selectAll()
        .where('guest_id', '>', values.after)
        .where('guest_id', '<=', values.to),
    ),
    played: statement<Between>()((values) =>
      db
        .selectFrom('battle_player')
        .select([
          'guest_id',
          'battle_id',
          'division',
          'ended_at_ms',
          'score',
          'is_winner',
          'player_rank',
          'has_left',
          'set_aside',
        ])
        .where('guest_id', '>', values.after)
        .where('guest_id', '<=', values.to)
        .$narrowType<{ guest_id: number }>()
        .orderBy('guest_id')
        .orderBy('ended_at_ms')
        .orderBy('battle_id'),
    ),
    publicId: statement<{ guestId: number }>()((values) =>
      db.selectFrom('guest').select('public_id').where('id', '=', values.guestId),
    ),
    battles: statement<Record<never, never>>()(() =>
      db.selectFrom('battle').select(({ fn }) => fn.countAll<number>().as('rows')),
    ),
    // Division and end stand with each player as well, so that a guest's battles lie in order (schema.ts).
    strayed: statement<{ most: number }>()((values) =>
      db
        .selectFrom('battle_player')
        .leftJoin('battle', 'battle.battle_id', 'battle_player.battle_id')
        .select([
          'battle_player.battle_id',
          'battle_player.place',
          'battle_player.ended_at_ms as kept',
          'battle.ended_at_ms as recomputed',
        ])
        .where(({ or, eb, ref }) =>
          or([
            eb('battle.battle_id', 'is', null),
            eb('battle.division', '<>', ref('battle_player.division')),
            eb('battle.ended_at_ms', '<>', ref('battle_player.ended_at_ms')),
          ]),
        )
        .orderBy('battle_player.battle_id')
        .orderBy('battle_player.place')
        .limit(values.most),
    ),
  }
}

const keyOf = ({ guest_id: guestId, scope }: TotalRow): string => `${guestId} ${scope}`

/** The totals of one player in one scope, as they are kept and as the battles make them. */
type Sides = { readonly kept: TotalRow | null; readonly made: TotalRow | null }

function sidesOf(kept: readonly TotalRow[], made: readonly TotalRow[]): Sides[] {
  const madeBy = new Map(made.map((row) => [keyOf(row), row]))
  const keptKeys = new Set(kept.map(keyOf))
  return [
    ...kept.map((row) => ({ kept: row, made: madeBy.get(keyOf(row)) ?? null })),
    ...made.filter((row) => !keptKeys.has(keyOf(row))).map((row) => ({ kept: null, made: row })),
  ]
}

function differencesOf({ kept, made }: Sides, player: string): BattleDifference[] {
  const scope = kept?.scope ?? made?.scope
  const told = (name: string, one: number | null, other: number | null): BattleDifference => ({
    what: `battle_total of player ${player}, ${scope}: ${name}`,
    kept: one,
    recomputed: other,
  })
  // Of a row that is missing, or too many, one number says enough.
  if (!kept || !made) return [told('battles', kept?.battles ?? null, made?.battles ?? null)]
  const differing = NUMBERS.filter((name) => kept[name] !== made[name])
  const differences = differing.map((name) => told(name, kept[name], made[name]))
  const isSameLast = kept.last_battle_id === made.last_battle_id
  return isSameLast || differences.length > 0
    ? differences
    : [told('last_battle_id', kept.last_ended_at_ms, made.last_ended_at_ms)]
}

/**
 * Recomputes what the battle boards, the totals and the streaks are read from, from the stored battles, as of one moment, and
 * compares it with what is kept. At most `most` differences are told.
 */
export function verifyBattles(database: Database, most: number): Promise<BattleVerification> {
  const statements = statementsFor(database.dialect)

  /** The last player of the portion behind this one; null when there is nobody more. */
  const endOfPortion = async (transaction: Transaction, after: number): Promise<number | null> => {
    const found = await Promise.all(statements.next.map((next) => transaction.all(next, { after })))
    const ends = found.flatMap((rows) => rows.at(-1)?.guest_id ?? [])
    if (ends.length === 0) return null
    const cut = found.flatMap((rows) =>
      rows.length === PLAYERS_IN_PORTION ? (rows.at(-1)?.guest_id ?? []) : [],
    )
    return cut.length > 0 ? Math.min(...cut) : Math.max(...ends)
  }

  const sidesBetween = async (transaction: Transaction, between: Between): Promise<Sides[]> => {
    const tally = new BattleTally([])
    for (const row of await transaction.all(statements.played, between)) tally.add(row.guest_id, row)
    return sidesOf(await transaction.all(statements.totals, between), tally.rows())
  }

  const playerOf = async (transaction: Transaction, { kept, made }: Sides): Promise<string> => {
    const guestId = kept?.guest_id ?? made?.guest_id ?? 0
    return (await transaction.first(statements.publicId, { guestId }))?.public_id ?? 'unknown'
  }

  return database.snapshot(async (transaction) => {
    const strayed = await transaction.all(statements.strayed, { most: most + 1 })
    const differences: BattleDifference[] = strayed.map(({ battle_id: id, place, kept, recomputed }) => ({
      what: `battle_player of battle ${id}, place ${place}: division or end`,
      kept,
      recomputed,
    }))
    let totals = 0
    for (let after = -1; ;) {
      const to = await endOfPortion(transaction, after)
      if (to === null) break
      for (const sides of await sidesBetween(transaction, { after, to })) {
        totals += sides.kept ? 1 : 0
        if (differences.length > most || isEqual(sides)) continue
        differences.push(...differencesOf(sides, await playerOf(transaction, sides)))
      }
      after = to
    }
    const counted = await transaction.first(statements.battles, {})
    return {
      differences: differences.slice(0, most),
      more: differences.length > most,
      totals,
      battles: counted?.rows ?? 0,
    }
  })
}

function isEqual(sides: Sides): boolean {
  return differencesOf(sides, '').length === 0
}
