import { expect, test } from 'vitest'
import { memoryLimiter, signInLimits } from '../../server/account/sign-in-limits.ts'
import { Refusal } from '../../server/http/errors.ts'
import { sqlAccountStores } from '../../server/storage/sql/accounts/account-stores.ts'
import type { ChildStore } from '../../server/storage/sql/accounts/child-store.ts'
import { openSqlite } from '../../server/storage/sqlite/sqlite-database.ts'
import { addedChildren, madeClass, signedUp, wrongPin } from '../factories/accounts.ts'
import { startApp } from '../factories/app.ts'
import { everyTable } from '../factories/every-table.ts'
import { later, stopClock } from '../factories/later.ts'
import { tempFolder } from '../factories/temp-folder.ts'

test('[ACC-20] a PIN replaced while the old one is being checked lets nobody in', async () => {
  const database = openSqlite({ dataDir: tempFolder() })
  const { children } = sqlAccountStores(database)
  let meanwhile: (() => Promise<unknown>) | null = null
  const findToSignIn: ChildStore['findToSignIn'] = async (code, name) => {
    const found = await children.findToSignIn(code, name)
    const first = meanwhile
    meanwhile = null
    await first?.()
    return found
  }
  const app = await startApp({ database, accounts: { children: { ...children, findToSignIn } } })
  const teacher = await signedUp(app, 'teacher')
  const { id, code } = await madeClass(teacher)
  const [ana] = await addedChildren(teacher, id, ['Ana'])
  if (!ana) throw new Error('one was made')
  meanwhile = () => teacher.post(`/api/children/${ana.id}/pin`)
  const entered = await app.post('/api/account/child/sign-in', { code, name: 'Ana', pin: ana.pin })
  expect(entered).toMatchObject({ status: 401, json: { code: 'wrong_sign_in' } })
  expect(entered.headers.getSetCookie()).toEqual([])
  const sessions = (await everyTable(database)).get('session') as { user_id: string }[]
  expect(sessions.filter(({ user_id: userId }) => userId === ana.id)).toEqual([])
})

/** A class of Ana alone, and signing in as her from browsers that the class does not know. */
async function classOfAna() {
  const app = await startApp()
  const teacher = await signedUp(app, 'teacher')
  const { id, code } = await madeClass(teacher)
  const [ana] = await addedChildren(teacher, id, ['Ana'])
  if (!ana) throw new Error('one was made')
  const enter = async (pin: typeof ana.pin) =>
    (await app.post('/api/account/child/sign-in', { code, name: 'Ana', pin })).status
  return { app, ana, enter }
}

test('[ACC-7] accepts ten simultaneous right PINs of one child', async () => {
  const { ana, enter } = await classOfAna()
  const statuses = await Promise.all(Array.from({ length: 10 }, () => enter(ana.pin)))
  expect(statuses).toEqual(Array.from({ length: 10 }, () => 200))
})

test('[ACC-7] simultaneous wrong PINs count as five guesses, even among later right ones', async () => {
  const { ana, enter } = await classOfAna()
  const wrong = await Promise.all(Array.from({ length: 9 }, () => enter(wrongPin(ana.pin))))
  expect(wrong.toSorted((a, b) => a - b)).toEqual([401, 401, 401, 401, 401, 429, 429, 429, 429])
  expect(await enter(ana.pin)).toBe(429)
})

test('[ACC-7] an unchecked answer does not count as wrong', async () => {
  stopClock()
  const { check } = signInLimits(memoryLimiter, 'secret')
  const flood = new Refusal(503, 'too_many_requests', 'Too many', 10)
  for (let call = 0; call < 12; call += 1) {
    await expect(check('a', () => Promise.reject(flood))).rejects.toBe(flood)
  }
  const wrong = new Refusal(401, 'wrong_sign_in', 'Wrong')
  for (let call = 0; call < 5; call += 1) {
    await expect(check('a', () => Promise.reject(wrong))).rejects.toBe(wrong)
  }
  await expect(check('a', () => Promise.resolve('in'))).rejects.toMatchObject({
    status: 429,
    retryAfterSeconds: 30,
  })
})

test('[ACC-61] after a hundred answers of a day, right or wrong, a known browser has one checked every 10 s', async () => {
  stopClock()
  const { checkKnown } = signInLimits(memoryLimiter, 'secret')
  const right = () => checkKnown('a', () => Promise.resolve('in'))
  for (let call = 0; call < 101; call += 1) expect(await right()).toBe('in')
  await expect(right()).rejects.toMatchObject({ status: 429, retryAfterSeconds: 10 })
  later(10_000)
  expect(await right()).toBe('in')
  await expect(right()).rejects.toMatchObject({ status: 429, retryAfterSeconds: 10 })
})
