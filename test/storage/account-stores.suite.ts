import { describe, expect, onTestFinished, test } from 'vitest'
import { MAX_CHILDREN } from '../../contract/classes.ts'
import type { AccountStores, ClassRecord, NewChild } from '../../server/account/port.ts'
import type { Database } from '../../server/storage/database.ts'
import { sqlAccountStores } from '../../server/storage/sql/accounts/account-stores.ts'
import { queryBuilder, statement } from '../../server/storage/sql/statement.ts'
import { everyTable } from '../factories/every-table.ts'

const NOW_MS = 1_789_000_000_000

type Person = { id: string; email: string; role: string; now: number }

const classOf = (id: string, ownerId: string, changes: Partial<ClassRecord> = {}): ClassRecord => ({
  id,
  ownerId,
  kind: 'class',
  name: `class ${id}`,
  code: `CODE${id}`,
  createdAtMs: NOW_MS,
  archivedAtMs: null,
  letInUntilMs: null,
  zone: 'America/Los_Angeles',
  pinKind: 'digits',
  ...changes,
})

let requests = 0
const newRequest = () => `request ${(requests += 1)}`

const childOf = (id: string, name: string): NewChild => ({
  id,
  name,
  nickname: `Nick${id}`,
  sealedPin: `sealed ${id}`,
  consent: { version: 1, adultId: 'adult' },
  pinKind: 'digits',
})

/** What every adapter behind the stores of accounts does. */
export function accountStoresSuite(open: () => Promise<Database>): void {
  const opened = async (): Promise<AccountStores & { engine: Database }> => {
    const database = await open()
    onTestFinished(() => database.close())
    const addPerson = statement<Person>()((values) =>
      queryBuilder(database.dialect).insertInto('user').values({
        id: values.id,
        name: values.id,
        email: values.email,
        email_verified: 0,
        role: values.role,
        created_at_ms: values.now,
        updated_at_ms: values.now,
      }),
    )
    await database.write(async (transaction) => {
      for (const [id, role] of [
        ['teacher', 'teacher'],
        ['other', 'teacher'],
        ['parent', 'parent'],
      ] as const) {
        await transaction.run(addPerson, { id, email: `${id}@x.example`, role, now: NOW_MS })
      }
    })
    return { ...sqlAccountStores(database), engine: database }
  }

  const MOST = 10

  describe('ClassStore', () => {
    test('[RET-3] the homes of an adult are all its classes, archived or not, and its family', async () => {
      const { classes } = await opened()
      await classes.addClass(classOf('a', 'teacher'), MOST)
      await classes.addClass(classOf('b', 'teacher', { archivedAtMs: NOW_MS, createdAtMs: NOW_MS - 1 }), MOST)
      await classes.addClass(classOf('x', 'other'), MOST)
      await classes.familyOf('teacher', classOf('f', 'teacher', { kind: 'family', createdAtMs: NOW_MS + 1 }))
      expect((await classes.homesOf('teacher')).map(({ id }) => id)).toEqual(['b', 'a', 'f'])
      expect(await classes.homesOf('nobody')).toEqual([])
    })

    test('[CLS-30] however many are made at once, an owner has no more classes than are allowed; a family is none', async () => {
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

    test('[ACC-17] classes come back as they were stored, with how many children are in them, newest first', async () => {
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

    test('[ACC-17] a code is of one class: another one with it is not stored, and none changes to it', async () => {
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

    test('[ACC-17] archiving ends the sessions of the children inside, and of nobody else', async () => {
      const { classes, children, engine } = await opened()
      await classes.addClass(classOf('a', 'teacher'), MOST)
      await classes.addClass(classOf('b', 'teacher'), MOST)
      await children.addChildren('a', [childOf('1', 'Ana')], null, NOW_MS, newRequest())
      await children.addChildren('b', [childOf('2', 'Ben')], null, NOW_MS, newRequest())
      const addSession = statement<{ userId: string }>()((values) =>
        queryBuilder(engine.dialect)
          .insertInto('session')
          .values({
            id: values.userId,
            token: values.userId,
            user_id: values.userId,
            expires_at_ms: NOW_MS + 1,
            created_at_ms: NOW_MS,
            updated_at_ms: NOW_MS,
          }),
      )
      const enter = (userId: string) => engine.write((transaction) => transaction.run(addSession, { userId }))
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
      expect(await children.move('2', 'a', 0)).toEqual({ kind: 'archived' })
      expect(await children.moveApart('2', 'a', 0)).toEqual({ kind: 'archived' })
      expect(await children.rename('1', 'Anna')).toEqual({ kind: 'done' })
    })

    test('[ACC-22] a parent has one family, however many calls ask for it at once', async () => {
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

  describe('ChildStore', () => {
    test('[ACC-18] children are added all or none, and no two of a class have one name', async () => {
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

    test('[ACC-18] two lists at once leave every name once, and no class is overfull', async () => {
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

    test('[ACC-20] renaming and moving keep names apart', async () => {
      const { classes, children } = await opened()
      await classes.addClass(classOf('a', 'teacher'), MOST)
      await classes.addClass(classOf('b', 'teacher'), MOST)
      await children.addChildren('a', [childOf('1', 'Ana'), childOf('2', 'Ben')], null, NOW_MS, newRequest())
      await children.addChildren('b', [childOf('3', 'Ana')], null, NOW_MS, newRequest())
      expect(await children.rename('1', 'BEN')).toEqual({ kind: 'taken', names: ['BEN'] })
      expect(await children.rename('1', 'ana')).toEqual({ kind: 'done' })
      expect(await children.move('1', 'b', 0)).toEqual({ kind: 'taken', names: ['ana'] })
      expect(await children.rename('1', 'Ana B.')).toEqual({ kind: 'done' })
      expect(await children.move('1', 'b', 0)).toEqual({ kind: 'done' })
      expect((await children.childrenOf('b')).map(({ name }) => name)).toEqual(['Ana', 'Ana B.'])
      expect(await children.move('nobody', 'b', 0)).toEqual({ kind: 'gone' })
    })

    test('[ACC-19] a child is found to sign in by code and name, in a class that is in use', async () => {
      const { classes, children } = await opened()
      await classes.addClass(classOf('a', 'teacher'), MOST)
      await children.addChildren('a', [childOf('1', 'Ana')], null, NOW_MS, newRequest())
      const found = { id: '1', nickname: 'Nick1', tokenRound: 0, pin: { kind: 'sealed', sealed: 'sealed 1' } }
      expect(await children.findToSignIn('CODEa', 'ana')).toEqual(found)
      expect(await children.findToSignIn('CODEa', 'ben')).toBeNull()
      expect(await children.findToSignIn('CODEb', 'ana')).toBeNull()
      expect(await children.findToSignIn('CODEa', 'aná')).toEqual(found)
      expect(await children.findNames('1')).toEqual({
        name: 'Ana',
        nickname: 'Nick1',
        color: 'red',
        tokenRound: 0,
      })
      await classes.changeClass('a', { archivedAtMs: NOW_MS })
      expect(await children.findToSignIn('CODEa', 'ana')).toBeNull()
    })

    test('[ACC-18, ACC-19] names under older keys stay found and taken, also two that are one name today', async () => {
      const { classes, children, engine } = await opened()
      await classes.addClass(classOf('a', 'teacher'), MOST)
      await children.addChildren('a', [childOf('1', 'Ana'), childOf('2', 'Ben')], null, NOW_MS, newRequest())
      const keepOlder = statement<{ id: string; name: string }>()((values) =>
        queryBuilder(engine.dialect)
          .updateTable('student')
          .set({ display_name: values.name, name_key: values.name })
          .where('user_id', '=', values.id),
      )
      await engine.write(async (transaction) => {
        await transaction.run(keepOlder, { id: '1', name: 'o’hara' })
        await transaction.run(keepOlder, { id: '2', name: "o'hara" })
      })
      const found = async (name: string) => (await children.findToSignIn('CODEa', name))?.id ?? null
      expect(await Promise.all(['O’Hara', "O'Hara", 'O`Hara', 'OHara'].map(found))).toEqual([
        '1',
        '2',
        null,
        null,
      ])
      const added = await children.addChildren('a', [childOf('3', 'OʻHara')], null, NOW_MS, newRequest())
      expect(added).toEqual({ kind: 'taken', names: ['OʻHara'] })
      expect(await children.rename('2', "O'Hara B.")).toEqual({ kind: 'done' })
      expect(await found('O`Hara')).toBe('1')
      expect(await children.rename('2', 'O´Hara')).toEqual({ kind: 'taken', names: ['O´Hara'] })
    })

    test('[ACC-23] a link code makes one parent a guardian, once, in its time', async () => {
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

    test('[ACC-23] the end of a link and a move to a family void the code that was not used', async () => {
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

    test('[ACC-23] of codes that are made at once one is good', async () => {
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

    test('[ACC-21] a child that moves among others is told apart by a number', async () => {
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

    test('[ACC-21] a removed child leaves nothing, and the others stay', async () => {
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
      const child = { studentId: '1', tokenHash: 'no such player', accountKey: 'student:1' }
      await childData.remove(child, NOW_MS)
      await childData.remove(child, NOW_MS)
      expect(await children.findChild('1')).toBeNull()
      expect(await children.useLinkCode('code', 'parent', NOW_MS)).toBeNull()
      expect((await children.childrenOf('a')).map(({ id }) => id)).toEqual(['2'])
      expect((await children.childrenOfGuardian('parent')).map(({ id }) => id)).toEqual(['2'])
    })
  })
}
