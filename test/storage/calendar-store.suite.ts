import { describe, expect, test } from 'vitest'
import { MAX_RANGES } from '../../contract/calendar.ts'
import { daysBefore } from '../../domain/practice-day.ts'
import type { Database } from '../../server/storage/database.ts'
import { classOf, MOST, NOW_MS, openedAccounts } from '../factories/account-rows.ts'

const spring = { from: '2026-03-30', to: '2026-04-03' }
const autumn = { from: '2026-10-05', to: '2026-10-09' }
const monday = { from: '2026-10-05', to: '2026-10-05' }
const fair = { from: '2026-05-11', to: '2026-05-11' }

/** What every adapter behind the CalendarStore port does. */
export function calendarStoreSuite(open: () => Promise<Database>): void {
  describe('CalendarStore', () => {
    test("[STR-10] holidays are added to the owner's other active classes, to all or none, and theirs stay", async () => {
      const { calendars, classes } = await openedAccounts(open)
      for (const id of ['a', 'b', 'c', 'archived']) await classes.addClass(classOf(id, 'teacher'), MOST)
      await classes.addClass(classOf('foreign', 'other'), MOST)
      await classes.changeClass('archived', { archivedAtMs: NOW_MS })
      const holidays = async (id: string) => (await calendars.ofHome(id))?.holidays
      expect(await calendars.copyHolidays('a')).toEqual(['class b', 'class c'])
      for (const holiday of [spring, autumn]) await calendars.addHoliday('a', holiday)
      for (const holiday of [fair, monday]) await calendars.addHoliday('b', holiday)
      // The same again changes nothing.
      for (let time = 0; time < 2; time += 1) {
        expect(await calendars.copyHolidays('a')).toEqual(['class b', 'class c'])
        expect(await holidays('a')).toEqual([spring, autumn])
        expect(await holidays('b')).toEqual([spring, fair, autumn])
        expect(await holidays('c')).toEqual([spring, autumn])
      }
      for (const id of ['archived', 'foreign']) expect(await holidays(id)).toEqual([])

      const many = Array.from({ length: MAX_RANGES }, (_, at) => daysBefore('2026-01-01', 2 * at))
      const home = await calendars.ofHome('c')
      if (!home) throw new Error('it was made')
      await calendars.putHome('c', { ...home, holidays: many.map((day) => ({ from: day, to: day })) })
      await calendars.addHoliday('a', fair)
      await calendars.addHoliday('b', monday)
      expect(await calendars.copyHolidays('a')).toBeNull()
      expect(await holidays('b')).toEqual([spring, fair, monday])
    })
  })
}
