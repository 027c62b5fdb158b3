import { refuseCommon } from '../../server/account/common-passwords.ts'
import { expect, test } from 'vitest'
import { deviceOf } from '../../server/account/device.ts'
import { adultOf, PASSWORD, signedUp } from '../factories/accounts.ts'
import { startApp, type RunningApp } from '../factories/app.ts'
import { Browser } from '../factories/browser-user.ts'

const CHROMEBOOK =
  'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
const IPAD =
  'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const NEW_PASSWORD = 'a better battery staple'

/** A teacher who is signed in with two browsers. */
async function twoBrowsers(app: RunningApp) {
  const typed = adultOf('teacher')
  const here = new Browser(app, { 'user-agent': CHROMEBOOK })
  await here.post('/api/account/sign-up', typed)
  const there = new Browser(app, { 'user-agent': IPAD })
  const enter = (browser: Browser, password: string) =>
    browser.post('/api/account/sign-in', { email: typed.email, password })
  expect((await enter(there, PASSWORD)).status).toBe(200)
  return { here, there, enter }
}

test('[ACC-64] also rejects common words with decorations, sequences, repetitions, and the name of the site or the account', () => {
  const email = 'ida.larsen@school.example'
  const listed = ['password ', 'Passw0rd!', 'princess12', 'sunshine!!']
  const guessed = ['aaaaaaaa', 'abcdefgh', '87654321', '12341234', 'tenfold123', email, 'Ida.Larsen']
  for (const password of [...listed, ...guessed]) {
    expect(() => refuseCommon(password, email), password).toThrow('Many people use this password')
  }
  for (const password of [PASSWORD, 'violet otter walks', 'k8$Tq2!zWm', 'sevenhundredtables']) {
    expect(() => refuseCommon(password, email), password).not.toThrow()
  }
})

test('[ACC-64] rejects a common password wherever one is chosen', async () => {
  const app = await startApp()
  for (const password of ['password', 'iloveyou', 'Sunshine', '1234567890']) {
    const answer = await app.post('/api/account/sign-up', { ...adultOf('teacher'), password })
    expect(answer).toMatchObject({ status: 400, json: { code: 'common_password' } })
  }
  const reset = await app.post('/api/account/reset', { token: 'x', password: 'princess' })
  expect(reset).toMatchObject({ status: 400, json: { code: 'common_password' } })
  const teacher = await signedUp(app, 'teacher')
  const passwords = { password: PASSWORD, newPassword: 'trustno1' }
  expect(await teacher.post('/api/account/password', passwords)).toMatchObject({
    status: 400,
    json: { code: 'common_password' },
  })
})

test('[ACC-65] a new password signs out every other browser, and the old one is wrong', async () => {
  const app = await startApp()
  const { here, there, enter } = await twoBrowsers(app)
  const change = (password: string) =>
    here.post('/api/account/password', { password, newPassword: NEW_PASSWORD })
  expect(await change('not the password')).toMatchObject({ status: 401, json: { code: 'wrong_sign_in' } })
  expect((await there.get('/api/me')).status).toBe(200)
  expect((await change(PASSWORD)).status).toBe(200)
  expect((await here.get('/api/me')).status).toBe(200)
  expect((await there.get('/api/me')).status).toBe(401)
  expect((await enter(there, PASSWORD)).status).toBe(401)
  expect((await enter(there, NEW_PASSWORD)).status).toBe(200)
})

test('[ACC-65, ACC-61] strangers’ guesses cannot prevent a new password, which makes the browser known again', async () => {
  const app = await startApp()
  const { here, enter } = await twoBrowsers(app)
  for (let guess = 0; guess < 6; guess += 1) await enter(new Browser(app), 'not the password')
  const passwords = { password: PASSWORD, newPassword: NEW_PASSWORD }
  expect((await here.post('/api/account/password', passwords)).status).toBe(200)
  expect((await enter(new Browser(app), NEW_PASSWORD)).status).toBe(200)
  expect((await enter(here, NEW_PASSWORD)).status).toBe(200)
})

test('[ACC-66] an adult sees where the account is signed in, and signs out everywhere else', async () => {
  const app = await startApp()
  const { here, there } = await twoBrowsers(app)
  const { json } = await here.get('/api/account/security')
  const { sessions } = json as { sessions: { device: string; isThis: boolean }[] }
  expect(sessions.map(({ device, isThis }) => [device, isThis])).toEqual(
    expect.arrayContaining([
      ['Chrome, ChromeOS', true],
      ['Safari, iPad', false],
    ]),
  )
  expect((await here.post('/api/account/sessions/end-others')).status).toBe(200)
  expect((await there.get('/api/me')).status).toBe(401)
  expect((await here.get('/api/account/security')).json).toMatchObject({ sessions: [{ isThis: true }] })
})

test('[ACC-66] stores only the kind of a browser, no version and nothing made up', () => {
  expect(deviceOf(CHROMEBOOK)).toBe('Chrome, ChromeOS')
  expect(deviceOf('Mozilla/5.0 (Windows NT 10.0) Chrome/1 Safari/1 Edg/1.2')).toBe('Edge, Windows')
  expect(deviceOf('Mozilla/5.0 (Macintosh) Version/18 Safari/604.1')).toBe('Safari, Mac')
  expect(deviceOf('<script>curl/8.0')).toBe('')
})
