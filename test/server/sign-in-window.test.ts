import { expect, test } from 'vitest'
import { FREE_GUESSES, FREE_SIGN_IN_WINDOWS } from '../../domain/class-guesses.ts'
import {
  addedChildren,
  madeClass,
  signedIn,
  signedUp,
  wrongPin,
  type MadeChild,
} from '../factories/accounts.ts'
import { guessAtNobody } from '../factories/class-guesses.ts'
import { startApp, type RunningApp } from '../factories/app.ts'
import { Browser } from '../factories/browser-user.ts'
import { later, stopClock } from '../factories/later.ts'

const NAMES = ['Ana', 'Ben', 'Cem', 'Dan']

/** The answers to a device that deletes its cookies. */
function onNewDevice(app: RunningApp, code: string, { name, pin }: Pick<MadeChild, 'name' | 'pin'>) {
  return new Browser(app).post('/api/account/child/sign-in', { code, name, pin })
}

/** Strangers guess at the class or family of this code, at which nobody has guessed, until so few more would be checked. */
const guessAt = (app: RunningApp, code: string, left: number): Promise<void> =>
  guessAtNobody(app.url, code, FREE_GUESSES - left)

async function classOfFour() {
  const app = await startApp()
  const teacher = await signedUp(app, 'teacher')
  const { id, code } = await madeClass(teacher, '3b', 'pictures')
  const children = await addedChildren(teacher, id, NAMES)
  const waits = async () =>
    ((await teacher.get(`/api/classes/${id}`)).json as { newDevicesWait: boolean }).newDevicesWait
  const openSignInWindow = (minutes = 5) => teacher.post(`/api/classes/${id}/new-devices`, { minutes })
  const guessAllBut = (left: number) => guessAt(app, code, left)
  return { app, code, children, waits, openSignInWindow, guessAllBut }
}

test('[ACC-35] a class with two wrong PINs each on new devices is directed to its teacher, who lets everybody in', async () => {
  const { app, code, children, waits, openSignInWindow, guessAllBut } = await classOfFour()
  expect(await waits()).toBe(false)
  await guessAllBut(2 * children.length)
  for (const time of [1, 2]) {
    const guesses = children.map(({ name, pin }) => onNewDevice(app, code, { name, pin: wrongPin(pin) }))
    for (const { status } of await Promise.all(guesses)) expect(status, `time ${time}`).toBe(401)
  }
  for (const { status, json } of await Promise.all(children.map((child) => onNewDevice(app, code, child)))) {
    expect({ status, json }).toMatchObject({ status: 429, json: { code: 'class_waits' } })
  }
  expect(await waits()).toBe(true)
  expect(await openSignInWindow()).toMatchObject({
    status: 200,
    json: { newDevicesWait: false, signInWindowUntil: app.clock.nowMs + 300_000 },
  })
  expect(await waits()).toBe(false)
  const entered = await Promise.all(children.map((child) => onNewDevice(app, code, child)))
  expect(entered.map(({ status }) => status)).toEqual(children.map(() => 200))
})

test('[ACC-35] the response says what waits: the class, for any name and PIN, or the child alone', async () => {
  stopClock()
  const { app, code, children, guessAllBut } = await classOfFour()
  const [ana] = children as [MadeChild]
  const known = await signedIn(app, code, ana)
  await guessAllBut(0)
  const sentence =
    'There were too many wrong tries with this code. Ask the person who gave it to you, or wait 1200 seconds.'
  const answers = await Promise.all([
    onNewDevice(app, code, ana),
    onNewDevice(app, code, { ...ana, pin: wrongPin(ana.pin) }),
    onNewDevice(app, code, { ...ana, name: 'Nobody at all' }),
  ])
  for (const { status, json } of answers) {
    expect({ status, json }).toEqual({ status: 429, json: { code: 'class_waits', message: sentence } })
  }
  const wrong = { code, name: ana.name, pin: wrongPin(ana.pin) }
  for (let tries = 0; tries < 5; tries += 1) await known.post('/api/account/child/sign-in', wrong)
  expect((await known.post('/api/account/child/sign-in', wrong)).json).toMatchObject({
    code: 'too_many_requests',
  })
})

test('[ACC-35] new devices are let in three times, then once an hour, for 5 to 60 minutes', async () => {
  stopClock()
  const { app, openSignInWindow, guessAllBut, waits } = await classOfFour()
  for (let times = 0; times < FREE_SIGN_IN_WINDOWS; times += 1) {
    app.clock.nowMs += 300_000
    expect((await openSignInWindow()).status).toBe(200)
  }
  // While they are let in nothing is a guess.
  await guessAllBut(0)
  expect(await waits()).toBe(false)
  app.clock.nowMs += 300_000
  const refused = await openSignInWindow()
  expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_requests' } })
  expect(refused.headers.get('retry-after')).toBe('3600')
  expect(await waits()).toBe(false)
  await guessAllBut(0)
  expect(await waits()).toBe(true)
  app.clock.nowMs += 3_300_000
  later(3_600_000)
  expect((await openSignInWindow()).status).toBe(200)
  app.clock.nowMs += 300_000
  expect((await openSignInWindow()).status).toBe(429)
})

test.each([
  ['just after it opened', 15, 1_000, 15, 901],
  ['just before it ends', 5, 299_000, 5, 599],
  ['with a longer time', 5, 60_000, 60, 3660],
  ['with a shorter time, which ends no later', 60, 60_000, 5, 3600],
] as const)(
  '[ACC-35] letting devices in during a window extends it, %s, and counts as no other',
  async (_when, minutes, afterMs, again, seconds) => {
    stopClock()
    const { app, openSignInWindow, waits, guessAllBut } = await classOfFour()
    const openedAtMs = app.clock.nowMs
    await openSignInWindow(minutes)
    app.clock.nowMs += afterMs
    for (let times = 0; times <= FREE_SIGN_IN_WINDOWS; times += 1) {
      expect(await openSignInWindow(again)).toMatchObject({
        status: 200,
        json: { newDevicesWait: false, signInWindowUntil: openedAtMs + seconds * 1000 },
      })
    }
    app.clock.nowMs = openedAtMs + seconds * 1000 - 1
    await guessAllBut(0)
    expect(await waits()).toBe(false)
    app.clock.nowMs += 1
    await guessAllBut(0)
    expect(await waits()).toBe(true)
    expect((await openSignInWindow()).status).toBe(200)
  },
)

test.each([0, 4, 61, 7.5, '15', null])('[ACC-35] rejects a sign-in window of %j minutes', async (minutes) => {
  const app = await startApp()
  const teacher = await signedUp(app, 'teacher')
  const { id } = await madeClass(teacher)
  expect((await teacher.post(`/api/classes/${id}/new-devices`, { minutes })).status).toBe(400)
})

async function familyOfKim() {
  const app = await startApp()
  const parent = await signedUp(app, 'parent')
  const { code, children } = (await parent.post('/api/children', { name: 'Kim' })).json as {
    code: string
    children: [MadeChild]
  }
  const family = async () =>
    (await parent.get('/api/children')).json as { familyCode: string; newDevicesWait: boolean }
  const openSignInWindow = () => parent.post('/api/children/new-devices', { minutes: 5 })
  return { app, parent, code, kim: children[0], family, openSignInWindow }
}

test('[ACC-35] a parent sees that new devices of the family have to wait, and lets them in as a teacher does', async () => {
  stopClock()
  const { app, code, kim, family, openSignInWindow } = await familyOfKim()
  expect(await family()).toMatchObject({ familyCode: code, newDevicesWait: false, signInWindowUntil: null })
  await guessAt(app, code, 0)
  expect(await family()).toMatchObject({ newDevicesWait: true, signInWindowUntil: null })
  expect(await onNewDevice(app, code, kim)).toMatchObject({ status: 429, json: { code: 'class_waits' } })
  const signInWindowUntil = app.clock.nowMs + 300_000
  expect(await openSignInWindow()).toMatchObject({
    status: 200,
    json: { newDevicesWait: false, signInWindowUntil },
  })
  expect(await family()).toMatchObject({ newDevicesWait: false, signInWindowUntil })
  expect((await onNewDevice(app, code, kim)).status).toBe(200)
  for (let times = 1; times < FREE_SIGN_IN_WINDOWS; times += 1) {
    app.clock.nowMs += 300_000
    await openSignInWindow()
  }
  app.clock.nowMs += 300_000
  const refused = await openSignInWindow()
  expect(refused.json).toMatchObject({ message: expect.stringContaining('Get a new family code') })
  expect(refused.headers.get('retry-after')).toBe('3600')
})

test('[ACC-22, ACC-35] a parent makes a new family code without counted guesses; the old one no longer works', async () => {
  const { app, parent, code, kim, family } = await familyOfKim()
  await guessAt(app, code, 0)
  const { status, json } = await parent.post('/api/children/code')
  const { familyCode } = json as { familyCode: string }
  expect({ status, json }).toEqual({
    status: 200,
    json: { familyCode: expect.stringMatching(/^[A-Z2-9]{6}$/) },
  })
  expect(familyCode).not.toBe(code)
  expect(await family()).toMatchObject({ familyCode, newDevicesWait: false })
  expect((await onNewDevice(app, familyCode, kim)).status).toBe(200)
  later(3_600_000)
  expect((await onNewDevice(app, code, kim)).status).toBe(401)
})
