import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../server/storage/database.ts'
import { sqlGuestStore } from '../../server/storage/sql/practice/guest-store.ts'
import { sqlPracticeStore, type PracticeStore } from '../../server/storage/sql/practice/practice-store.ts'
import { DAY, keepOrMake, newTokenHash, practiceResult } from '../factories/guests.ts'

const scoring = (store: PracticeStore, tokenHash: string, score: number) =>
  store.record(practiceResult({ tokenHash, score }), keepOrMake)

/** What every adapter behind the PracticeStore port does. */
export function practiceStoreSuite(open: () => Promise<Database>): void {
  const opened = async (): Promise<{ results: PracticeStore; database: Database }> => {
    const database = await open()
    onTestFinished(() => database.close())
    return { results: sqlPracticeStore(database), database }
  }

  describe('PracticeStore', () => {
    test('[STO-4] a day’s score and problems in a league are the sums of its sessions', async () => {
      const { results } = await opened()
      const session = fc.record({
        league: fc.constantFrom('addition_facts' as const, 'division_facts' as const),
        practiceDay: fc.constantFrom('2026-03-17', DAY),
        score: fc.integer({ min: 0, max: 250 }),
        problemsSolved: fc.integer({ min: 0, max: 50 }),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(session, { minLength: 1, maxLength: 12 }), async (sessions) => {
          const tokenHash = newTokenHash()
          for (const [index, played] of sessions.entries()) {
            const sameSums = sessions
              .slice(0, index + 1)
              .filter((other) => other.league === played.league && other.practiceDay === played.practiceDay)
            const result = practiceResult({ ...played, tokenHash, submissionId: `submission-${index}` })
            expect(await results.record(result, keepOrMake)).toMatchObject({
              counted: true,
              practiceDay: played.practiceDay,
              league: played.league,
              dailyScore: sameSums.reduce((sum, { score }) => sum + score, 0),
              dailyProblemsSolved: sameSums.reduce((sum, { problemsSolved }) => sum + problemsSolved, 0),
            })
          }
        }),
        { numRuns: 25 },
      )
    })

    test("[LB-13] a player's own points never cost them a place, whoever else scores at that moment", async () => {
      const { results } = await opened()
      const tokens = Array.from({ length: 12 }, () => newTokenHash())
      const rounds = Array.from({ length: 6 }, (_, round) =>
        tokens.map((tokenHash, at) =>
          results.record(practiceResult({ tokenHash, score: 1 + ((at * 7 + round * 5) % 12) }), keepOrMake),
        ),
      )
      const recorded = (await Promise.all(rounds.flat())).filter(({ rankBefore }) => rankBefore !== null)
      expect(recorded).toHaveLength(60)
      expect(recorded.filter(({ rank, rankBefore }) => rank > (rankBefore ?? 0))).toEqual([])
    })

    test('[LB-13] returns the ranks as of the transaction that stores the score, whoever scores just before and after it', async () => {
      const { results, database } = await opened()
      const [own, other] = [newTokenHash(), newTokenHash()]
      await scoring(results, other, 5)
      await scoring(results, own, 10)
      const between: Database = {
        ...database,
        write: async (job) => {
          await scoring(results, other, 7)
          const value = await database.write(job)
          await scoring(results, other, 50)
          return value
        },
      }
      const recorded = await scoring(sqlPracticeStore(between), own, 5)
      expect(recorded).toMatchObject({ rank: 1, rankBefore: 2, ranked: 2, pointsToNext: null })
    })

    test('[OUT-2] a result with the same submission id counts once, and the repeat returns the sums', async () => {
      const { results } = await opened()
      const result = practiceResult()
      const answers = await Promise.all(Array.from({ length: 20 }, () => results.record(result, keepOrMake)))
      const sums = {
        practiceDay: DAY,
        league: result.league,
        dailyScore: 20,
        dailyProblemsSolved: 5,
        rank: 1,
        rankBefore: null,
        ranked: 1,
        pointsToNext: null,
      }
      expect(answers.filter(({ counted }) => counted)).toEqual([{ counted: true, ...sums }])
      expect(answers.filter(({ counted }) => !counted)).toHaveLength(19)
      const later = { ...result, practiceDay: '2026-03-19', league: 'division_facts' as const, score: 99 }
      expect(await results.record(later, keepOrMake)).toEqual({ counted: false, ...sums })
    })

    test("[OUT-2] results without an id, or with another guest's id, each count", async () => {
      const { results } = await opened()
      const result = practiceResult({ submissionId: null })
      await results.record(result, keepOrMake)
      expect((await results.record(result, keepOrMake)).dailyScore).toBe(40)
      const named = practiceResult({ submissionId: 'submission-1' })
      const other = practiceResult({ submissionId: 'submission-1' })
      expect((await results.record(named, keepOrMake)).counted).toBe(true)
      expect((await results.record(other, keepOrMake)).counted).toBe(true)
    })

    test('[API-7] an error from the rule is rethrown, and neither guest nor result is stored', async () => {
      const { results, database } = await opened()
      const result = practiceResult()
      const refused = new Error('too fast')
      await expect(
        results.record(result, () => {
          throw refused
        }),
      ).rejects.toBe(refused)
      expect(await sqlGuestStore(database).find(result.tokenHash)).toBeNull()
      expect(await results.record(result, keepOrMake)).toMatchObject({ counted: true, dailyScore: 20 })
    })

    test('[STO-4] a sum has the time of the last session that raised it, in whatever order they arrive', async () => {
      const { results, database } = await opened()
      const tokenHash = newTokenHash()
      const reachedAfter = async (playedAtMs: number, score: number) => {
        await results.record(practiceResult({ tokenHash, playedAtMs, score, storedAtMs: 9_000 }), keepOrMake)
        const row = await database.read(({ db }) =>
          db.selectFrom('daily_score').select('reached_at_ms').executeTakeFirst(),
        )
        return row?.reached_at_ms
      }
      expect(await reachedAfter(5_000, 0)).toBe(5_000)
      expect(await reachedAfter(3_000, 20)).toBe(3_000)
      expect(await reachedAfter(2_000, 20)).toBe(3_000)
      expect(await reachedAfter(4_000, 0)).toBe(3_000)
      expect(await reachedAfter(6_000, 20)).toBe(6_000)
    })

    test('[OUT-2] a repeat does not call the rule', async () => {
      const { results } = await opened()
      const result = practiceResult()
      await results.record(result, keepOrMake)
      const answer = await results.record(result, () => {
        throw new Error('a repeat is not paced')
      })
      expect(answer.counted).toBe(false)
    })

    test('[API-4] stores the guest together with its first result', async () => {
      const { results, database } = await opened()
      const result = practiceResult()
      await results.record(result, keepOrMake)
      expect(await sqlGuestStore(database).find(result.tokenHash)).toMatchObject({ lastActiveDay: DAY })
    })
  })
}
