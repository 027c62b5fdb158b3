import { describe, expect, onTestFinished, test } from 'vitest'
import { createAuth } from '../../server/account/auth.ts'
import { quickHashing } from '../factories/quick-hashing.ts'
import type { Database } from '../../server/storage/database.ts'
import { sqlAccountStores } from '../../server/storage/sql/accounts/account-stores.ts'

const NOW_MS = 1_789_000_000_000
const NOBODY = 'nobody'

const classOf = (ownerId: string) => ({
  id: `class of ${ownerId}`,
  ownerId,
  kind: 'class' as const,
  name: '3b',
  code: 'BCDFGH',
  createdAtMs: NOW_MS,
  archivedAtMs: null,
  signInWindowUntilMs: null,
  zone: 'America/Los_Angeles',
  pinKind: 'digits' as const,
})

const ANA = {
  id: 'ana',
  name: 'Ana',
  nickname: 'SwiftFox1',
  sealedPin: 'sealed',
  consent: { version: 1, adultId: 'adult' },
  pinKind: 'digits' as const,
}

/** What every adapter behind the AdultStore port does. */
export function adultStoreSuite(open: () => Promise<Database>): void {
  const opened = async () => {
    const database = await open()
    onTestFinished(() => database.close())
    const stores = sqlAccountStores(database)
    const auth = createAuth({
      database: stores.database,
      secret: 'a secret of the tests, which nobody guesses',
      secure: false,
      publicUrl: 'http://localhost',
      hashing: quickHashing(),
      mails: null,
    })
    const { internalAdapter } = await auth.$context
    /** An adult who has signed up and in, with the session. */
    const adult = async (name: string) => {
      const body = { name, email: `${name}@x.example`, password: 'correct horse battery', role: 'teacher' }
      const { user, token } = await auth.api.signUpEmail({ body })
      const [session] = await internalAdapter.listSessions(user.id)
      if (!session || token === null) throw new Error('signing up signs in')
      return { id: user.id, email: body.email, session, token }
    }
    return { ...stores, internalAdapter, adult }
  }

  describe('AdultStore', () => {
    test('[ACC-41] deletes an unconfirmed account with its session, but not one that is confirmed or in use', async () => {
      const { adults, classes, adult } = await opened()
      const [unproved, proved, inUse] = [await adult('una'), await adult('pia'), await adult('ida')]
      expect(await adults.markAddressVerified(proved.id)).toBe(true)
      expect(await classes.addClass(classOf(inUse.id), 10)).toBe('added')
      for (const { email } of [unproved, proved, inUse]) await adults.removeUnverified(email.toUpperCase())
      const left = [unproved, proved, inUse].map(({ id }) => adults.findCredential(id))
      expect(await Promise.all(left)).toMatchObject([null, { email: proved.email }, { email: inUse.email }])
      expect(await adults.findSession(unproved.token, 0)).toBeNull()
      expect(await adults.markAddressVerified(unproved.id)).toBe(false)
      await adults.removeUnverified(NOBODY)
    })

    test('[ACC-13] a session identifies its account until it expires or ends', async () => {
      const { adults, adult, internalAdapter } = await opened()
      const [zoe, max] = [await adult('zoe'), await adult('max')]
      const expiresAtMs = zoe.session.expiresAt.getTime()
      const person = { id: zoe.id, name: 'zoe', role: 'teacher' }
      expect(await adults.findSession(zoe.token, expiresAtMs - 1)).toEqual({
        person,
        sessionId: zoe.session.id,
      })
      expect(await adults.findSession(zoe.token, expiresAtMs)).toBeNull()
      expect(await adults.findSession(NOBODY, 0)).toBeNull()
      await internalAdapter.deleteUserSessions(zoe.id)
      expect(await adults.findSession(zoe.token, 0)).toBeNull()
      expect(await adults.findSession(max.token, 0)).toMatchObject({ person: { id: max.id } })
    })

    test('[ACC-33] the password hash belongs to the address that signs in with it', async () => {
      const { adults, adult } = await opened()
      const { id, email } = await adult('zoe')
      expect(await adults.findCredential(id)).toEqual({ email, passwordHash: expect.stringContaining(':') })
      expect(await adults.findCredential(NOBODY)).toBeNull()
    })

    test("[ACC-33] an adult's data is complete, without a password and without anybody else's data", async () => {
      const { adults, adult, classes } = await opened()
      const [zoe, max] = [await adult('zoe'), await adult('max')]
      await classes.addClass(classOf(zoe.id), 10)
      const everything = await adults.allRowsOf(zoe.id)
      expect(everything).toMatchObject({
        account: [{ id: zoe.id, name: 'zoe', email: zoe.email, role: 'teacher' }],
        sign_ins: [{ expires_at_ms: zoe.session.expiresAt.getTime() }],
        classes: [{ id: `class of ${zoe.id}`, name: '3b' }],
        linked_children: [],
      })
      expect(JSON.stringify(everything)).not.toMatch(/password|token|max/)
      expect((await adults.allRowsOf(max.id))['classes']).toEqual([])
    })

    test('[ACC-4] using a mailed link verifies the address and invalidates every other link', async () => {
      const { adults, adult, internalAdapter } = await opened()
      const [zoe, max] = [await adult('zoe'), await adult('max')]
      const expiresAt = new Date(Date.now() + 3_600_000)
      for (const [identifier, value] of [
        ['reset:1', zoe.id],
        ['reset:2', zoe.id],
        ['reset:3', max.id],
      ] as const) {
        await internalAdapter.createVerificationValue({ identifier, value, expiresAt })
      }
      await adults.markAddressVerified(zoe.id)
      const found = await Promise.all(
        ['reset:1', 'reset:2', 'reset:3'].map((name) => internalAdapter.findVerificationValue(name)),
      )
      expect(found.map((link) => link?.value ?? null)).toEqual([null, null, max.id])
      expect(await internalAdapter.findUserById(zoe.id)).toMatchObject({ emailVerified: true })
      expect(await internalAdapter.findUserById(max.id)).toMatchObject({ emailVerified: false })
    })

    test("[ACC-33] an account is deleted with its sessions and empty classes, but not while a child's home is there", async () => {
      const { adults, adult, classes, children } = await opened()
      const [zoe, max] = [await adult('zoe'), await adult('max')]
      await classes.addClass(classOf(zoe.id), 10)
      await children.addChildren(`class of ${zoe.id}`, [ANA], null, NOW_MS, 'request')
      expect(await adults.remove(zoe.id)).toBe(false)
      expect(await adults.findSession(zoe.token, 0)).toMatchObject({ person: { id: zoe.id } })
      await classes.addClass({ ...classOf(max.id), code: 'JKMNPQ' }, 10)
      expect(await adults.remove(max.id)).toBe(true)
      expect(await adults.findSession(max.token, 0)).toBeNull()
      expect(await classes.classesOf(max.id)).toEqual([])
      expect(await adults.findCredential(max.id)).toBeNull()
      expect(await adults.remove(max.id)).toBe(true)
    })
  })
}
