import { describe, expect, onTestFinished, test } from 'vitest'
import type { ClassList, ClassRecord, NewChild } from '../../server/account/port.ts'
import type { Database } from '../../server/storage/database.ts'
import { sqlAccountStores } from '../../server/storage/sql/accounts/account-stores.ts'
import { ADAPTERS } from './adapters.ts'

const NOW_MS = 1_789_000_000_000

async function addTeachers(database: Database): Promise<void> {
  await database.write(({ db }) =>
    db
      .insertInto('user')
      .values(
        ['teacher', 'other'].map((id) => ({
          id,
          name: id,
          email: id,
          email_verified: 0,
          role: 'teacher',
          created_at_ms: NOW_MS,
          updated_at_ms: NOW_MS,
        })),
      )
      .execute(),
  )
}

const classOf = (id: string, ownerId: string, code = `CODE${id}`): ClassRecord => ({
  id,
  ownerId,
  kind: 'class',
  name: `class ${id}`,
  code,
  createdAtMs: NOW_MS,
  archivedAtMs: null,
  signInWindowUntilMs: null,
  zone: 'America/Los_Angeles',
  pinKind: 'digits',
})

const childOf = (id: string, name: string): NewChild => ({
  id,
  name,
  nickname: `Nick${id}`,
  sealedPin: `sealed ${id}`,
  consent: { version: 1, adultId: 'teacher' },
  pinKind: 'digits',
})

const made = (id: string, children: readonly NewChild[], code?: string) => ({
  id,
  fresh: classOf(id, 'teacher', code),
  children,
})

for (const { name: engine, open } of ADAPTERS) {
  describe(engine, () => {
    test('[RST-3] all classes of a list are stored with their children or none, and a repeated request returns them', async () => {
      const database = await open()
      onTestFinished(() => database.close())
      const { classes, children } = sqlAccountStores(database)
      await addTeachers(database)
      const list = [childOf('1', 'Ana'), childOf('2', 'Ben')]
      const addAll = (parts: ClassList['classes'], most = 3) =>
        classes.addList({ ownerId: 'teacher', classes: parts, requestId: 'request', nowMs: NOW_MS }, most)
      const add = (id: string, names: readonly NewChild[], most = 3) => addAll([made(id, names)], most)
      const done = { kind: 'done', classes: [{ id: 'list', studentIds: ['1', '2'] }] }
      expect(await add('list', list)).toEqual(done)
      // A repeat is made with other ids, PINs and another code.
      expect(await add('list', [childOf('3', 'Ana'), childOf('4', 'Ben')])).toEqual(done)
      expect(await children.childrenOf('list')).toHaveLength(2)
      const before = await classes.classesOf('teacher')
      const twice = [
        made('first', [childOf('9', 'Fay')]),
        made('twice', [childOf('5', 'Cem'), childOf('6', 'cem')]),
      ]
      expect(await addAll(twice, 100)).toEqual({ kind: 'taken', names: ['cem'] })
      expect(await add('more', [childOf('7', 'Dan')], before.length)).toBe('too_many')
      expect(await addAll([made('other', [childOf('8', 'Eva')], 'CODElist')])).toBe('code_taken')
      expect(await classes.classesOf('teacher')).toEqual(before)
      for (const id of ['5', '9']) expect(await children.findChild(id)).toBeNull()
    })
  })
}
