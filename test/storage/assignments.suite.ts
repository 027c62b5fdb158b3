import { describe, expect, test } from 'vitest'
import { allFacts } from '../../domain/fact.ts'
import { FACTS } from '../../domain/learning/memory.ts'
import { factsOfSet } from '../../domain/school/fact-sets.ts'
import type { Database } from '../../server/storage/database.ts'
import {
  assignmentRoom,
  day,
  DAY_MS,
  DOUBLES,
  learnDoubles,
  MONDAY_MS,
} from '../factories/assignment-room.ts'

/** What assigned practice does on every database. */
export function assignmentsSuite(open: () => Promise<Database>): void {
  describe('assignments', () => {
    test('[ASG-10] every finished problem counts, wherever it was practiced; other facts do not', async () => {
      const room = await assignmentRoom(open)
      const { id } = await room.assign()
      expect(await room.cards('ana')).toMatchObject([
        { id, count: 0, amount: 20, dueDay: day(4), isDone: false, withPictures: false },
      ])
      await room.solve('ana', 4)
      await room.solve('ana', 3, { isRight: false, sessionType: 'mixed_add_sub' })
      await room.solve('ana', 5, { facts: ['addition-2-3'] })
      await room.solve('ana', 2, { sessionType: `work-${id}` })
      expect(await room.cards('ana')).toMatchObject([{ count: 9 }])
      expect((await room.of(id)).get('ana')).toMatchObject({
        state: 'started',
        count: 9,
        firsts: 9,
        firstsRight: 6,
        hardest: DOUBLES.slice(0, 3),
      })
      expect((await room.of(id)).get('ben')).toMatchObject({ state: 'not_started', count: 0 })
    })

    test('[ASG-10] for what each child needs, any problem counts', async () => {
      const room = await assignmentRoom(open)
      await room.assign({ assigned: { kind: 'needs', operations: ['addition'] } })
      await room.solve('ana', 4, { facts: ['subtraction-5-2'], sessionType: 'mixed_add_sub' })
      expect(await room.cards('ana')).toMatchObject([{ count: 4 }])
    })

    test('[ASG-10] practice from earlier the same day does not count', async () => {
      const room = await assignmentRoom(open)
      await room.solve('ana', 12)
      const { id } = await room.assign()
      expect(await room.cards('ana')).toMatchObject([{ count: 0 }])
      await room.solve('ana', 3)
      expect(await room.cards('ana')).toMatchObject([{ count: 3 }])
      expect((await room.of(id)).get('ana')).toMatchObject({ count: 3 })
    })

    test("[ASG-12, ASG-18] answers count by the time they were given: Friday's sent on Monday are on time; later ones are late", async () => {
      const room = await assignmentRoom(open)
      const { id } = await room.assign()
      room.to(7)
      await room.solve('ana', 20, { atMs: MONDAY_MS + 4 * DAY_MS })
      await room.solve('ben', 20)
      const work = await room.of(id)
      expect(work.get('ana')).toMatchObject({ state: 'done', doneDay: day(4), count: 20 })
      expect(work.get('ben')).toMatchObject({ state: 'done_later', doneDay: day(7) })
    })

    test('[ASG-12, ASG-13] answers that another device sends later move the day when the work was done', async () => {
      const room = await assignmentRoom(open)
      const { id } = await room.assign()
      room.to(7)
      await room.solve('ana', 20)
      expect((await room.of(id)).get('ana')).toMatchObject({ state: 'done_later', doneDay: day(7) })
      await room.solve('ana', 20, { atMs: MONDAY_MS + 3 * DAY_MS })
      expect((await room.of(id)).get('ana')).toMatchObject({ state: 'done', doneDay: day(3) })
    })

    test('[ASG-7, ASG-18] a card stays open after the due date, and 14 days later disappears as not done', async () => {
      const room = await assignmentRoom(open)
      const { id } = await room.assign()
      room.to(5)
      expect(await room.cards('ana')).toMatchObject([{ isStillOpen: true }])
      room.to(18)
      expect(await room.cards('ana')).toHaveLength(1)
      room.to(19)
      expect(await room.cards('ana')).toEqual([])
      expect((await room.of(id)).get('ana')).toMatchObject({ state: 'not_done' })
      await room.service.changeWork(id, 'ana', day(0), 'excuse')
      expect((await room.of(id)).get('ana')).toMatchObject({ state: 'excused' })
    })

    test('[ASG-7, ASG-10] an unfinished round stays when the next begins, and answers count for both', async () => {
      const room = await assignmentRoom(open)
      const { id } = await room.assign({ lastDay: day(25) })
      await room.solve('ana', 12)
      await room.solve('ben', 20)
      room.to(7)
      const [earlier, newer] = [
        { id, round: day(0), dueDay: day(4), isStillOpen: true },
        { id, round: day(5), dueDay: day(11), isStillOpen: false },
      ]
      expect(await room.cards('ana')).toMatchObject([
        { ...earlier, count: 12 },
        { ...newer, count: 0 },
      ])
      expect(await room.cards('ben')).toMatchObject([newer])
      await room.solve('ana', 8)
      expect(await room.cards('ana')).toMatchObject([{ ...newer, count: 8 }])
      expect((await room.of(id, day(0))).get('ana')).toMatchObject({ state: 'done_later', doneDay: day(7) })
      room.to(18)
      expect((await room.cards('ana')).map(({ round }) => round)).toEqual([day(5), day(12)])
      room.to(26)
      expect((await room.cards('ana')).map(({ round }) => round)).toEqual([day(12), day(19)])
    })

    test('[ASG-8] a finished card stays until its due date, and stays done', async () => {
      const room = await assignmentRoom(open)
      const { id } = await room.assign()
      await room.solve('ana', 20)
      expect(await room.cards('ana')).toMatchObject([{ isDone: true, count: 20 }])
      room.to(5)
      expect(await room.cards('ana')).toEqual([])
      expect((await room.of(id)).get('ana')).toMatchObject({ state: 'done', doneDay: day(0) })
    })

    test('[ASG-16] excuses a child away for the whole window; moves the due date of one away for part of it', async () => {
      const room = await assignmentRoom(open)
      await room.calendars.putAway('ana', [{ from: day(-1), to: day(20) }])
      await room.calendars.putAway('ben', [{ from: day(0), to: day(1) }])
      const { id } = await room.assign()
      const work = await room.of(id)
      expect(work.get('ana')).toMatchObject({ state: 'away', dueDay: null })
      expect(work.get('ben')).toMatchObject({ state: 'not_started', dueDay: day(8) })
      expect(await room.cards('ana')).toEqual([])
    })

    test('[ASG-14] a holiday moves the due date, and a round with only holidays is dropped', async () => {
      const room = await assignmentRoom(open)
      await room.calendars.addHoliday('class', { from: day(4), to: day(13) })
      const { id } = await room.assign({ lastDay: day(25) })
      room.to(21)
      const { rounds } = await room.service.work(id)
      expect(rounds).toEqual([day(19), day(12), day(0)])
      expect((await room.of(id, day(0))).get('ana')).toMatchObject({ dueDay: day(14) })
    })

    test('[ASG-14] rejects a one-time assignment without a school day before it is due', async () => {
      const room = await assignmentRoom(open)
      const weekend = { firstDay: day(5), dueDay: day(6) }
      await expect(room.assign(weekend)).rejects.toMatchObject({ status: 400 })
      await expect(room.assign({ ...weekend, lastDay: day(25) })).resolves.toMatchObject({ round: null })
      room.to(5)
      const { id } = await room.assign({ firstDay: day(5), dueDay: day(11) })
      await expect(room.service.change(id, { dueDay: day(6) })).rejects.toMatchObject({ status: 400 })
    })

    test('[ASG-19] a child who is already fluent gets 10 problems, filled from the next set, and the teacher sees it', async () => {
      const room = await assignmentRoom(open)
      await learnDoubles(room)
      const { id } = await room.assign()
      const [card] = await room.cards('ana')
      expect(card).toMatchObject({ amount: 10 })
      expect(card?.facts.length).toBeGreaterThan(DOUBLES.length)
      // Facts that are neither assigned nor of the next set: the child and its teacher see the same.
      await room.solve('ana', 4, { facts: ['addition-9-7'] })
      expect(await room.cards('ana')).toMatchObject([{ count: 4 }])
      expect((await room.of(id)).get('ana')).toMatchObject({ count: 4, amount: 10 })
      await room.solve('ana', 6)
      expect((await room.of(id)).get('ana')).toMatchObject({ knows: true, state: 'done', amount: 10 })
    })

    test('[ASG-20] with under 40 % right in the first ten, easier facts are added, the amount stays, and the teacher sees it', async () => {
      const room = await assignmentRoom(open)
      const { id } = await room.assign({ assigned: { kind: 'sets', sets: ['add_across_10'] } })
      const hard = factsOfSet('add_across_10').map((number) => FACTS[number]?.id ?? '')
      await room.solve('ana', 7, { facts: hard, isRight: false })
      await room.solve('ana', 3, { facts: hard })
      const [card] = await room.cards('ana')
      expect(card).toMatchObject({ amount: 20, count: 10, withPictures: true })
      expect(card?.facts).toEqual(expect.arrayContaining([...factsOfSet('add_near_doubles')]))
      expect((await room.of(id)).get('ana')).toMatchObject({ isStuck: true })
      await room.solve('ana', 2, { facts: ['addition-2-1'] })
      expect(await room.cards('ana')).toMatchObject([{ count: 12 }])
      expect((await room.of(id)).get('ana')).toMatchObject({ count: 12 })
    })

    test('[ASG-17] a child that joins late waits for the next round', async () => {
      const room = await assignmentRoom(open)
      const { id } = await room.assign({ lastDay: day(25) })
      await room.addChild('cleo', 'class', MONDAY_MS + 3 * DAY_MS)
      await room.addChild('dan', 'class', MONDAY_MS + 4 * DAY_MS)
      room.to(4)
      expect(await room.cards('cleo')).toHaveLength(1)
      expect(await room.cards('dan')).toEqual([])
      room.to(7)
      expect(await room.cards('dan')).toMatchObject([{ dueDay: day(11) }])
      expect([...(await room.of(id)).keys()]).toEqual(['ana', 'ben', 'cleo', 'dan'])
    })

    test('[ASG-21] a child that moves leaves all rounds of the old class, and the old teacher no longer sees it', async () => {
      const room = await assignmentRoom(open)
      const all = await room.assign()
      const chosen = await room.assign({ who: ['ana'] })
      expect(await room.cards('ana')).toHaveLength(2)
      expect(await room.cards('ben')).toHaveLength(1)
      await room.children.move(['ana'], 'other', room.nowMs())
      expect(await room.cards('ana')).toEqual([])
      expect([...(await room.of(all.id)).keys()]).toEqual(['ben'])
      // Back again, the work that was chosen for it is not.
      await room.children.move(['ana'], 'class', room.nowMs())
      expect([...(await room.of(chosen.id)).keys()]).toEqual([])
    })

    test('[ASG-15] archiving a class ends its assignments for good', async () => {
      const room = await assignmentRoom(open)
      const { id } = await room.assign({ lastDay: day(25) })
      room.to(1)
      await room.classes.changeClass('class', { archivedAtMs: room.nowMs() })
      await room.classes.changeClass('class', { archivedAtMs: null })
      room.to(8)
      expect(await room.cards('ana')).toEqual([])
      expect((await room.service.work(id)).assignment).toMatchObject({ endedDay: day(1) })
    })

    test("[ASG-24] rejects a child's ninth open assignment, naming the oldest", async () => {
      const room = await assignmentRoom(open)
      await room.assign({ assigned: { kind: 'sets', sets: ['mul_7'] } })
      for (let n = 1; n < 8; n += 1) await room.assign({ who: ['ana'] })
      await room.assign({ who: ['ben'] })
      await expect(room.assign()).rejects.toMatchObject({
        status: 409,
        message: expect.stringContaining('Times 7'),
      })
      const [newest] = (await room.service.ofHome('class')).assignments
      await room.service.change((newest?.who ?? [])[0] === 'ben' ? 'assignment-2' : '', { ended: true })
      await expect(room.assign({ who: ['ana'] })).resolves.toMatchObject({ children: 1 })
    })

    test("[ASG-24] finished assignments are not open; a child that joins a class's assignment does not get a ninth either", async () => {
      const room = await assignmentRoom(open)
      for (let n = 0; n < 8; n += 1) await room.assign({ who: ['ana'] })
      const { id } = await room.assign({ who: ['ben'] })
      await expect(room.service.change(id, { who: null })).rejects.toMatchObject({
        status: 409,
        message: expect.stringContaining('ana'),
      })
      await room.solve('ana', 20)
      await room.cards('ana')
      await expect(room.service.change(id, { who: null })).resolves.toMatchObject({ who: null })
    })

    test('[ASG-13] a repeated request creates one assignment, and repeated answers count once', async () => {
      const room = await assignmentRoom(open)
      for (let n = 0; n < 7; n += 1) await room.assign()
      const [eighth, again] = [
        await room.assign({ requestId: 'one' }),
        await room.assign({ requestId: 'one' }),
      ]
      expect(again.id).toBe(eighth.id)
      expect((await room.service.ofHome('class')).assignments).toHaveLength(8)
    })

    test('[ASG-11] minutes count from the card, and from sessions whose facts are all assigned', async () => {
      const room = await assignmentRoom(open)
      const { id } = await room.assign({
        assigned: { kind: 'league', league: 'addition_facts' },
        amount: { kind: 'minutes', count: 3 },
      })
      const facts = allFacts('addition').map((fact) => fact.id)
      await room.solve('ana', 20, { facts })
      await room.solve('ana', 10, { facts: ['subtraction-5-2'], sessionType: 'mixed_add_sub' })
      const [card] = await room.cards('ana')
      expect(card).toMatchObject({ amountKind: 'minutes', amount: 3, count: 1 })
      await room.solve('ana', 40, { facts, sessionType: `work-${id}` })
      room.to(1)
      expect(await room.cards('ana')).toMatchObject([{ isDone: true, count: 3 }])
      expect((await room.of(id)).get('ana')).toMatchObject({ state: 'done', doneDay: day(0) })
    })

    test('[ASG-25] a child can get two more school days', async () => {
      const room = await assignmentRoom(open)
      const { id } = await room.assign()
      await room.service.changeWork(id, 'ana', day(0), 'more_time')
      expect(await room.cards('ana')).toMatchObject([{ dueDay: day(8) }])
      const { id: ofBen } = await room.assign({ who: ['ben'] })
      const more = room.service.changeWork(ofBen, 'ana', day(0), 'more_time')
      await expect(more).rejects.toMatchObject({ status: 404 })
    })

    test('[ASG-26] deleting a child deletes its rows and keeps the others', async () => {
      const room = await assignmentRoom(open)
      const { id } = await room.assign({ who: ['ana', 'ben'] })
      for (const child of ['ana', 'ben']) {
        await room.solve(child, 20)
        await room.cards(child)
      }
      await room.childData.remove({ studentId: 'ana', tokenHash: 'none' }, 0)
      expect([...(await room.of(id)).keys()]).toEqual(['ben'])
      const answer = await room.service.ofHome('class')
      expect(answer.assignments).toMatchObject([{ children: 1, done: 1 }])
    })

    test("[ASG-27] rejects impossible days and other people's children", async () => {
      const room = await assignmentRoom(open)
      for (const change of [
        { dueDay: day(-1) },
        { firstDay: day(-1) },
        { dueDay: day(90) },
        { lastDay: day(2) },
        { dueDay: day(8), lastDay: day(30) },
        { lastDay: day(500) },
        { firstDay: day(3000), dueDay: day(3001) },
        { who: ['nobody'] },
        { who: ['ana', 'nobody'] },
      ])
        await expect(room.assign(change), JSON.stringify(change)).rejects.toMatchObject({ status: 400 })
      expect((await room.service.ofHome('class')).assignments).toEqual([])
      const { id } = await room.assign()
      await expect(room.service.change(id, { who: ['nobody'] })).rejects.toMatchObject({ status: 400 })
      room.to(2)
      await expect(room.service.change(id, { dueDay: day(1) })).rejects.toMatchObject({ status: 400 })
      await expect(room.service.change(id, { dueDay: day(2) })).resolves.toMatchObject({ dueDay: day(2) })
    })
  })
}
