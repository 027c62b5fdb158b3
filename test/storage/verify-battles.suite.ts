import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../server/storage/database.ts'
import { sqlBattleStore } from '../../server/storage/sql/battles/battle-store.ts'
import { queryBuilder, statement, type Statement } from '../../server/storage/sql/statement.ts'
import { verifyBattles } from '../../server/storage/sql/battles/verify-battles.ts'
import { BattleHistory } from '../factories/battle-history.ts'
import { finishedBattle, person, WON } from '../factories/finished-battle.ts'
import { guestRecord } from '../factories/guests.ts'

const STEPS = 120
const LIMIT_MS = 120_000

/** One number too much, rows that are missing or too many, inconsistent battles, and the reported faults. */
const DAMAGE: readonly (readonly [string, RegExp])[] = [
  ...[
    'battles',
    'wins',
    'current_streak',
    'best_streak',
    'top_score',
    'reached_at_ms',
    'last_ended_at_ms',
  ].map(
    (name) =>
      [
        `update battle_total set ${name} = ${name} + 1 where scope = 'both' and guest_id = 1`,
        new RegExp(`^battle_total of player winner, both: ${name}$`),
      ] as const,
  ),
  [`update battle_total set last_battle_id = 'other'`, /: last_battle_id$/],
  [`delete from battle_total where scope = 'both'`, /^battle_total of player winner, both: battles$/],
  [
    `insert into battle_total select guest_id, 'multiplication_division', 1, 0, 0, 0, 0, 1, 1, 'x'
      from battle_total where guest_id = 1 and scope = 'both'`,
    /^battle_total of player winner, multiplication_division: battles$/,
  ],
  [
    `update battle_player set score = 500 where guest_id = 1`,
    /^battle_total of player winner, \w+: top_score$/,
  ],
  [
    `update battle_player set is_winner = 1 - is_winner`,
    /^battle_total of player (winner|loser), both: wins$/,
  ],
  [`update battle_player set ended_at_ms = 7 where place = 1`, /^battle_player of battle \w+, place 1: /],
  [`update battle set division = 'multiplication_division'`, /^battle_player of battle \w+, place 0: /],
]

function asStatement({ dialect }: Database, text: string): Statement<Record<never, never>, unknown> {
  return statement<Record<never, never>>()(() => ({
    compile: () => sql.raw(text).compile(queryBuilder(dialect)),
  }))
}

/** Two battles that the same player wins. */
async function play(database: Database): Promise<void> {
  const battles = sqlBattleStore(database)
  for (const endedAtMs of [100_000, 200_000]) {
    await battles.save(
      finishedBattle(
        [
          person('hash-a', { ...WON, score: 50 }, (known) => known ?? guestRecord({ publicId: 'winner' })),
          person('hash-b', {}, (known) => known ?? guestRecord({ publicId: 'loser' })),
        ],
        { battleId: `battle${endedAtMs}`, endedAtMs },
      ),
    )
  }
}

/** The reported faults after some damage, which is undone. */
async function toldAfter(database: Database, damage: string): Promise<readonly string[]> {
  const undo = { found: [] as readonly string[] }
  await database
    .write(async (transaction) => {
      expect(await transaction.run(asStatement(database, damage), {})).toBeGreaterThan(0)
      const within: Database = { ...database, snapshot: (job) => job(transaction) }
      const { differences } = await verifyBattles(within, 50)
      for (const { what, stored, recomputed } of differences) {
        if (/last_battle_id|division or end/.test(what)) continue
        expect(stored).not.toBe(recomputed)
      }
      undo.found = differences.map(({ what }) => what)
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return undo.found
}

/** What every adapter's `verifyBattles` finds. */
export function verifyBattlesSuite(open: () => Promise<Database>): void {
  const opened = async (): Promise<Database> => {
    const database = await open()
    onTestFinished(() => database.close())
    return database
  }

  describe('verifyBattles', () => {
    test('[OPS-9] finds a wrong number, a missing row and an extra row in stored battle data', async () => {
      const database = await opened()
      await play(database)
      const intact = { differences: [], more: false, totals: 4, battles: 2 }
      expect(await verifyBattles(database, 50)).toEqual(intact)
      for (const [damage, what] of DAMAGE) {
        expect(await toldAfter(database, damage), damage).toContainEqual(expect.stringMatching(what))
      }
      expect(await verifyBattles(database, 50)).toEqual(intact)
    })

    test('[OPS-9] reports at most the requested number of differences, and says that there are more', async () => {
      const database = await opened()
      await play(database)
      const spoil = asStatement(database, 'update battle_total set wins = 9')
      await database.write((transaction) => transaction.run(spoil, {}))
      const { differences, more } = await verifyBattles(database, 3)
      expect([differences.length, more]).toEqual([3, true])
      expect(differences[0]).toMatchObject({ stored: 9 })
      expect(await verifyBattles(database, 4)).toMatchObject({ more: false })
    })

    test(
      '[OPS-9] finds no difference after a random history with late battles, removals and deleted days',
      async () => {
        const database = await opened()
        const history = new BattleHistory(database, 11)
        for (let step = 0; step < STEPS; step += 1) await history.step()
        const { differences, totals, battles } = await verifyBattles(database, 50)
        expect(differences).toEqual([])
        expect(totals).toBeGreaterThan(0)
        expect(battles).toBeGreaterThan(0)
      },
      LIMIT_MS,
    )
  })
}
