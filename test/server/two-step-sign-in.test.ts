import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adultOf, PASSWORD } from '../factories/accounts.ts'
import { startApp, type RunningApp } from '../factories/app.ts'
import { Browser } from '../factories/browser-user.ts'
import { everyTable } from '../factories/every-table.ts'
import { appCode } from '../factories/app-code.ts'

type Made = { uri: string; key: string; recoveryCodes: string[] }

const CODE = '/api/account/sign-in/code'

// The clock stands still, so that no code ends between being read and being checked.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** A teacher with two-step sign-in, in the browser that turned it on. */
async function withTwoStepSignIn(app: RunningApp) {
  const typed = adultOf('teacher')
  const here = new Browser(app)
  await here.post('/api/account/sign-up', typed)
  const begun = await here.post('/api/account/second-step', { password: PASSWORD })
  expect(begun.status).toBe(200)
  const made = begun.json as Made
  const confirmed = await here.post('/api/account/second-step/confirm', { code: appCode(made.key, -1) })
  expect(confirmed.status).toBe(200)
  const email = typed.email
  const password = (browser: Browser) => browser.post('/api/account/sign-in', { email, password: PASSWORD })
  const enter = async (browser: Browser, code: string, trust = false) => {
    expect(await password(browser)).toMatchObject({ status: 200, json: { next: 'second_step' } })
    return await browser.post(CODE, { code, trust })
  }
  return { here, email, made, password, enter }
}

const isIn = async (browser: Browser) => (await browser.get('/api/me')).status === 200

test('[ACC-90] two-step sign-in takes effect with its first right code, and signs out every other browser', async () => {
  const app = await startApp()
  const typed = adultOf('parent')
  const [here, there] = [new Browser(app), new Browser(app)]
  await here.post('/api/account/sign-up', typed)
  const signIn = (browser: Browser) =>
    browser.post('/api/account/sign-in', { email: typed.email, password: PASSWORD })
  const begin = (password: string) => here.post('/api/account/second-step', { password })
  expect(await begin('not the password')).toMatchObject({ status: 401, json: { code: 'wrong_sign_in' } })
  const { uri, key, recoveryCodes } = (await begin(PASSWORD)).json as Made
  expect(uri).toMatch(/^otpauth:\/\/totp\/.+secret=[A-Z2-7]+&/)
  expect(new Set(recoveryCodes).size).toBe(10)
  expect((await signIn(there)).json).toEqual({ next: 'signed_in' })
  const confirm = (code: string) => here.post('/api/account/second-step/confirm', { code })
  expect(await confirm('000000x')).toMatchObject({ status: 401, json: { code: 'wrong_sign_in' } })
  expect((await confirm(appCode(key))).status).toBe(200)
  expect([await isIn(here), await isIn(there)]).toEqual([true, false])
  expect((await here.get('/api/account/security')).json).toMatchObject({
    sessions: [{ isThis: true }],
    secondStep: { isOn: true, codesLeft: 10 },
  })
  expect(await begin(PASSWORD)).toMatchObject({ status: 409 })
  expect(await confirm(appCode(key))).toMatchObject({ status: 409 })
})

test('[ACC-91] the password alone signs nobody in; a code of the app does, once', async () => {
  const app = await startApp()
  const { made, enter, password } = await withTwoStepSignIn(app)
  const browser = new Browser(app)
  expect((await password(browser)).json).toEqual({ next: 'second_step' })
  expect(await isIn(browser)).toBe(false)
  expect(browser.cookies).not.toContain('tenfold.adults')
  // The one that turned it on was used with that.
  expect(await enter(new Browser(app), appCode(made.key, -1))).toMatchObject({ status: 401 })
  const code = appCode(made.key)
  expect((await enter(browser, ` ${code.slice(0, 3)} ${code.slice(3)}`)).json).toEqual({ next: 'signed_in' })
  expect(await isIn(browser)).toBe(true)
  const other = new Browser(app)
  expect(await enter(other, code)).toMatchObject({ status: 401, json: { code: 'wrong_sign_in' } })
  expect(await isIn(other)).toBe(false)
  expect(await new Browser(app).post(CODE, { code, trust: false })).toMatchObject({
    status: 401,
    json: { code: 'second_step_over' },
  })
})

test('[ACC-91] a used code stays used when recovery codes, passkeys or the password change', async () => {
  const app = await startApp()
  const { here, made, enter } = await withTwoStepSignIn(app)
  const code = appCode(made.key)
  expect((await enter(new Browser(app), code)).status).toBe(200)
  await here.post('/api/account/second-step/recovery-codes', { password: PASSWORD })
  expect((await enter(new Browser(app), code)).status).toBe(401)
  const changed = { password: PASSWORD, newPassword: PASSWORD }
  expect((await here.post('/api/account/password', changed)).status).toBe(200)
  expect((await enter(new Browser(app), code)).status).toBe(401)
  expect((await here.call('DELETE', '/api/account', { password: PASSWORD })).status).toBe(200)
  expect(JSON.stringify((await everyTable(app.database)).get('verification'))).not.toContain('used:')
})

test('[ACC-92] a recovery code signs in once, however it is typed; new ones invalidate the old ones', async () => {
  const app = await startApp()
  const { here, made, enter } = await withTwoStepSignIn(app)
  const [first = '', second = ''] = made.recoveryCodes
  const typed = `${first.slice(0, 5)}-${first.slice(5)}`.toLowerCase()
  expect((await enter(new Browser(app), typed)).status).toBe(200)
  expect((await enter(new Browser(app), first)).status).toBe(401)
  expect((await here.get('/api/account/security')).json).toMatchObject({ secondStep: { codesLeft: 9 } })
  const there = new Browser(app)
  expect((await enter(there, made.recoveryCodes[2] ?? '')).status).toBe(200)
  const renew = (password: string) => here.post('/api/account/second-step/recovery-codes', { password })
  expect((await renew('not the password')).status).toBe(401)
  const { recoveryCodes } = (await renew(PASSWORD)).json as Made
  expect([await isIn(here), await isIn(there)]).toEqual([true, false])
  expect((await enter(new Browser(app), second)).status).toBe(401)
  expect((await enter(new Browser(app), recoveryCodes[0] ?? '')).status).toBe(200)
})

test('[ACC-93] a stranger’s wrong codes wait, but a browser that has signed in before does not', async () => {
  const app = await startApp()
  const { made, enter } = await withTwoStepSignIn(app)
  const known = new Browser(app)
  expect((await enter(known, appCode(made.key))).status).toBe(200)
  await known.post('/api/account/sign-out')
  const stranger = new Browser(app)
  for (let guess = 0; guess < 5; guess += 1) {
    expect((await enter(stranger, `AAAA${guess}`)).status).toBe(401)
  }
  expect(await enter(stranger, appCode(made.key, 1))).toMatchObject({ status: 429 })
  for (let slip = 0; slip < 12; slip += 1) expect((await enter(known, `AAAA${slip}`)).status).toBe(401)
  expect((await enter(known, appCode(made.key, 1))).status).toBe(200)
})

test('[ACC-93] after five wrong codes the password is required again', async () => {
  const app = await startApp()
  const { here, made, enter, password } = await withTwoStepSignIn(app)
  expect((await enter(here, appCode(made.key))).status).toBe(200)
  await here.post('/api/account/sign-out')
  await password(here)
  const send = (code: string) => here.post(CODE, { code, trust: false })
  for (let slip = 0; slip < 5; slip += 1) expect((await send(`AAAA${slip}`)).status).toBe(401)
  expect((await send(made.recoveryCodes[0] ?? '')).json).toMatchObject({ code: 'second_step_over' })
  expect((await enter(here, made.recoveryCodes[0] ?? '')).status).toBe(200)
})

test("[ACC-93] a right code for one's own account does not clear a wrong one at another", async () => {
  const app = await startApp()
  const [mine, theirs] = [await withTwoStepSignIn(app), await withTwoStepSignIn(app)]
  const browser = new Browser(app)
  await mine.enter(browser, appCode(mine.made.key))
  await theirs.password(browser)
  const send = (cookie: string) =>
    new Browser(app, { cookie }).post(CODE, { code: appCode(mine.made.key, 1), trust: false })
  expect((await send(browser.cookies + `; ${mine.here.cookies}`)).status).toBe(401)
})

test('[ACC-94] a trusted browser needs no code for 30 days, until the password or two-step sign-in changes', async () => {
  const app = await startApp()
  const { here, made, enter, password } = await withTwoStepSignIn(app)
  const trusted = new Browser(app)
  expect((await enter(trusted, appCode(made.key), true)).status).toBe(200)
  expect(trusted.setCookies.find((line) => line.startsWith('tenfold.trusted='))).toMatch(
    /Max-Age=2592000.*HttpOnly.*SameSite=Lax/,
  )
  for (const again of [1, 2]) {
    await trusted.post('/api/account/sign-out')
    expect((await password(trusted)).json, `time ${again}`).toEqual({ next: 'signed_in' })
  }
  await here.post('/api/account/second-step/recovery-codes', { password: PASSWORD })
  expect((await password(trusted)).json).toEqual({ next: 'second_step' })
})

test('[ACC-95] turning it off requires the password, leaves nothing stored and signs out every other browser', async () => {
  const app = await startApp()
  const { here, made, enter, password } = await withTwoStepSignIn(app)
  const there = new Browser(app)
  await enter(there, appCode(made.key))
  const stored = JSON.stringify([...(await everyTable(app.database))])
  for (const secret of [made.key, ...made.recoveryCodes]) expect(stored).not.toContain(secret)
  const data = (await here.get('/api/account/data')).text
  expect(data).toContain('"two_factor_enabled": 1')
  expect(data).not.toMatch(/secret|backup/)
  const end = (typed: string) => here.call('DELETE', '/api/account/second-step', { password: typed })
  expect((await end('not the password')).status).toBe(401)
  expect((await end(PASSWORD)).status).toBe(200)
  expect([await isIn(here), await isIn(there)]).toEqual([true, false])
  expect((await everyTable(app.database)).get('second_factor')).toEqual([])
  expect((await password(there)).json).toEqual({ next: 'signed_in' })
})

test('[ACC-95] two-step sign-in is deleted with the account', async () => {
  const app = await startApp()
  const { here } = await withTwoStepSignIn(app)
  expect((await here.call('DELETE', '/api/account', { password: PASSWORD })).status).toBe(200)
  expect((await everyTable(app.database)).get('second_factor')).toEqual([])
})
