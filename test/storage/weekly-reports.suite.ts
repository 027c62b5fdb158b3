import { describe, expect, test } from 'vitest'
import { weekOf } from '../../domain/calendar.ts'
import { FACTS } from '../../domain/learning/memory.ts'
import { factsOfSet } from '../../domain/school/fact-sets.ts'
import { gameOfWeek } from '../../domain/school/game-of-week.ts'
import { reportService } from '../../server/school/report-service.ts'
import { weeklyReports } from '../../server/school/weekly-reports.ts'
import type { Database } from '../../server/storage/database.ts'
import { assignmentRoom, day, DOUBLES } from '../factories/assignment-room.ts'

async function reportRoom(open: () => Promise<Database>) {
  const room = await assignmentRoom(open)
  const reports = weeklyReports({ store: room.reports, assignments: room.assignments, now: room.nowMs })
  return { ...room, weeks: async (id: string) => (await reports.lastWeeks(id))?.weeks ?? [], reports }
}

/** What weekly reports read on every database. */
export function weeklyReportsSuite(open: () => Promise<Database>): void {
  describe('weekly reports', () => {
    test('[DIG-3, DIG-10] a fact is new in the week in which it first became known, and not again', async () => {
      const room = await reportRoom(open)
      for (const after of [0, 1, 8]) {
        room.to(after)
        await room.solve('ana', 10, { isQuick: true })
      }
      const [second, first, ...earlier] = await room.weeks('ana')
      expect(first).toMatchObject({
        monday: day(0),
        practicedDays: 2,
        newFacts: DOUBLES.toSorted().slice(0, 5),
        moreNewFacts: 5,
      })
      expect(second).toMatchObject({ monday: day(7), practicedDays: 1 })
      for (const fact of DOUBLES) expect(second?.newFacts).not.toContain(fact)
      expect(earlier).toHaveLength(6)
      expect(earlier.every(({ hasPracticed }) => !hasPracticed)).toBe(true)
      expect((await room.weeks('ben')).some(({ hasPracticed }) => hasPracticed)).toBe(false)
    })

    test('[DIG-3] hard facts are those of the week, and one that was right in the end is praised', async () => {
      const room = await reportRoom(open)
      const [hard = '', kept = ''] = DOUBLES
      for (const after of [0, 1]) {
        room.to(after)
        await room.solve('ana', 1, { facts: [hard], isRight: false })
      }
      await room.solve('ana', 1, { facts: [kept], isRight: false })
      await room.solve('ana', 1, { facts: [kept] })
      const [week] = await room.weeks('ana')
      expect(week).toMatchObject({
        hardFacts: [hard],
        hasPracticed: true,
        praise: { kind: 'kept_at', factId: kept },
      })
    })

    test('[DIG-3] lists open assignments and those that start within a week by due date, without finished ones', async () => {
      const room = await reportRoom(open)
      await room.assign({ amount: { kind: 'problems', count: 10 } })
      await room.assign({
        assigned: { kind: 'league', league: 'subtraction_facts' },
        amount: { kind: 'minutes', count: 5 },
        firstDay: day(7),
        dueDay: day(9),
      })
      await room.assign({ firstDay: day(14), dueDay: day(18) })
      room.to(2)
      const assigned = async () => (await room.reports.lastWeeks('ana'))?.assigned
      const doubles = { kind: 'sets', sets: ['add_doubles'] }
      const league = { kind: 'league', league: 'subtraction_facts' }
      const later = { assigned: league, amountKind: 'minutes', amount: 5, dueDay: day(9) }
      expect(await assigned()).toEqual([
        { assigned: doubles, amountKind: 'problems', amount: 10, dueDay: day(4) },
        later,
      ])
      await room.solve('ana', 10)
      expect(await assigned()).toEqual([later])
    })

    test('[DIG-7, REP-2] the weekly report and the report name the same game for a set', async () => {
      const room = await reportRoom(open)
      const twos = factsOfSet('mul_2').map((number) => FACTS[number]?.id ?? '')
      const { reports } = reportService({ store: room.prints, now: room.nowMs })
      for (const after of [0, 7, 8, 9]) {
        room.to(after)
        await room.solve('ana', 4, {
          facts: twos.slice(0, 1),
          isRight: false,
          sessionType: 'multiplication_facts',
        })
        const [report] = await reports(['ana'], undefined)
        expect(report?.next).toEqual({ set: 'mul_2', game: gameOfWeek('mul_2', weekOf(day(after))) })
        expect((await room.weeks('ana'))[0]?.game).toBe(report?.next?.game)
      }
    })

    test('[DIG-7] a deleted child has no report', async () => {
      const room = await reportRoom(open)
      expect(await room.reports.lastWeeks('nobody')).toBeNull()
    })
  })
}
