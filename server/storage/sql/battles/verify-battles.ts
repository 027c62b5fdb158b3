import type { Database, Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import { BattleTally, type TotalRow } from './battle-tally.ts'
import { queryBuilder, statement } from '../statement.ts'

/** A stored number that differs from the recomputed one. Players are identified by public id, never by token. */
export type BattleDifference = {
  readonly what: string
  /** Null if there is no such row. */
  readonly stored: number | null
  readonly recomputed: number | null
}

type BattleVerification = {
  /** The first of them, up to the requested number. */
  readonly differences: readonly BattleDifference[]
  readonly more: boolean
  /** The number of totals compared, and of battles they were recomputed from. */
  readonly totals: number
  readonly battles: number
}

/** Players per batch, in each of the two tables. */
const PLAYERS_IN_BATCH = 500

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
        .limit(PLAYERS_IN_BATCH),
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
    // Rows whose copy of the battle's division or end is wrong (schema.ts).
    inconsistent: statement<{ most: number }>()((values) =>
      db
        .selectFrom('battle_player')
        .leftJoin('battle', 'battle.battle_id', 'battle_player.battle_id')
        .select([
          'battle_player.battle_id',
          'battle_player.place',
          'battle_player.ended_at_ms as stored',
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

/** A player's totals in one scope: stored, and recomputed from battles. */
type Sides = { readonly stored: TotalRow | null; readonly made: TotalRow | null }

function sidesOf(stored: readonly TotalRow[], made: readonly TotalRow[]): Sides[] {
  const madeBy = new Map(made.map((row) => [keyOf(row), row]))
  const storedKeys = new Set(stored.map(keyOf))
  return [
    ...stored.map((row) => ({ stored: row, made: madeBy.get(keyOf(row)) ?? null })),
    ...made.filter((row) => !storedKeys.has(keyOf(row))).map((row) => ({ stored: null, made: row })),
  ]
}

function differencesOf({ stored, made }: Sides, player: string): BattleDifference[] {
  const scope = stored?.scope ?? made?.scope
  const difference = (name: string, one: number | null, other: number | null): BattleDifference => ({
    what: `battle_total of player ${player}, ${scope}: ${name}`,
    stored: one,
    recomputed: other,
  })
  // For a missing or extra row, one difference is enough.
  if (!stored || !made) return [difference('battles', stored?.battles ?? null, made?.battles ?? null)]
  const differing = NUMBERS.filter((name) => stored[name] !== made[name])
  const differences = differing.map((name) => difference(name, stored[name], made[name]))
  const isSameLast = stored.last_battle_id === made.last_battle_id
  return isSameLast || differences.length > 0
    ? differences
    : [difference('last_battle_id', stored.last_ended_at_ms, made.last_ended_at_ms)]
}

/**
 * Recomputes players' battle totals from the stored battles, in one snapshot, and compares them with the stored ones. Returns at
 * most `most` differences.
 */
export function verifyBattles(database: Database, most: number): Promise<BattleVerification> {
  const statements = statementsFor(database.dialect)

  /** Returns the last player of the next batch; null if there are no more players. */
  const endOfBatch = async (transaction: Transaction, after: number): Promise<number | null> => {
    const found = await Promise.all(statements.next.map((next) => transaction.all(next, { after })))
    const ends = found.flatMap((rows) => rows.at(-1)?.guest_id ?? [])
    if (ends.length === 0) return null
    const cut = found.flatMap((rows) =>
      rows.length === PLAYERS_IN_BATCH ? (rows.at(-1)?.guest_id ?? []) : [],
    )
    return cut.length > 0 ? Math.min(...cut) : Math.max(...ends)
  }

  const sidesBetween = async (transaction: Transaction, between: Between): Promise<Sides[]> => {
    const tally = new BattleTally([])
    for (const row of await transaction.all(statements.played, between)) tally.add(row.guest_id, row)
    return sidesOf(await transaction.all(statements.totals, between), tally.rows())
  }

  const playerOf = async (transaction: Transaction, { stored, made }: Sides): Promise<string> => {
    const guestId = stored?.guest_id ?? made?.guest_id ?? 0
    return (await transaction.first(statements.publicId, { guestId }))?.public_id ?? 'unknown'
  }

  return database.snapshot(async (transaction) => {
    const inconsistent = await transaction.all(statements.inconsistent, { most: most + 1 })
    const differences: BattleDifference[] = inconsistent.map(
      ({ battle_id: id, place, stored, recomputed }) => ({
        what: `battle_player of battle ${id}, place ${place}: division or end`,
        stored,
        recomputed,
      }),
    )
    let totals = 0
    for (let after = -1; ;) {
      const to = await endOfBatch(transaction, after)
      if (to === null) break
      for (const sides of await sidesBetween(transaction, { after, to })) {
        totals += sides.stored ? 1 : 0
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
