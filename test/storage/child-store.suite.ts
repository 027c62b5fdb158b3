import { describe, expect, test } from 'vitest'
import { MAX_CHILDREN } from '../../contract/classes.ts'
import { settingsFrom } from '../../domain/student-settings.ts'
import type { Database } from '../../server/storage/database.ts'
import { MOST, NOW_MS, childOf, classOf, newRequest, openedAccounts } from '../factories/account-rows.ts'

/** What every adapter behind the ChildStore port does. */
export function childStoreSuite(open: () => Promise<Database>): void {
  const opened = () => openedAccounts(open)

  describe('ChildStore', () => {
    test('[ACC-18] adds all children or none, and keeps names unique within a class', async () => {
      const { classes, children } = await opened()
      await classes.addClass(classOf('a', 'teacher'), MOST)
      expect(
        await children.addChildren(
          'a',
          [childOf('1', ' Ana  Maria '), childOf('2', 'Ben')],
          null,
          NOW_MS,
          newRequest(),
        ),
      ).toEqual({ kind: 'done', studentIds: ['1', '2'] })
      const twice = [childOf('3', 'Cleo'), childOf('4', 'ana maria'), childOf('5', 'CLEO')]
      expect(await children.addChildren('a', twice, null, NOW_MS, newRequest())).toEqual({
        kind: 'taken',
        names: ['ana maria', 'CLEO'],
      })
      expect(
        await children.addChildren('nowhere', [childOf('6', 'Dan')], null, NOW_MS, newRequest()),
      ).toEqual({
        kind: 'gone',
      })
      expect((await children.childrenOf('a')).map(({ name }) => name)).toEqual(['Ana Maria', 'Ben'])
      expect(await children.findChild('1')).toEqual({
        id: '1',
        classId: 'a',
        name: 'Ana Maria',
        nickname: 'Nick1',
        color: 'red',
        pinKind: 'digits',
        homePinKind: 'digits',
        createdAtMs: NOW_MS,
        ownerId: 'teacher',
        guardianIds: [],
      })
    })

    test('[ACC-18] two simultaneous lists add each name once, and do not overfill the class', async () => {
      const { classes, children } = await opened()
      await classes.addClass(classOf('a', 'teacher'), MOST)
      const lists = Array.from({ length: 6 }, (_, list) => [
        childOf(`x${list}`, 'Ana'),
        childOf(`y${list}`, `Ben ${list}`),
      ])
      const placed = await Promise.all(
        lists.map((list) => children.addChildren('a', list, null, NOW_MS, newRequest())),
      )
      expect(placed.filter(({ kind }) => kind === 'done')).toHaveLength(1)
      const many = Array.from({ length: MAX_CHILDREN - 1 }, (_, index) =>
        childOf(`m${index}`, `Child ${index}`),
      )
      expect(await children.addChildren('a', many, null, NOW_MS, newRequest())).toEqual({ kind: 'full' })
      expect((await children.addChildren('a', many.slice(1), null, NOW_MS, newRequest())).kind).toBe('done')
      expect(await children.childrenOf('a')).toHaveLength(MAX_CHILDREN)
    })

    test('[ACC-20] renaming and moving keep names unique', async () => {
      const { classes, children } = await opened()
      await classes.addClass(classOf('a', 'teacher'), MOST)
      await classes.addClass(classOf('b', 'teacher'), MOST)
      await children.addChildren('a', [childOf('1', 'Ana'), childOf('2', 'Ben')], null, NOW_MS, newRequest())
      await children.addChildren('b', [childOf('3', 'Ana')], null, NOW_MS, newRequest())
      expect(await children.rename('1', 'BEN')).toEqual({ kind: 'taken', names: ['BEN'] })
      expect(await children.rename('1', 'ana')).toEqual({ kind: 'done' })
      expect(await children.move(['1'], 'b', 0)).toEqual({ kind: 'taken', names: ['ana'] })
      expect(await children.rename('1', 'Ana B.')).toEqual({ kind: 'done' })
      expect(await children.move(['1'], 'b', 0)).toEqual({ kind: 'done' })
      expect((await children.childrenOf('b')).map(({ name }) => name)).toEqual(['Ana', 'Ana B.'])
      expect(await children.move(['nobody'], 'b', 0)).toEqual({ kind: 'gone' })
    })

    test('[ACC-20] several children are moved together, or none is', async () => {
      const { classes, children } = await opened()
      for (const id of ['a', 'b']) await classes.addClass(classOf(id, 'teacher'), MOST)
      const named = ['Ana', 'Ben', 'Cem', 'Di'].map((name, at) => childOf(`${at}`, name))
      await children.addChildren('a', named, null, NOW_MS, newRequest())
      const there = [childOf('8', 'Ben'), childOf('9', 'di')]
      await children.addChildren('b', there, null, NOW_MS, newRequest())
      const namesIn = async (id: string) => (await children.childrenOf(id)).map(({ name }) => name)
      const all = ['0', '1', '2', '3']
      expect(await children.move(all, 'b', 0)).toEqual({ kind: 'taken', names: ['Ben', 'Di'] })
      expect(await children.move(['0', 'nobody'], 'b', 0)).toEqual({ kind: 'gone' })
      await classes.changeClass('b', { archivedAtMs: NOW_MS })
      expect(await children.move(['0', '2'], 'b', 0)).toEqual({ kind: 'archived' })
      expect(await namesIn('a')).toEqual(['Ana', 'Ben', 'Cem', 'Di'])
      await classes.changeClass('b', { archivedAtMs: null })
      expect(await children.move(['0', '2'], 'b', 0)).toEqual({ kind: 'done' })
      expect(await namesIn('a')).toEqual(['Ben', 'Di'])
      expect((await namesIn('b')).toSorted()).toEqual(['Ana', 'Ben', 'Cem', 'di'])
    })

    test('[ACC-19] finds a child for sign-in by code and name, in an active class', async () => {
      const { classes, children } = await opened()
      await classes.addClass(classOf('a', 'teacher'), MOST)
      await children.addChildren('a', [childOf('1', 'Ana')], null, NOW_MS, newRequest())
      const found = { id: '1', nickname: 'Nick1', tokenRound: 0, sealedPin: 'sealed 1' }
      expect(await children.findToSignIn('CODEa', 'ana')).toEqual(found)
      expect(await children.findToSignIn('CODEa', 'ben')).toBeNull()
      expect(await children.findToSignIn('CODEb', 'ana')).toBeNull()
      expect(await children.findToSignIn('CODEa', 'aná')).toEqual(found)
      const names = { name: 'Ana', nickname: 'Nick1', color: 'red', tokenRound: 0 }
      const { zone } = classOf('a', 'teacher')
      expect(await children.findNames('1')).toEqual({ ...names, settings: settingsFrom(null), zone })
      await classes.changeClass('a', { archivedAtMs: NOW_MS })
      expect(await children.findToSignIn('CODEa', 'ana')).toBeNull()
    })

    test('[ACC-23] a link code makes one parent a guardian, once, while it is valid', async () => {
      const { classes, children } = await opened()
      await classes.addClass(classOf('a', 'teacher'), MOST)
      await children.addChildren('a', [childOf('1', 'Ana'), childOf('2', 'Ben')], null, NOW_MS, newRequest())
      await children.addLinkCode('1', 'old', NOW_MS + 10)
      await children.addLinkCode('1', 'new', NOW_MS + 10)
      expect(await children.useLinkCode('old', 'parent', NOW_MS)).toBeNull()
      const used = await Promise.all(
        Array.from({ length: 5 }, () => children.useLinkCode('new', 'parent', NOW_MS)),
      )
      expect(used.filter((id) => id === '1')).toHaveLength(1)
      expect(used.filter((id) => id === null)).toHaveLength(4)
      expect((await children.findChild('1'))?.guardianIds).toEqual(['parent'])
      expect((await children.childrenOfGuardian('parent')).map(({ id }) => id)).toEqual(['1'])
      await children.addLinkCode('2', 'late', NOW_MS)
      expect(await children.useLinkCode('late', 'parent', NOW_MS)).toBeNull()
      expect((await children.findChild('2'))?.guardianIds).toEqual([])
    })

    test('[ACC-23] ending a link or moving to a family invalidates an unused code', async () => {
      const { classes, children } = await opened()
      await classes.addClass(classOf('a', 'teacher'), MOST)
      await classes.addClass(classOf('b', 'parent'), MOST)
      await children.addChildren(
        'a',
        [childOf('1', 'Ana'), childOf('2', 'Ben')],
        'parent',
        NOW_MS,
        newRequest(),
      )
      for (const id of ['1', '2']) await children.addLinkCode(id, `of ${id}`, NOW_MS + 10)
      await children.rename('1', 'Anna')
      await children.removeGuardian('2', 'parent')
      expect(await children.useLinkCode('of 2', 'stranger', NOW_MS)).toBeNull()
      await children.moveApart('1', 'b', 0)
      expect(await children.useLinkCode('of 1', 'stranger', NOW_MS)).toBeNull()
      expect((await children.findChild('1'))?.guardianIds).toEqual(['parent'])
    })

    test('[ACC-23] of codes created at the same time only one is valid', async () => {
      const { classes, children } = await opened()
      await classes.addClass(classOf('a', 'teacher'), MOST)
      await children.addChildren('a', [childOf('1', 'Ana')], null, NOW_MS, newRequest())
      for (let round = 0; round < 5; round += 1) {
        const codes = Array.from({ length: 6 }, (_, index) => `code ${round} ${index}`)
        await Promise.all(codes.map((code) => children.addLinkCode('1', code, NOW_MS + 10)))
        const used = await Promise.all(codes.map((code) => children.useLinkCode(code, 'parent', NOW_MS)))
        expect(used.filter((id) => id === '1')).toHaveLength(1)
      }
      expect(await children.addLinkCode('nobody', 'code', NOW_MS + 10)).toBe(false)
    })

    test('[ACC-21] a moved child gets a number if its name is taken', async () => {
      const { classes, children } = await opened()
      await classes.addClass(classOf('a', 'teacher'), MOST)
      await classes.addClass(classOf('b', 'teacher'), MOST)
      const long = 'A'.repeat(40)
      await children.addChildren('a', [childOf('1', 'Ana'), childOf('2', long)], null, NOW_MS, newRequest())
      const there = [childOf('3', 'ana'), childOf('4', 'ANA 2'), childOf('5', long)]
      await children.addChildren('b', there, null, NOW_MS, newRequest())
      expect(await children.moveApart('1', 'b', 0)).toEqual({ kind: 'done' })
      expect(await children.moveApart('2', 'b', 0)).toEqual({ kind: 'done' })
      expect(await children.findNames('1')).toMatchObject({ name: 'Ana 3' })
      expect(await children.findNames('2')).toMatchObject({ name: `${'A'.repeat(38)} 2` })
      expect(await children.moveApart('nobody', 'b', 0)).toEqual({ kind: 'gone' })
    })

    test('[ACC-21] a removed child leaves no data, and the others stay', async () => {
      const { classes, children, childData } = await opened()
      await classes.addClass(classOf('a', 'teacher'), MOST)
      await children.addChildren(
        'a',
        [childOf('1', 'Ana'), childOf('2', 'Ben')],
        'parent',
        NOW_MS,
        newRequest(),
      )
      await children.addLinkCode('1', 'code', NOW_MS + 10)
      const child = { studentId: '1', tokenHash: 'no such player' }
      await childData.remove(child, NOW_MS)
      await childData.remove(child, NOW_MS)
      expect(await children.findChild('1')).toBeNull()
      expect(await children.useLinkCode('code', 'parent', NOW_MS)).toBeNull()
      expect((await children.childrenOf('a')).map(({ id }) => id)).toEqual(['2'])
      expect((await children.childrenOfGuardian('parent')).map(({ id }) => id)).toEqual(['2'])
    })
  })
}
