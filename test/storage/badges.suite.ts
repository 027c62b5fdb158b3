import { describe, expect, onTestFinished, test } from 'vitest'
import { animalOf } from '../../domain/nickname.ts'
import type { ChildRecord } from '../../server/account/port.ts'
import type { Database } from '../../server/storage/database.ts'
import { sqlAccountStores } from '../../server/storage/sql/accounts/account-stores.ts'
import { storeAdult } from '../factories/students.ts'

const NOW_MS = 1_789_000_000_000

const foxes = (ids: readonly string[]) =>
  ids.map((id, at) => ({
    id,
    name: `Child ${id}`,
    nickname: `SwiftFox${at + 1}`,
    sealedPin: `sealed ${id}`,
    consent: { version: 1, adultId: 'adult' },
    pinKind: 'digits' as const,
  }))

const pairs = (children: readonly ChildRecord[]): string[] =>
  children.map(({ nickname, color }) => `${color} ${animalOf(nickname)}`)

/** What every adapter does to tell the children of a class apart. */
export function badgesSuite(open: () => Promise<Database>): void {
  /** A teacher with the classes a and b, and a parent with a family. */
  const opened = async () => {
    const database = await open()
    onTestFinished(() => database.close())
    await storeAdult(database, 'teacher', 'teacher')
    const stores = sqlAccountStores(database)
    const record = {
      ownerId: 'teacher',
      name: '',
      createdAtMs: NOW_MS,
      archivedAtMs: null,
      signInWindowUntilMs: null,
      zone: 'America/Los_Angeles',
    } as const
    for (const id of ['a', 'b', 'home']) {
      const kind = id === 'home' ? 'family' : 'class'
      await stores.classes.addClass({ ...record, id, kind, code: `CODE${id}`, pinKind: 'digits' }, 10)
    }
    const pairsIn = async (classId: string) => pairs(await stores.children.childrenOf(classId))
    return { ...stores, pairsIn }
  }

  describe('ChildStore: badges', () => {
    test('[SIN-12] new children get a color that nobody in the class has with their animal', async () => {
      const { children, pairsIn } = await opened()
      await children.addChildren('a', foxes(['1', '2', '3']), null, NOW_MS, 'first')
      await Promise.all(
        ['second', 'third'].map((request) =>
          children.addChildren('a', foxes([`${request} 1`, `${request} 2`]), null, NOW_MS, request),
        ),
      )
      const all = await pairsIn('a')
      expect(all).toHaveLength(7)
      expect(new Set(all).size).toBe(7)
    })

    test('[SIN-12] a child whose badge is taken in its new class gets another color there', async () => {
      const { children, pairsIn } = await opened()
      await children.addChildren('a', foxes(['1', '2']), null, NOW_MS, 'a')
      await children.addChildren('b', foxes(['3', '4']), null, NOW_MS, 'b')
      const before = await children.findChild('1')
      expect(await pairsIn('b')).toContain(pairs(before ? [before] : [])[0])
      await children.move(['1'], 'b', 0)
      const after = await children.findChild('1')
      expect(after?.nickname).toBe(before?.nickname)
      expect(after?.color).not.toBe(before?.color)
      await children.addChildren('home', foxes(['5']), null, NOW_MS, 'home')
      await children.moveApart('3', 'home', 0)
      for (const home of ['b', 'home']) {
        const all = await pairsIn(home)
        expect(new Set(all).size, home).toBe(all.length)
      }
    })

    test('[SIN-12] a child that stays keeps its badge, and a freed badge can be used again', async () => {
      const { children, childData, pairsIn } = await opened()
      await children.addChildren('a', foxes(['1', '2']), null, NOW_MS, 'a')
      const before = await pairsIn('a')
      await children.rename('1', 'Ana')
      expect((await pairsIn('a')).toSorted()).toEqual(before.toSorted())
      const gone = pairs([await children.findChild('1')].flatMap((child) => child ?? []))
      await childData.remove({ studentId: '1', tokenHash: 'none' }, NOW_MS)
      await children.addChildren('a', foxes(['3']), null, NOW_MS, 'again')
      expect((await pairsIn('a')).toSorted()).toEqual([...new Set([...before, ...gone])].toSorted())
    })

    test('[CLS-26] new PINs for a class store its kind of PIN; single ones do not change it', async () => {
      const { classes, children } = await opened()
      await children.addChildren('a', foxes(['1', '2']), null, NOW_MS, 'a')
      const pin = { studentId: '1', hashOf: String, sealed: 'new' }
      await children.setPins([{ ...pin, pinKind: 'pictures' }], NOW_MS)
      expect(await children.findChild('1')).toMatchObject({ pinKind: 'pictures', homePinKind: 'digits' })
      await children.setPinsOfClass('a', 'pictures', [{ ...pin, pinKind: 'pictures' }], NOW_MS)
      expect(await children.findChild('2')).toMatchObject({ pinKind: 'digits', homePinKind: 'pictures' })
      expect(await classes.findClass('a')).toMatchObject({ pinKind: 'pictures' })
      const found = await children.findClassToSignIn('CODEa')
      expect(found).toMatchObject({ pinKind: 'pictures' })
      expect(found?.children.map(({ id }) => id).toSorted()).toEqual(['1', '2'])
      await classes.changeClass('a', { archivedAtMs: NOW_MS })
      for (const code of ['CODEa', 'NOCODE']) expect(await children.findClassToSignIn(code)).toBeNull()
    })
  })
}
