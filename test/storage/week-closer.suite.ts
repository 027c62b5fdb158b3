import { describe, expect, onTestFinished, test } from 'vitest'
import { daysBefore } from '../../domain/practice-day.ts'
import type { Database } from '../../server/storage/database.ts'
import { sqlAccountStores } from '../../server/storage/sql/accounts/account-stores.ts'
import { sqlGoalStore } from '../../server/storage/sql/school/goal-store.ts'
import { sqlStudentStore } from '../../server/storage/sql/students/student-store.ts'
import { weekCloser } from '../../server/storage/sql/students/week-closer.ts'
import { everyTable } from '../factories/every-table.ts'
import { newSession, newStudentId } from '../factories/student-practice.ts'
import { nicknameOf, storeAdult } from '../factories/students.ts'

const MONDAY = '2026-03-02'
const ZONE = 'Europe/Berlin'
/** The next Monday, 2 AM in Berlin. */
const OVER_MS = Date.parse('2026-03-09T01:00:00Z')
const WEEK_MS = 7 * 86_400_000
const NEVER = new AbortController().signal

/** How every adapter closes the weeks of classes. */
export function weekCloserSuite(open: () => Promise<Database>): void {
  /** A class of so many children, of whom the first ones have played. */
  const opened = async (count: number, played = count) => {
    const database = await open()
    onTestFinished(() => database.close())
    const { classes, children, calendars, childData } = sqlAccountStores(database)
    const store = sqlStudentStore(database)
    await storeAdult(database, 'teacher', 'teacher')
    const home = { id: 'class', ownerId: 'teacher', kind: 'class', name: '3b', code: 'CODE' } as const
    const made = {
      createdAtMs: 0,
      archivedAtMs: null,
      signInWindowUntilMs: null,
      zone: ZONE,
      pinKind: 'digits',
    } as const
    await classes.addClass({ ...home, ...made }, 1_000_000)
    const ids = Array.from({ length: count }, newStudentId)
    for (const [place, id] of ids.entries()) {
      const child = {
        id,
        name: id,
        nickname: nicknameOf(id),
        sealedPin: 'sealed',
        pinKind: 'digits',
      } as const
      const consent = { version: 1, adultId: 'teacher' }
      await children.addChildren('class', [{ ...child, consent }], null, 0, id)
      if (place < played) await store.begin(newSession({ studentId: id }))
    }
    const practice = (day: string, who: readonly string[]) =>
      database.write(({ db }) =>
        db
          .insertInto('practiced_day')
          .values(who.map((studentId) => ({ student_id: studentId, day, at_ms: 0 })))
          .execute(),
      )
    const close = weekCloser(database)
    const earned = async (of = 'everybody') =>
      ((await everyTable(database)).get('achievement') ?? [])
        .filter((row) => row['id'] === of)
        .map((row) => {
          const {
            student_id: id,
            id: what,
            level,
            earned_day: day,
            shown_at_ms: shown,
          } = row as Record<string, unknown>
          return [ids.indexOf(String(id)), what, level, day, shown === null ? 'waits' : 'quiet']
        })
    const away = (id: string, from: string, to: string) => calendars.putAway(id, [{ from, to }])
    return {
      database,
      goals: sqlGoalStore(database),
      calendars,
      childData,
      ids,
      practice,
      earned,
      away,
      close: (nowMs: number) => close(nowMs, NEVER),
    }
  }

  describe('the week of a class', () => {
    test('[ACH-14] if everybody practiced, all of them earn it once, when the week ends in the time zone of the class', async () => {
      const { ids, practice, close, earned } = await opened(3)
      await practice(daysBefore(MONDAY, -1), ids)
      await close(OVER_MS - 1)
      expect(await earned()).toEqual([])
      await Promise.all([close(OVER_MS), close(OVER_MS)])
      await close(OVER_MS + 3_600_000)
      const all = [0, 1, 2].map((place) => [place, 'everybody', 1, '2026-03-08', 'waits'])
      expect(await earned()).toEqual(expect.arrayContaining(all))
      expect(await earned()).toHaveLength(3)
    })

    test('[ACH-14] one child who did not practice prevents it, unless it was away; its later answers change nothing', async () => {
      const { ids, practice, close, earned, away } = await opened(4)
      const [last = ''] = ids.slice(-1)
      await practice(MONDAY, ids.slice(0, 3))
      await close(OVER_MS)
      await practice(daysBefore(MONDAY, -4), [last])
      await close(OVER_MS + 3_600_000)
      expect(await earned()).toEqual([])
      await practice(daysBefore(MONDAY, -7), ids.slice(0, 3))
      await away(last, '2026-03-09', '2026-03-13')
      await close(OVER_MS + WEEK_MS)
      expect((await earned()).map(([place]) => place).toSorted()).toEqual([0, 1, 2])
    })

    test('[ACH-14] weeks before an outage are closed afterward, and only new levels are announced', async () => {
      const { ids, practice, close, earned } = await opened(3)
      await practice(MONDAY, ids)
      await close(OVER_MS)
      await practice(daysBefore(MONDAY, -7), ids)
      await practice(daysBefore(MONDAY, -14), ids)
      await close(OVER_MS + 3 * WEEK_MS)
      const first = (await earned()).filter(([place]) => place === 0).map((row) => row.slice(2))
      expect(first.toSorted()).toEqual([
        [1, '2026-03-08', 'waits'],
        [2, '2026-03-15', 'quiet'],
        [3, '2026-03-22', 'quiet'],
      ])
    })

    test('[ACH-14] two children are too few', async () => {
      const { ids, practice, close, earned } = await opened(2)
      await practice(MONDAY, ids)
      await close(OVER_MS)
      expect(await earned()).toEqual([])
    })

    test('[GOA-4] all children earn a reached goal, even one who has never played and was away; nobody earns a missed one', async () => {
      const { ids, practice, close, earned, goals, away } = await opened(3, 2)
      const [ana = '', ben = '', away3 = ''] = ids
      await away(away3, MONDAY, '2026-03-06')
      for (const day of [MONDAY, daysBefore(MONDAY, -1)]) await practice(day, [ana, ben])
      await close(OVER_MS)
      expect(await earned('class-goal')).toHaveLength(3)
      expect((await goals.read('class'))?.weeks).toEqual([
        { monday: MONDAY, goal: 4, isSet: false, total: { days: 4, present: 2 } },
      ])
      await practice(daysBefore(MONDAY, -7), ids)
      await close(OVER_MS + WEEK_MS)
      await close(OVER_MS + WEEK_MS)
      expect(await earned('class-goal')).toHaveLength(3)
      expect((await goals.read('class'))?.weeks[1]).toEqual({
        monday: '2026-03-09',
        goal: 6,
        isSet: false,
        total: { days: 3, present: 3 },
      })
    })

    test('[GOA-2] a goal is set once a week, and stays when the week is closed; a holiday week has none', async () => {
      const { ids, practice, close, earned, goals, calendars } = await opened(3)
      expect(await goals.set('class', MONDAY, 3)).toBe(true)
      expect(await Promise.all([goals.set('class', MONDAY, 4), goals.set('class', MONDAY, 5)])).toEqual([
        false,
        false,
      ])
      await practice(MONDAY, ids)
      await close(OVER_MS)
      await calendars.putHome('class', {
        zone: ZONE,
        schoolDays: [1, 2, 3, 4, 5],
        announces: true,
        holidays: [{ from: '2026-03-10', to: '2026-03-16' }],
      })
      await close(OVER_MS + WEEK_MS)
      expect((await goals.read('class'))?.weeks).toEqual([
        { monday: MONDAY, goal: 3, isSet: true, total: { days: 3, present: 3 } },
      ])
      expect(await earned('class-goal')).toHaveLength(3)
    })

    test('[RET-5] the week of a deleted child stays as it was', async () => {
      const { childData, ids, practice, close, goals } = await opened(3)
      const [ana = ''] = ids
      await practice(MONDAY, ids)
      await close(OVER_MS)
      const before = (await goals.read('class'))?.weeks
      await childData.remove({ studentId: ana, tokenHash: 'none' }, 0)
      expect((await goals.read('class'))?.members).toHaveLength(2)
      expect((await goals.read('class'))?.weeks).toEqual(before)
    })
  })
}
