import { describe, expect, test } from 'vitest'
import type { Assignment } from '../../contract/assignments.ts'
import { factsOfSet } from '../../domain/school/fact-sets.ts'
import type { Database } from '../../server/storage/database.ts'
import { assignmentRoom, day, learnDoubles } from '../factories/assignment-room.ts'

/** How assignments are changed on every database. */
export function assignmentChangesSuite(open: () => Promise<Database>): void {
  describe('changed assignments', () => {
    test('[ASG-22] an amount can be lowered at any time; a higher one starts with the next round', async () => {
      const room = await assignmentRoom(open)
      const once = await room.assign()
      await room.cards('ana')
      await room.service.change(once.id, { amount: { kind: 'problems', count: 10 } })
      expect(await room.cards('ana')).toMatchObject([{ amount: 10 }])
      await expect(
        room.service.change(once.id, { amount: { kind: 'problems', count: 30 } }),
      ).rejects.toMatchObject({ status: 400 })
      await expect(
        room.service.change(once.id, { amount: { kind: 'minutes', count: 5 } }),
      ).rejects.toMatchObject({ status: 400 })
      await room.service.remove(once.id)
      const weekly = await room.assign({ lastDay: day(25) })
      await room.service.change(weekly.id, { amount: { kind: 'problems', count: 30 } })
      expect(await room.cards('ana')).toMatchObject([{ amount: 20 }])
      room.to(7)
      expect(await room.cards('ana')).toMatchObject([{ amount: 20, isStillOpen: true }, { amount: 30 }])
    })

    test('[ASG-22] what is assigned can be changed until the first answer; days and children at any time', async () => {
      const room = await assignmentRoom(open)
      await room.solve('ana', 12, { isQuick: true })
      const { id, hasAnswers } = await room.assign({ lastDay: day(25) })
      expect(hasAnswers).toBe(false)
      // At its first look, a child's amount is stored.
      expect(await room.cards('ana')).toMatchObject([{ amount: 20 }])
      const assigned: Assignment['assigned'] = { kind: 'sets', sets: ['add_pairs_of_10'] }
      expect(await room.service.change(id, { assigned })).toMatchObject({ assigned, hasAnswers: false })
      expect(await room.cards('ana')).toMatchObject([
        { assigned, amount: 20, facts: factsOfSet('add_pairs_of_10') },
      ])
      await room.solve('ana', 1, { facts: ['addition-3-7'] })
      await expect(
        room.service.change(id, { assigned: { kind: 'sets', sets: ['add_doubles'] } }),
      ).rejects.toMatchObject({ status: 400 })
      room.to(7)
      expect((await room.service.ofHome('class')).assignments).toMatchObject([
        { assigned, hasAnswers: true, round: { day: day(5) } },
      ])
      expect(await room.service.change(id, { who: ['ben'], lastDay: day(18) })).toMatchObject({
        who: ['ben'],
        lastDay: day(18),
      })
    })

    test('[ASG-19, ASG-22] after other facts are assigned, how much a child has to do is decided again', async () => {
      const room = await assignmentRoom(open, ['ana'])
      await learnDoubles(room)
      const { id } = await room.assign({ amount: { kind: 'problems', count: 30 } })
      expect(await room.cards('ana')).toMatchObject([{ amount: 10 }])
      await room.service.change(id, { assigned: { kind: 'sets', sets: ['add_pairs_of_10'] } })
      expect(await room.cards('ana')).toMatchObject([{ amount: 30 }])
    })

    test('[ASG-23] deleting can be undone, and what was practiced stays', async () => {
      const room = await assignmentRoom(open)
      const { id } = await room.assign()
      await room.solve('ana', 7)
      await room.service.remove(id)
      expect(await room.cards('ana')).toEqual([])
      expect((await room.service.ofHome('class')).assignments).toEqual([])
      await expect(room.service.work(id)).rejects.toMatchObject({ status: 404 })
      await expect(room.service.change(id, { amount: { kind: 'problems', count: 5 } })).rejects.toMatchObject(
        { status: 404 },
      )
      await room.service.change(id, { deleted: false })
      expect(await room.cards('ana')).toMatchObject([{ count: 7 }])
    })

    test("[ASG-27] a repeating assignment's due day can change only in its first week", async () => {
      const room = await assignmentRoom(open)
      const { id } = await room.assign({ lastDay: day(25) })
      await expect(room.service.change(id, { dueDay: day(3) })).resolves.toMatchObject({ dueDay: day(3) })
      room.to(5)
      await expect(room.service.change(id, { dueDay: day(2) })).rejects.toMatchObject({ status: 400 })
    })
  })
}
