import { expect, test, vi } from 'vitest'
import { addedChildren, madeClass, signedUp, wrongPin } from '../factories/accounts.ts'
import { startApp } from '../factories/app.ts'
import { quickHashing } from '../factories/quick-hashing.ts'

/** From a proxy's word, so that all of them are one address that is not this machine. */
const SCHOOL = { 'x-forwarded-for': '203.0.113.7' }

test('[ACC-15] thirty children sign in at once from one address, none has to wait, and no PIN is hashed', async () => {
  const hashing = quickHashing()
  const app = await startApp({ trustProxy: true, accounts: { hashing } })
  const teacher = await signedUp(app, 'teacher')
  const { id, code } = await madeClass(teacher)
  const names = Array.from({ length: 30 }, (_, index) => `Child ${index}`)
  const children = await addedChildren(teacher, id, names)
  const [hashes, checks] = [vi.spyOn(hashing, 'hash'), vi.spyOn(hashing, 'verify')]
  const answers = await Promise.all(
    children.map(({ name, pin }) => app.post('/api/account/child/sign-in', { code, name, pin }, SCHOOL)),
  )
  expect(answers.map(({ status }) => status)).toEqual(children.map(() => 200))
  expect(hashes).not.toHaveBeenCalled()
  expect(checks).not.toHaveBeenCalled()
})

test('[ACC-15] a class that keeps typing wrong PINs makes no other class at the address wait', async () => {
  const app = await startApp({ trustProxy: true })
  const teacher = await signedUp(app, 'teacher')
  const { id, code } = await madeClass(teacher)
  const names = Array.from({ length: 6 }, (_, index) => `Child ${index}`)
  const children = await addedChildren(teacher, id, names)
  const [last, ...others] = children
  if (!last) throw new Error('six were made')
  for (const { name, pin } of others) {
    const wrong = { code, name, pin: wrongPin(pin) }
    for (let call = 0; call < 6; call += 1) await app.post('/api/account/child/sign-in', wrong, SCHOOL)
  }
  const { name, pin } = last
  expect((await app.post('/api/account/child/sign-in', { code, name, pin }, SCHOOL)).status).toBe(200)
})

const PIN = { kind: 'digits', digits: '1234' }
const EMAIL = 'rose@school.example'

test.each([
  ['child/sign-in', { code: 'BCD234', name: 'Ana', pin: PIN }, { code: 'bcd-234', name: 'Ben', pin: PIN }],
  [
    'sign-in',
    { email: EMAIL, password: 'long enough' },
    { email: EMAIL.toUpperCase(), password: 'another one' },
  ],
  ['verify/again', { email: EMAIL, password: 'long enough' }, { email: EMAIL, password: 'long enough' }],
  ['forgotten', { email: EMAIL }, { email: EMAIL.toUpperCase() }],
])(
  '[SEC-12] the keys of limits that processes share hold neither class codes nor addresses (%s)',
  async (path, body, same) => {
    const keys: string[] = []
    const sharedLimits = { count: async (key: string) => ({ count: keys.push(key) && 1, leftMs: 1000 }) }
    const app = await startApp({ trustProxy: true, sharedLimits })
    await app.post(`/api/account/${path}`, body, SCHOOL)
    expect(keys.length).toBeGreaterThan(0)
    for (const key of keys) expect(key).not.toMatch(/BCD.?234|rose|203\.0\.113\.7/i)
    const first = keys.splice(0)
    await app.post(`/api/account/${path}`, same, SCHOOL)
    expect(keys).toEqual(first)
  },
)
