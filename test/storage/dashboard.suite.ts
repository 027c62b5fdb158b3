import { describe, expect, test } from 'vitest'
import { readLetter } from '../../domain/school/fact-letters.ts'
import { factsOfSet } from '../../domain/school/fact-sets.ts'
import { dashboardService } from '../../server/school/dashboard-service.ts'
import type { Database } from '../../server/storage/database.ts'
import { assignmentRoom, day, DAY_MS, DOUBLES, MONDAY_MS } from '../factories/assignment-room.ts'
import { countingDatabase } from '../factories/counting-database.ts'

/** A class with a dashboard, whose statements are counted. */
async function dashboardRoom(open: () => Promise<Database>, names: readonly string[] = ['ana', 'ben']) {
  const { database, ran } = countingDatabase(await open())
  const room = await assignmentRoom(async () => database, names)
  const service = dashboardService({ store: room.dashboards, now: room.nowMs })
  const child = async (id: string) => {
    const { children } = await service.of('class')
    const found = children.find(({ studentId }) => studentId === id)
    if (!found) throw new Error(`${id} is not in the class`)
    return found
  }
  return { ...room, service, child, ran }
}

/** What a dashboard reads, on every database. */
export function dashboardSuite(open: () => Promise<Database>): void {
  describe('dashboards', () => {
    test('[DSH-13] a class of any size takes one statement, which says who practiced on which day', async () => {
      const names = Array.from({ length: 30 }, (_, n) => `child${String(n).padStart(2, '0')}`)
      const room = await dashboardRoom(open, names)
      await room.solve('child00', 20, { atMs: MONDAY_MS - 7 * DAY_MS })
      await room.solve('child00', 12)
      await room.calendars.putAway('child01', [{ from: day(1), to: day(2) }])
      await room.calendars.addHoliday('class', { from: day(-5), to: day(-5) })
      room.to(4)
      room.ran.length = 0
      const dashboard = await room.service.of('class')
      expect(room.ran).toHaveLength(1)
      expect(dashboard).toMatchObject({ today: day(4), schoolDays: 5 })
      expect(dashboard.days).toEqual(Array.from({ length: 14 }, (_, n) => day(n - 7)))
      expect(dashboard.children.map(({ name }) => name)).toEqual(names)
      // Thursday was a holiday of last week; weekends are free; today is not over.
      expect(dashboard.children[0]?.rings).toBe('posoosspooofff')
      expect(dashboard.children[1]?.rings).toBe('oosoossossofff')
      expect(dashboard.children[0]?.minutes.map((minutes) => minutes > 0)).toEqual(
        Array.from({ length: 14 }, (_, n) => n === 0 || n === 7),
      )
    })

    test('[DSH-1, DSH-2] a child who keeps missing the same facts is stuck on them, until three weeks have passed', async () => {
      const room = await dashboardRoom(open)
      const facts = DOUBLES.slice(5, 9)
      for (let days = 0; days < 4; days += 1) {
        room.to(days)
        await room.solve('ana', 12, { facts, isRight: false })
        await room.solve('ben', 12, { facts })
      }
      const [ana, ben] = [await room.child('ana'), await room.child('ben')]
      const numbers = factsOfSet('add_doubles').slice(5, 9)
      expect(numbers.map((number) => readLetter(ana.letters[number]))).toEqual(
        numbers.map(() => ({ state: 'learning', wrong: 4, isStuck: true })),
      )
      expect(ana.labels[0]).toEqual({ kind: 'stuck', set: 'add_doubles', facts: numbers })
      expect(ana.weakest).toBe('add_count_on')
      expect(ben.labels.map(({ kind }) => kind)).toEqual([])
      room.to(26)
      expect(readLetter((await room.child('ana')).letters[numbers[0] ?? 0]).isStuck).toBe(false)
      expect((await room.child('ana')).labels[0]?.kind).toBe('not_seen')
    })

    test('[DSH-6] not seen counts school days only, without days away', async () => {
      const room = await dashboardRoom(open)
      await room.solve('ana', 20)
      await room.solve('ben', 20)
      await room.calendars.putAway('ben', [{ from: day(1), to: day(20) }])
      room.to(7)
      // Tuesday to Friday.
      expect((await room.child('ana')).labels).toEqual([])
      room.to(8)
      expect((await room.child('ana')).labels).toEqual([{ kind: 'not_seen', days: 5, last: day(0) }])
      expect((await room.child('ben')).labels).toEqual([])
    })

    test('[DSH-13] an answer that arrives late counts on its own day', async () => {
      const room = await dashboardRoom(open)
      await room.solve('ana', 20, { atMs: MONDAY_MS - 2 * DAY_MS })
      await room.solve('ana', 10, { isRight: false })
      await room.solve('ana', 10, { atMs: MONDAY_MS - DAY_MS })
      const { minutes } = await room.child('ana')
      expect(minutes.filter((each) => each > 0)).toHaveLength(3)
    })

    test('[DSH-13] an unknown class has no dashboard', async () => {
      const room = await dashboardRoom(open)
      await expect(room.service.of('unknown')).rejects.toMatchObject({ status: 404 })
    })
  })
}
