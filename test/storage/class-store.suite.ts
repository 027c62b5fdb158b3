import { describe, expect, test } from 'vitest'
import type { Database } from '../../server/storage/database.ts'
import { MOST, NOW_MS, childOf, classOf, newRequest, openedAccounts } from '../factories/account-rows.ts'
import { everyTable } from '../factories/every-table.ts'

/** What every adapter behind the ClassStore port does. */
export function classStoreSuite(open: () => Promise<Database>): void {
  const opened = () => openedAccounts(open)

  describe('ClassStore', () => {
    test("[RET-3] an adult's homes are all their classes, archived or not, and the family", async () => {
      const { classes } = await opened()
      await classes.addClass(classOf('a', 'teacher'), MOST)
      await classes.addClass(classOf('b', 'teacher', { archivedAtMs: NOW_MS, createdAtMs: NOW_MS - 1 }), MOST)
      await classes.addClass(classOf('x', 'other'), MOST)
      await classes.familyOf('teacher', classOf('f', 'teacher', { kind: 'family', createdAtMs: NOW_MS + 1 }))
      expect((await classes.homesOf('teacher')).map(({ id }) => id)).toEqual(['b', 'a', 'f'])
      expect(await classes.homesOf('nobody')).toEqual([])
    })

    test('[CLS-30] an owner has no more classes than allowed, even with simultaneous calls; a family does not count', async () => {
      const { classes } = await opened()
      await classes.familyOf('teacher', classOf('f', 'teacher', { kind: 'family' }))
      const made = await Promise.all(
        ['a', 'b', 'c', 'd', 'e'].map((id) => classes.addClass(classOf(id, 'teacher'), 3)),
      )
      expect(made.filter((result) => result === 'added')).toHaveLength(3)
      expect(made.filter((result) => result === 'too_many')).toHaveLength(2)
      expect(await classes.classesOf('teacher')).toHaveLength(3)
      expect(await classes.addClass(classOf('x', 'other'), 3)).toBe('added')
    })

    test('[ACC-17] lists classes as stored, with their number of children, newest first', async () => {
      const { classes, children } = await opened()
      const older = classOf('a', 'teacher')
      const newer = classOf('b', 'teacher', { createdAtMs: NOW_MS + 1, archivedAtMs: NOW_MS + 2 })
      for (const record of [older, newer, classOf('c', 'other')])
        expect(await classes.addClass(record, MOST)).toBe('added')
      await children.addChildren('a', [childOf('1', 'Ana'), childOf('2', 'Ben')], null, NOW_MS, newRequest())
      expect(await classes.classesOf('teacher')).toEqual([
        { ...newer, children: 0 },
        { ...older, children: 2 },
      ])
      expect(await classes.findClass('a')).toEqual(older)
      expect(await classes.findClass('nothing')).toBeNull()
    })

    test('[ACC-17] a code belongs to one class: a class with a taken code is not stored, nor can one change to it', async () => {
      const { classes } = await opened()
      await classes.addClass(classOf('a', 'teacher'), MOST)
      expect(await classes.addClass(classOf('b', 'teacher', { code: 'CODEa' }), MOST)).toBe('code_taken')
      expect(await classes.findClass('b')).toBeNull()
      await classes.addClass(classOf('b', 'teacher'), MOST)
      expect(await classes.changeClass('b', { code: 'CODEa', name: 'other' })).toBe(false)
      expect(await classes.findClass('b')).toEqual(classOf('b', 'teacher'))
      expect(await classes.changeClass('b', { code: 'NEW', name: 'other' })).toBe(true)
      expect(await classes.findClass('b')).toEqual(classOf('b', 'teacher', { code: 'NEW', name: 'other' }))
    })

    test("[ACC-17] archiving ends the sessions of the class's children, and nobody else's", async () => {
      const { classes, children, engine } = await opened()
      await classes.addClass(classOf('a', 'teacher'), MOST)
      await classes.addClass(classOf('b', 'teacher'), MOST)
      await children.addChildren('a', [childOf('1', 'Ana')], null, NOW_MS, newRequest())
      await children.addChildren('b', [childOf('2', 'Ben')], null, NOW_MS, newRequest())
      const enter = (userId: string) =>
        engine.write(({ db }) =>
          db
            .insertInto('session')
            .values({
              id: userId,
              token: userId,
              user_id: userId,
              expires_at_ms: NOW_MS + 1,
              created_at_ms: NOW_MS,
              updated_at_ms: NOW_MS,
            })
            .execute(),
        )
      const inside = async () => {
        const rows = (await everyTable(engine)).get('session') ?? []
        return rows.map(({ user_id: userId }) => userId).toSorted()
      }
      for (const userId of ['1', '2', 'teacher']) await enter(userId)
      await classes.changeClass('a', { name: 'other' })
      expect(await inside()).toEqual(['1', '2', 'teacher'])
      await classes.changeClass('a', { archivedAtMs: NOW_MS })
      expect(await inside()).toEqual(['2', 'teacher'])
      expect(await children.addChildren('a', [childOf('3', 'Cem')], null, NOW_MS, newRequest())).toEqual({
        kind: 'archived',
      })
      expect(await children.move(['2'], 'a', 0)).toEqual({ kind: 'archived' })
      expect(await children.moveApart('2', 'a', 0)).toEqual({ kind: 'archived' })
      expect(await children.rename('1', 'Anna')).toEqual({ kind: 'done' })
    })

    test('[ACC-22] a parent has one family, even with simultaneous calls', async () => {
      const { classes } = await opened()
      const families = await Promise.all(
        ['1', '2', '3'].map((id) => classes.familyOf('parent', classOf(id, 'parent', { kind: 'family' }))),
      )
      expect(new Set(families.map((family) => family?.id)).size).toBe(1)
      expect(await classes.classesOf('parent')).toEqual([])
      const code = families[0]?.code ?? ''
      expect(await classes.familyOf('other', classOf('4', 'other', { kind: 'family', code }))).toBeNull()
    })
  })
}
