import { expect, test } from 'vitest'
import type { SignUpRule } from '../../contract/account.ts'
import { readConfig } from '../../server/config.ts'
import { invite } from '../../server/account/sign-up-gate.ts'
import { sqlAccountStores } from '../../server/storage/sql/accounts/account-stores.ts'
import { madeClass, signedUp } from '../factories/accounts.ts'
import { startApp } from '../factories/app.ts'

const DAY_MS = 86_400_000

/** A teacher and a parent, and what adding a child comes to for each. */
async function adultsUnder(signUp: SignUpRule) {
  const app = await startApp({ accounts: { signUp } })
  const [teacher, parent] = [await signedUp(app, 'teacher'), await signedUp(app, 'parent')]
  const { id } = await madeClass(teacher)
  const add = async () => {
    const inClass = await teacher.post(`/api/classes/${id}/children`, { names: ['Ana'], pinKind: 'digits' })
    const atHome = await parent.post('/api/children', { name: 'Kim', pinKind: 'digits' })
    return [inClass, atHome].map(({ status, json }) => [status, (json as { code?: string }).code])
  }
  return { app, teacher, parent, add }
}

test('[ACC-67] by default every adult can add children, and the page knows it', async () => {
  const { app, add } = await adultsUnder('open')
  expect((await add()).map(([status]) => status)).toEqual([200, 200])
  expect((await app.get('/api/account')).json).toEqual({ sendsMail: false, signUp: 'open' })
})

test('[ACC-67] with `confirmed` only adults with a confirmed address can add children', async () => {
  const { add } = await adultsUnder('confirmed')
  expect(await add()).toEqual([
    [403, 'email_not_verified'],
    [403, 'email_not_verified'],
  ])
})

test('[ACC-67, ACC-68] with `invited` an adult can add children after entering an invitation code', async () => {
  const { app, teacher, parent, add } = await adultsUnder('invited')
  const NEEDED = [403, 'invitation_needed']
  expect(await add()).toEqual([NEEDED, NEEDED])
  expect((await teacher.get('/api/account/security')).json).toMatchObject({ needsInvitation: true })
  const { adults } = sqlAccountStores(app.database)
  const code = await invite(adults, () => 7, app.clock.nowMs)
  expect((await teacher.post('/api/account/invitation', { code: 'BCDFGHJKMN' })).status).toBe(404)
  expect((await teacher.post('/api/account/invitation', { code: code.toLowerCase() })).status).toBe(200)
  expect((await parent.post('/api/account/invitation', { code })).status).toBe(404)
  expect((await add()).at(1)).toEqual(NEEDED)
  expect((await teacher.get('/api/account/security')).json).toMatchObject({ needsInvitation: false })
  const late = await invite(adults, () => 8, app.clock.nowMs - 14 * DAY_MS)
  expect((await parent.post('/api/account/invitation', { code: late })).status).toBe(404)
})

test('[ACC-67] the rule is a setting, and open by default', () => {
  expect(readConfig({}).signUp).toBe('open')
  expect(readConfig({ SIGN_UP: 'invited' }).signUp).toBe('invited')
  expect(() => readConfig({ SIGN_UP: 'closed' })).toThrow('one of open, confirmed, invited')
})
