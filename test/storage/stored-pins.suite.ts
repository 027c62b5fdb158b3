import { describe, expect, onTestFinished, test } from 'vitest'
import type { NewChild } from '../../server/account/port.ts'
import type { Database } from '../../server/storage/database.ts'
import { sqlAccountStores } from '../../server/storage/sql/accounts/account-stores.ts'
import { everyTable } from '../factories/every-table.ts'
import { storeAdult } from '../factories/students.ts'

const NOW_MS = 1_789_000_000_000

type Row = Readonly<Record<string, unknown>>

const TEACHER = { id: 'teacher', role: 'teacher' }

const byStudent = (a: Row, b: Row): number => String(a['student_id']).localeCompare(String(b['student_id']))

const childOf = (id: string, name: string): NewChild => ({
  id,
  name,
  nickname: `Nick${id}`,
  sealedPin: `sealed ${id}`,
  consent: { version: 1, adultId: 'adult' },
  pinKind: 'digits',
})

/** What every adapter does with PINs and with the requests that add children. */
export function storedPinsSuite(open: () => Promise<Database>): void {
  /** A teacher with the classes a and b. */
  const opened = async () => {
    const database = await open()
    onTestFinished(() => database.close())
    await storeAdult(database, 'teacher', 'teacher')
    const stores = sqlAccountStores(database)
    for (const id of ['a', 'b']) {
      await stores.classes.addClass(
        {
          id,
          ownerId: 'teacher',
          kind: 'class',
          name: id,
          code: `CODE${id}`,
          createdAtMs: NOW_MS,
          archivedAtMs: null,
          signInWindowUntilMs: null,
          zone: 'America/Los_Angeles',
          pinKind: 'digits',
        },
        1_000_000,
      )
    }
    return { ...stores, engine: database }
  }

  describe('ChildStore: PINs', () => {
    test('[ACC-36] a repeated request adds nobody, even at the same time, and returns the children of the first one', async () => {
      const { children } = await opened()
      const first = [childOf('1', 'Ana'), childOf('2', 'Ben')]
      const again = [childOf('3', 'Ana'), childOf('4', 'Ben')]
      const added = await Promise.all(
        [first, again].map((list) => children.addChildren('a', list, null, NOW_MS, 'same')),
      )
      expect(added[0]).toMatchObject({ kind: 'done' })
      expect(added[1]).toEqual(added[0])
      expect(await children.childrenOf('a')).toHaveLength(2)
      // The id is the class's own: in another one it is another request.
      const elsewhere = await children.addChildren('b', [childOf('5', 'Ana')], null, NOW_MS, 'same')
      expect(elsewhere).toEqual({ kind: 'done', studentIds: ['5'] })
    })

    test('[ACC-38] reading PINs records who read them and when', async () => {
      const { children, adults, engine } = await opened()
      await children.addChildren('a', [childOf('1', 'Ana'), childOf('2', 'Ben')], null, NOW_MS, 'r')
      // Nobody sees the PINs that are replaced.
      expect(await children.sealedPins(['1', 'nobody'])).toEqual(new Map([['1', 'sealed 1']]))
      const views = await children.viewPins(['1', '2', 'nobody'], TEACHER, NOW_MS + 5)
      expect(views.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual([
        { id: '1', pinKind: 'digits', sealedPin: 'sealed 1' },
        { id: '2', pinKind: 'digits', sealedPin: 'sealed 2' },
      ])
      const accesses = (await everyTable(engine)).get('child_access') ?? []
      const atMs = NOW_MS + 5
      const row = { at_ms: atMs, adult_id: 'teacher', kind: 'pin_view', role: 'teacher', home_id: 'a' }
      expect(accesses.toSorted(byStudent)).toEqual([
        { student_id: '1', ...row },
        { student_id: '2', ...row },
      ])
      expect((await adults.allRowsOf('teacher')).looked_at).toEqual([
        { student_id: '1', kind: 'pin_view', at_ms: atMs },
        { student_id: '2', kind: 'pin_view', at_ms: atMs },
      ])
    })
  })
}
