import { describe, expect, onTestFinished, test } from 'vitest'
import { readBulkRemoval, removeGuests } from '../../server/ops/bulk-removal.ts'
import { removeGuest, type BulkRemovalStore } from '../../server/ops/removal.ts'
import type { Database } from '../../server/storage/database.ts'
import { tokenHash } from '../../server/guest/token.ts'
import { sqlBattleStore } from '../../server/storage/sql/battles/battle-store.ts'
import { sqlGuestStore } from '../../server/storage/sql/practice/guest-store.ts'
import { sqlLeaderboardStore } from '../../server/storage/sql/boards/leaderboard-store.ts'
import { sqlPracticeStore } from '../../server/storage/sql/practice/practice-store.ts'
import { sqlRemovalStore } from '../../server/storage/sql/retention/removal-store.ts'
import { recountBoards } from '../factories/board-recount.ts'
import { botPlayer, finishedBattle, person } from '../factories/finished-battle.ts'
import { everyTable } from '../factories/every-table.ts'
import { newToken } from '../factories/guest-calls.ts'
import { DAY, guestRecord, practiceResult } from '../factories/guests.ts'

/** What every adapter behind the RemovalStore port does. */
export function removalStoreSuite(open: () => Promise<Database>): void {
  const opened = async () => {
    const database = await open()
    onTestFinished(() => database.close())
    const results = sqlPracticeStore(database)
    const play = async (
      token: string,
      nickname: string,
      publicId: string,
      practiceDay = DAY,
      addressKey = '',
    ) => {
      const hash = tokenHash(token)
      const change = () =>
        guestRecord({ nickname, publicId, state: 'Ohio', lastActiveDay: practiceDay, addressKey })
      await results.record(practiceResult({ tokenHash: hash, practiceDay }), change)
      const report = { tokenHash: hash, practiceDay, submissionId: `report-${practiceDay}` }
      await sqlGuestStore(database).addTime(report, change)
    }
    const by = { operator: 'operator', nowMs: 5_000 }
    const remove = (text: string) =>
      removeGuest(sqlRemovalStore(database), { text, tokenHash: tokenHash(text) }, by)
    const removals = async () => (await everyTable(database)).get('removal') ?? []
    return { database, play, remove, removals, by }
  }

  describe('RemovalStore', () => {
    test.each([
      ['nickname', () => 'SwiftFox42'],
      ['public id', () => 'AAAABBBBCCCCDDDD'],
      ['session token', (token: string) => token],
    ])(
      '[LB-26, LB-106] removes the guest with this %s from everywhere, and nobody else',
      async (_what, text) => {
        const { database, play, remove, removals } = await opened()
        const [token, other] = [newToken(), newToken()]
        await play(token, 'SwiftFox42', 'AAAABBBBCCCCDDDD', '2026-03-17')
        await play(token, 'SwiftFox42', 'AAAABBBBCCCCDDDD')
        await play(other, 'CalmOtter7', 'EEEEFFFFGGGGHHHH')
        const battle = finishedBattle([person(tokenHash(token)), botPlayer('bot-1')])
        await sqlBattleStore(database).save(battle)
        const removed = await remove(text(token))
        expect(removed.exitCode).toBe(0)
        const said = removed.lines.join('\n')
        expect(said).toContain('SwiftFox42, public id AAAABBBBCCCCDDDD')
        expect(said).toContain('2 sessions, the part in 1 battle, 2 time reports')
        expect(said).not.toContain(token)
        expect(said).not.toContain(tokenHash(token))

        expect(await sqlGuestStore(database).find(tokenHash(token))).toBeNull()
        const boards = sqlLeaderboardStore(database)
        expect(await boards.players(DAY, 'addition_facts', 50)).toMatchObject([
          { rank: 1, publicId: 'EEEEFFFFGGGGHHHH' },
        ])
        expect((await boards.dailyStats(DAY, tokenHash(other))).leagues).toMatchObject([
          { rank: 1, total: 1 },
        ])
        expect(await boards.statesOfAllLeagues('2026-03-17', 50)).toEqual([])
        const verification = await recountBoards(database, '2026-03-01')
        expect(verification).toMatchObject({ differences: [], sessions: 1 })
        const criteria = '{"publicId":"AAAABBBBCCCCDDDD"}'
        expect(await removals()).toMatchObject([
          { at_ms: 5_000, operator: 'operator', criteria, guests: 1, sessions: 2, battles: 1 },
        ])
      },
    )

    test('[LB-26, LB-106] if several or none match, says what it found and removes nothing', async () => {
      const { database, play, remove, removals } = await opened()
      const tokens = [newToken(), newToken()]
      await play(tokens[0] ?? '', 'SwiftFox42', 'AAAABBBBCCCCDDDD', '2026-03-17')
      await play(tokens[1] ?? '', 'SwiftFox42', 'EEEEFFFFGGGGHHHH')
      const several = await remove('SwiftFox42')
      expect(several.exitCode).toBe(1)
      expect(several.lines.slice(1)).toEqual([
        `  EEEEFFFFGGGGHHHH  SwiftFox42, last active on ${DAY}`,
        '  AAAABBBBCCCCDDDD  SwiftFox42, last active on 2026-03-17',
      ])
      const nobody = await remove('NoSuchFox1')
      expect(nobody).toEqual({
        lines: ['No guest has this nickname, public id or session token.'],
        exitCode: 1,
      })
      for (const token of tokens) expect(await sqlGuestStore(database).find(tokenHash(token))).not.toBeNull()
      expect(await removals()).toEqual([])
      expect((await remove('EEEEFFFFGGGGHHHH')).exitCode).toBe(0)
      expect((await remove('SwiftFox42')).exitCode).toBe(0)
    })

    test('[LB-26] a removed guest who plays on is a new one', async () => {
      const { database, play, remove } = await opened()
      const token = newToken()
      await play(token, 'SwiftFox42', 'AAAABBBBCCCCDDDD')
      await remove(token)
      await play(token, 'SwiftFox42', 'EEEEFFFFGGGGHHHH')
      expect(await sqlLeaderboardStore(database).players(DAY, 'addition_facts', 50)).toMatchObject([
        { publicId: 'EEEEFFFFGGGGHHHH', score: 20 },
      ])
    })

    test.each([
      [['--day', '2026-03-17'], 2],
      [['--name', 'Swift*'], 2],
      [['--name', 'Swift%'], 0],
      [['--state', 'Oh*'], 3],
      [['--day', '2026-03-17', '--name', 'Calm*'], 1],
      [['--same-address-as', 'AAAABBBBCCCCDDDD'], 2],
      [['--same-address-as', 'AAAABBBBCCCCDDDD', '--name', 'Calm*'], 1],
      [['--same-address-as', 'CCCCDDDDEEEEFFFF'], 0],
      [['--same-address-as', 'nobody'], 0],
    ])(
      '[LB-104, LB-106] %j removes %i guests at once and leaves a record; boards add up',
      async (args, count) => {
        const { database, play, removals, by } = await opened()
        await play(newToken(), 'SwiftFox42', 'AAAABBBBCCCCDDDD', '2026-03-17', 'one address')
        await play(newToken(), 'CalmOwl7', 'BBBBCCCCDDDDEEEE', '2026-03-17', 'one address')
        await play(newToken(), 'SwiftBee3', 'CCCCDDDDEEEEFFFF')
        const store = sqlRemovalStore(database)
        const run = (more: readonly string[]) => {
          const wanted = readBulkRemoval([...args, ...more])
          if (wanted === null || typeof wanted === 'string') throw new Error('these are no criteria')
          return removeGuests(store, wanted, by)
        }
        expect((await run([])).lines).toEqual([
          `Guests that match: ${count}. Add --yes to remove them; nothing was removed.`,
        ])
        expect((await everyTable(database)).get('guest')).toHaveLength(3)
        expect((await run(['--yes'])).lines[0]).toBe(
          `Removed: guests ${count}, sessions ${count}, parts in battles 0, time reports ${count}.`,
        )
        const tables = await everyTable(database)
        expect(tables.get('guest')).toHaveLength(3 - count)
        expect(await removals()).toMatchObject([
          { at_ms: 5_000, operator: 'operator', guests: count, sessions: count, battles: 0 },
        ])
        expect(await recountBoards(database, '2026-01-01')).toMatchObject({ differences: [] })
      },
    )

    test('[LB-106] a removal that fails halfway leaves a record of what it removed', async () => {
      const { database, play, removals, by } = await opened()
      await play(newToken(), 'SwiftFox42', 'AAAABBBBCCCCDDDD')
      await play(newToken(), 'SwiftOwl7', 'BBBBCCCCDDDDEEEE')
      const store = sqlRemovalStore(database)
      const failing: BulkRemovalStore = {
        ...store,
        // A batch that has one guest of the two, and the next one.
        matching: async () => ['AAAABBBBCCCCDDDD', ...Array<string>(99).fill('nobody'), 'BBBBCCCCDDDDEEEE'],
        remove: (publicId) =>
          publicId === 'BBBBCCCCDDDDEEEE'
            ? Promise.reject(new Error('the database is away'))
            : store.remove(publicId),
      }
      const wanted = { criteria: { nickname: 'Swift*' }, isConfirmed: true }
      await expect(removeGuests(failing, wanted, by)).rejects.toThrow('away')
      expect(await removals()).toMatchObject([{ guests: 1, sessions: 1, criteria: '{"nickname":"Swift*"}' }])
    })
  })

  test.each([[[]], [['--yes']], [['--day']], [['--town', 'x']], [['--name', '']]])(
    '[LB-104] %j matches no guests and removes nothing',
    (args) => expect(readBulkRemoval(args)).toBeNull(),
  )

  test.each(['2026-13-45', '2026-02-30', 'today'])('[LB-104] rejects the day %s in one sentence', (day) =>
    expect(readBulkRemoval(['--day', day, '--yes'])).toBe(
      `--day must be a date such as 2026-03-18; "${day}" is not.`,
    ),
  )
}
