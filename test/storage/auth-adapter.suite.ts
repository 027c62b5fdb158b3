import { describe, expect, onTestFinished, test } from 'vitest'
import { createAuth } from '../../server/account/auth.ts'
import { quickHashing } from '../factories/quick-hashing.ts'
import type { Database } from '../../server/storage/database.ts'
import { sqlAuthAdapter } from '../../server/storage/sql/accounts/auth-adapter.ts'

const CREATED = new Date(1_789_000_000_123)

type User = { id: string; email: string; name: string; emailVerified: boolean; createdAt: Date; role: string }
type Session = { id: string; token: string; userId: string; expiresAt: Date }

const userOf = (email: string, changes: Partial<User> = {}) => ({
  name: "Ms O'Neil",
  email,
  emailVerified: false,
  role: 'teacher',
  createdAt: CREATED,
  updatedAt: CREATED,
  ...changes,
})

/** What better-auth needs of the storage behind it, on every engine. */
export function authAdapterSuite(open: () => Promise<Database>): void {
  const opened = async () => {
    const database = await open()
    onTestFinished(() => database.close())
    const auth = createAuth({
      database: sqlAuthAdapter(database),
      secret: 'a secret of the tests, which nobody guesses',
      secure: false,
      publicUrl: 'http://localhost',
      hashing: quickHashing(),
      mails: null,
    })
    const { adapter } = await auth.$context
    const addUser = (email: string, changes: Partial<User> = {}) =>
      adapter.create<Record<string, unknown>, User>({ model: 'user', data: userOf(email, changes) })
    return { database, adapter, addUser }
  }

  describe('the storage of better-auth', () => {
    test('[ACC-12] values read back unchanged, including dates and booleans', async () => {
      const { adapter, addUser } = await opened()
      const made = await addUser('one@school.example', { emailVerified: true })
      const found = await adapter.findOne<User>({
        model: 'user',
        where: [{ field: 'email', value: 'one@school.example' }],
      })
      expect(found).toEqual({ ...made, image: undefined })
      expect(found).toMatchObject({ name: "Ms O'Neil", emailVerified: true, createdAt: CREATED })
      expect(await adapter.findOne({ model: 'user', where: [{ field: 'id', value: 'nobody' }] })).toBeNull()
    })

    test('[ACC-12] every condition finds the matching rows, sorted and paged', async () => {
      const { adapter, addUser } = await opened()
      const later = new Date(CREATED.getTime() + 1)
      await addUser('a@x.example', { role: 'parent' })
      await addUser('b@x.example', { createdAt: later })
      await addUser('c@x.example', { emailVerified: true, createdAt: later })
      type Where = NonNullable<Parameters<typeof adapter.findMany>[0]['where']>
      const emails = async (where: Where, more: { limit?: number; offset?: number } = {}) =>
        (
          await adapter.findMany<User>({
            model: 'user',
            where,
            sortBy: { field: 'email', direction: 'desc' },
            ...more,
          })
        ).map(({ email }) => email.slice(0, 1))
      expect(await emails([])).toEqual(['c', 'b', 'a'])
      expect(await emails([], { limit: 1, offset: 1 })).toEqual(['b'])
      expect(await emails([{ field: 'role', value: 'parent' }])).toEqual(['a'])
      expect(await emails([{ field: 'role', value: 'parent', operator: 'ne' }])).toEqual(['c', 'b'])
      expect(await emails([{ field: 'emailVerified', value: true }])).toEqual(['c'])
      expect(await emails([{ field: 'createdAt', value: later, operator: 'lt' }])).toEqual(['a'])
      expect(await emails([{ field: 'createdAt', value: later, operator: 'gte' }])).toEqual(['c', 'b'])
      const list = ['a@x.example', 'b@x.example', 'nobody@x.example']
      expect(await emails([{ field: 'email', value: list, operator: 'in' }])).toEqual(['b', 'a'])
      expect(await emails([{ field: 'email', value: list, operator: 'not_in' }])).toEqual(['c'])
      expect(await emails([{ field: 'email', value: [], operator: 'in' }])).toEqual([])
      expect(await emails([{ field: 'name', value: null }])).toEqual([])
      expect(await emails([{ field: 'name', value: null, operator: 'ne' }])).toHaveLength(3)
      const either: Where = [
        { field: 'email', value: 'a@x.example', connector: 'OR' },
        { field: 'emailVerified', value: true, connector: 'OR' },
      ]
      expect(await emails(either)).toEqual(['c', 'a'])
      expect(await emails([...either, { field: 'role', value: 'teacher' }])).toEqual(['c'])
      const byAge = await adapter.findMany<User>({
        model: 'user',
        sortBy: { field: 'createdAt', direction: 'asc' },
        limit: 1,
      })
      expect(byAge.map(({ email }) => email)).toEqual(['a@x.example'])
      expect(await adapter.count({ model: 'user', where: either })).toBe(2)
      expect(await adapter.count({ model: 'user' })).toBe(3)
    })

    test('[ACC-12] rejects an unsupported condition instead of ignoring it', async () => {
      const { adapter } = await opened()
      const contains = [{ field: 'email', value: 'a', operator: 'contains' as const }]
      await expect(adapter.findMany({ model: 'user', where: contains })).rejects.toThrow(
        'operator contains is not supported',
      )
      const insensitive = [{ field: 'email', value: 'a', mode: 'insensitive' as const }]
      await expect(adapter.findOne({ model: 'user', where: insensitive })).rejects.toThrow(
        'case-insensitive comparison of email is not supported',
      )
    })

    test('[ACC-12] updates and deletions affect the matching rows and return their number', async () => {
      const { adapter, addUser } = await opened()
      const { id } = await addUser('one@x.example')
      await addUser('two@x.example')
      const where = [{ field: 'id', value: id }]
      const changed = await adapter.update<User>({ model: 'user', where, update: { emailVerified: true } })
      expect(changed).toMatchObject({ id, emailVerified: true, email: 'one@x.example' })
      const everybody = [{ field: 'role', value: 'teacher' }]
      expect(await adapter.updateMany({ model: 'user', where: everybody, update: { name: 'X' } })).toBe(2)
      await adapter.delete({ model: 'user', where })
      expect(await adapter.findOne({ model: 'user', where })).toBeNull()
      expect(await adapter.deleteMany({ model: 'user', where: everybody })).toBe(1)
      expect(await adapter.update({ model: 'user', where, update: { name: 'Y' } })).toBeNull()
    })

    test('[ACC-12] an address belongs to one person, and a second one changes nothing', async () => {
      const { adapter, addUser } = await opened()
      await addUser('one@x.example')
      await expect(addUser('one@x.example', { name: 'other' })).rejects.toThrow()
      expect(await adapter.count({ model: 'user' })).toBe(1)
    })

    test('[ACC-12] gives a single-use value to one of many simultaneous callers', async () => {
      const { adapter } = await opened()
      const data = {
        identifier: 'reset',
        value: 'v',
        expiresAt: CREATED,
        createdAt: CREATED,
        updatedAt: CREATED,
      }
      await adapter.create({ model: 'verification', data })
      const where = [{ field: 'identifier', value: 'reset' }]
      const given = await Promise.all(
        Array.from({ length: 12 }, () => adapter.consumeOne<typeof data>({ model: 'verification', where })),
      )
      expect(given.filter((row) => row !== null)).toMatchObject([{ value: 'v' }])
    })

    test('[ACC-9] a session is stored under the hash of its token, without address or browser', async () => {
      const { database, adapter, addUser } = await opened()
      const { id: userId } = await addUser('one@x.example')
      const token = 'the-token-of-the-cookie'
      const data = { token, userId, expiresAt: CREATED, createdAt: CREATED, updatedAt: CREATED }
      const extras = { ipAddress: '192.0.2.7', userAgent: 'Mozilla' }
      await adapter.create({ model: 'session', data: { ...data, ...extras } })
      const where = [{ field: 'token', value: token }]
      expect(await adapter.findOne<Session>({ model: 'session', where })).toMatchObject({ token, userId })
      const listed = await adapter.findMany<Session>({
        model: 'session',
        where: [{ field: 'token', value: [token], operator: 'in' }],
      })
      expect(listed).toMatchObject([{ token }])
      const sessions = await database.read(({ db }) => db.selectFrom('session').selectAll().execute())
      const stored = JSON.stringify(sessions)
      expect(stored).not.toContain(token)
      expect(stored).not.toContain('192.0.2.7')
      expect(stored).not.toContain('Mozilla')
      const longer = new Date(CREATED.getTime() + 5)
      const update = { expiresAt: longer }
      expect(await adapter.update<Session>({ model: 'session', where, update })).toMatchObject({
        token,
        expiresAt: longer,
      })
      expect(await adapter.deleteMany({ model: 'session', where })).toBe(1)
    })
  })
}
