import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { CELLS_IN_PARENT } from '../../domain/ranking.ts'
import type { Database } from '../../server/storage/database.ts'
import { boardNumber } from '../../server/storage/sql/boards/board-number.ts'
import { sqlPracticeStore } from '../../server/storage/sql/practice/practice-store.ts'
import { queryBuilder, statement, type Statement } from '../../server/storage/sql/statement.ts'
import { verifyBoards, type Verification } from '../../server/storage/sql/boards/verify-boards.ts'
import { DAY, guestRecord, newTokenHash, practiceResult } from '../factories/guests.ts'

const EMPTY_BOARD = boardNumber({ day: DAY, league: 'division_facts' })

/** Three players share the first level's cell, and have one each in every other level. */
const CELLS = 1 + 3 * (CELLS_IN_PARENT.length - 1)

/** One number too much in one row of each table; text that is wrong; rows that are missing or too many. */
const DAMAGE: readonly (readonly [string, RegExp])[] = [
  ...['score', 'problems_solved', 'correct_answers', 'sessions', 'reached_at_ms'].map(
    (name) =>
      [
        `update daily_score set ${name} = ${name} + 1 where guest_id = 2`,
        new RegExp(`^daily_score of player public2, state "Ohio": ${name}$`),
      ] as const,
  ),
  [
    `update daily_score set state = 'Iowa' where guest_id = 2`,
    /^daily_score of player public2, state "Iowa"/,
  ],
  ['delete from daily_score where guest_id = 2', /^daily_score of player public2, state "Ohio"/],
  [`update guest set state = 'Iowa' where id = 2`, /^daily_score of player public2, state "(Ohio|Iowa)"/],
  ...CELLS_IN_PARENT.map(
    (_, level) =>
      [
        `update rank_cell set players = players + 1 where level = ${level}`,
        new RegExp(`^rank_cell of level ${level}, cell \\d+: players$`),
      ] as const,
  ),
  ['delete from rank_cell where level = 1', /^rank_cell of level 1, cell \d+: players$/],
  [`insert into rank_cell values (${EMPTY_BOARD}, 2, 7, -1)`, /^rank_cell of level 2, cell 7: players$/],
  ...['players', 'problems_solved', 'score', 'top_score'].map(
    (name) =>
      [
        `update state_score set ${name} = ${name} + 1`,
        new RegExp(`^state_score of state "Ohio": ${name}$`),
      ] as const,
  ),
  ['delete from state_score', /^state_score of state "Ohio": players$/],
  [
    `insert into state_score values (${EMPTY_BOARD}, 'Iowa', 0, 0, 0, 0)`,
    /^state_score of state "Iowa": players$/,
  ],
  [
    `insert into state_score values (${EMPTY_BOARD + 90}, 'Iowa', 0, 0, 0, 0)`,
    new RegExp(`^state_score of board ${EMPTY_BOARD + 90}, state "Iowa": players$`),
  ],
  ['update state_day set players = players + 1', /^state_day of state "Ohio": players$/],
  ['update state_day set score = score + 1', /^state_day of state "Ohio": score$/],
  [`insert into state_day values ('${DAY}', 'Iowa', 1, 1)`, /^state_day of state "Iowa": players$/],
  ['update practice_result set score = score + 1 where guest_id = 2', /^daily_score .* score$/],
  ['update practice_result set played_at_ms = 1 where guest_id = 2', /^daily_score .* reached_at_ms$/],
]

function asStatement({ dialect }: Database, text: string): Statement<Record<never, never>, unknown> {
  return statement<Record<never, never>>()(() => ({
    compile: () => sql.raw(text).compile(queryBuilder(dialect)),
  }))
}

function tamper(database: Database, text: string): Promise<number> {
  return database.write((transaction) => transaction.run(asStatement(database, text), {}))
}

async function play(database: Database): Promise<void> {
  const results = sqlPracticeStore(database)
  for (const index of [1, 2, 3]) {
    const guest = guestRecord({ state: 'Ohio', publicId: `public${index}` })
    const result = practiceResult({ tokenHash: newTokenHash(), score: 10 * index, playedAtMs: 5_000 })
    await results.record(result, () => guest)
  }
}

/** What is found after some damage, which is undone. */
async function foundAfter(database: Database, damage: string): Promise<Verification> {
  const undo = { found: null as Verification | null }
  await database
    .write(async (transaction) => {
      if ((await transaction.run(asStatement(database, damage), {})) === 0) return
      const within: Database = { ...database, snapshot: (job) => job(transaction) }
      undo.found = await verifyBoards(within, DAY, 50)
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  if (!undo.found) throw new Error(`no damage was done by ${damage}`)
  return undo.found
}

/** What every adapter's `verifyBoards` finds. */
export function verifyBoardsSuite(open: () => Promise<Database>): void {
  const opened = async (): Promise<Database> => {
    const database = await open()
    onTestFinished(() => database.close())
    return database
  }

  describe('verifyBoards', () => {
    test('[LB-25] finds a wrong number, a wrong text, a missing row and an extra row in each table', async () => {
      const database = await opened()
      await play(database)
      const intact = { differences: [], more: false, rows: 3 + CELLS + 1 + 1, sessions: 3 }
      expect(await verifyBoards(database, DAY, 50)).toEqual(intact)
      for (const [damage, what] of DAMAGE) {
        const { differences } = await foundAfter(database, damage)
        const texts = differences.map((difference) => difference.what)
        expect(texts, damage).toContainEqual(expect.stringMatching(what))
        for (const { day, stored, recomputed } of differences) {
          expect(day).toBe(DAY)
          expect(stored).not.toBe(recomputed)
        }
      }
      expect(await verifyBoards(database, DAY, 50)).toEqual(intact)
    })

    test('[LB-25] reports day, league, row and both numbers, and at most the requested number of differences', async () => {
      const database = await opened()
      await play(database)
      await tamper(database, 'update daily_score set score = 99 where guest_id = 2')
      const found = await verifyBoards(database, DAY, 50)
      expect(found.differences).toEqual([
        {
          day: DAY,
          league: 'addition_facts',
          what: 'daily_score of player public2, state "Ohio": score',
          stored: 99,
          recomputed: 20,
        },
      ])
      await tamper(database, 'update daily_score set score = 99')
      expect(await verifyBoards(database, DAY, 2)).toMatchObject({ differences: [{}, {}], more: true })
    })

    test('[LB-25] leaves out days that retention has deleted, and accepts an emptied cell', async () => {
      const database = await opened()
      await play(database)
      await tamper(database, 'update daily_score set score = 99')
      expect(await verifyBoards(database, '2026-03-19', 50)).toEqual({
        differences: [],
        more: false,
        rows: 0,
        sessions: 0,
      })
      await tamper(database, 'update daily_score set score = 10 * guest_id')
      await tamper(database, `insert into rank_cell values (${EMPTY_BOARD}, 2, 7, 0)`)
      expect(await verifyBoards(database, DAY, 50)).toMatchObject({ differences: [] })
    })

    test('[LB-25] is right for scores, problems and instants beyond every bound', async () => {
      const database = await opened()
      const results = sqlPracticeStore(database)
      const dayMs = Date.parse(`${DAY}T09:00:00Z`)
      for (const [score, problemsSolved, playedAtMs] of [
        [2 ** 20, 2 ** 18, dayMs - 1],
        [2 ** 20 - 1, 2 ** 18 - 1, dayMs],
        [0, 0, dayMs + 25 * 3_600_000],
        [63, 1, dayMs + 200 * 3_600_000],
        [64, 1, dayMs + 599_999],
        [65, 1, dayMs + 600_000],
      ] as const) {
        await results.record(practiceResult({ score, problemsSolved, playedAtMs }), () => guestRecord())
      }
      expect(await verifyBoards(database, DAY, 50)).toMatchObject({ differences: [], sessions: 6 })
    })

    test('[LB-25] does not see half of a concurrent write', async () => {
      const database = await opened()
      await play(database)
      const results = sqlPracticeStore(database)
      const looked = new AbortController()
      const writing = (async () => {
        while (!looked.signal.aborted) {
          const result = practiceResult({ league: 'division_facts', score: 5 })
          await results.record(result, () => guestRecord({ state: 'Iowa' }))
        }
      })()
      for (let times = 0; times < 20; times += 1) {
        expect(await verifyBoards(database, DAY, 50)).toMatchObject({ differences: [] })
      }
      looked.abort()
      await writing
    })
  })
}
