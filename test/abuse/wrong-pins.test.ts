import { expect, test } from 'vitest'
import { FREE_GUESSES, FREE_KNOWN_GUESSES } from '../../domain/class-guesses.ts'
import {
  addedChildren,
  madeClass,
  signedIn,
  signedUp,
  wrongPin,
  type MadeChild,
} from '../factories/accounts.ts'
import { startApp, type RunningApp, type StartOptions } from '../factories/app.ts'
import { Browser } from '../factories/browser-user.ts'

const NAMES = Array.from({ length: 30 }, (_, at) => `Child ${String(at).padStart(2, '0')}`)

type Seat = Pick<Browser, 'post'>
type Typed = Pick<MadeChild, 'name' | 'pin'>

async function school(options: StartOptions = {}) {
  const app = await startApp(options)
  const teacher = await signedUp(app, 'teacher')
  const { id, code } = await madeClass(teacher)
  const children = await addedChildren(teacher, id, NAMES)
  const enter = async (from: Seat, { name, pin }: Typed) =>
    (await from.post('/api/account/child/sign-in', { code, name, pin })).status
  const read = async () =>
    (await teacher.get(`/api/classes/${id}`)).json as {
      newDevicesWait: boolean
      wrongPins: { studentId: string; today: number }[]
    }
  return { app, teacher, id, code, children, enter, read }
}

type School = Awaited<ReturnType<typeof school>>

/** Two wrong PINs for each child: sixty guesses, and nobody waits alone. */
async function guessAtAll({ children, enter }: School, from: Seat): Promise<number[]> {
  const statuses: number[] = []
  for (let guess = 0; guess < FREE_GUESSES; guess += 1) {
    const child = children[guess % children.length]
    if (child) statuses.push(await enter(from, { name: child.name, pin: wrongPin(child.pin) }))
  }
  return statuses
}

const statusesOf = (statuses: readonly number[]): number[] => [...new Set(statuses)].toSorted()

const elsewhere = (app: RunningApp, address: string) => new Browser(app, { 'x-forwarded-for': address })

test('[ACC-35] after sixty anonymous guesses the class signs in through the window, while a stranger keeps guessing', async () => {
  const here = await school()
  const { app, teacher, id, children, enter, read } = here
  expect(statusesOf(await guessAtAll(here, app))).toEqual([401])
  const [first] = children
  if (!first) throw new Error('thirty were made')
  expect(await enter(new Browser(app), first)).toBe(429)
  expect(await read()).toMatchObject({ newDevicesWait: true })
  expect((await teacher.post(`/api/classes/${id}/new-devices`, { minutes: 5 })).status).toBe(200)
  expect(statusesOf(await guessAtAll(here, app))).toEqual([401])
  const entered = await Promise.all(children.map((child) => enter(new Browser(app), child)))
  expect(statusesOf(entered)).toEqual([200])
  // Guesses at a single child still wait.
  for (let wrong = 0; wrong < 5; wrong += 1) await enter(app, { ...first, pin: wrongPin(first.pin) })
  expect(await enter(app, first)).toBe(429)
  // Sixty are checked after it, as before.
  app.clock.nowMs += 5 * 60_000
  expect(statusesOf(await guessAtAll({ ...here, children: children.slice(1) }, app))).toEqual([401])
  expect(await enter(new Browser(app), children[20] ?? first)).toBe(429)
})

test("[ACC-34] a classmate's mark gives no extra guesses, and stays valid for its own child", async () => {
  const here = await school()
  const { app, code, children, enter } = here
  const [own, other] = children
  if (!own || !other) throw new Error('thirty were made')
  const classmate = await signedIn(app, code, own)
  const guesses = await guessAtAll({ ...here, children: children.slice(1) }, classmate)
  expect(statusesOf(guesses)).toEqual([401])
  expect(await enter(classmate, { ...other, pin: wrongPin(other.pin) })).toBe(429)
  expect(await enter(new Browser(app), other)).toBe(429)
  expect(await enter(classmate, own)).toBe(200)
})

test('[ACC-81] in a network of the classes nobody waits because of strangers elsewhere, and guesses from there count too', async () => {
  const here = await school({
    trustProxy: true,
    accounts: { classNetworks: ['192.0.2.0/24', '2001:db8:1::/48'] },
  })
  const { app, children, enter } = here
  const [first, second, third] = children
  if (!first || !second || !third) throw new Error('thirty were made')
  expect(statusesOf(await guessAtAll(here, elsewhere(app, '198.51.100.7')))).toEqual([401])
  expect(await enter(elsewhere(app, '198.51.100.8'), first)).toBe(429)
  for (const [inside, child] of [
    ['192.0.2.77', first],
    ['::ffff:192.0.2.78', second],
    ['2001:db8:1:2::3', third],
  ] as const) {
    expect(await enter(elsewhere(app, inside), child), inside).toBe(200)
  }
  expect(await enter(elsewhere(app, '192.0.3.1'), first)).toBe(429)
  // Guesses from inside are checked sixty times as well.
  await guessAtAll({ ...here, children: children.slice(3) }, elsewhere(app, '192.0.2.66'))
  expect(await enter(elsewhere(app, '192.0.2.77'), children[20] ?? first)).toBe(429)
})

test('[ACC-81, ACC-34] strangers who guess at one child make it wait neither at its school nor on its own device', async () => {
  const { app, code, children, enter } = await school({
    trustProxy: true,
    accounts: { classNetworks: ['192.0.2.0/24'] },
  })
  const [child] = children
  if (!child) throw new Error('thirty were made')
  const own = await signedIn(app, code, child)
  const stranger = elsewhere(app, '198.51.100.7')
  for (let wrong = 0; wrong < 6; wrong += 1) await enter(stranger, { ...child, pin: wrongPin(child.pin) })
  expect(await enter(elsewhere(app, '198.51.100.8'), child)).toBe(429)
  expect(await enter(elsewhere(app, '192.0.2.77'), child)).toBe(200)
  expect(await enter(own, child)).toBe(200)
  // Inside, five wrong ones wait as well, and the child's own device does not.
  for (let wrong = 0; wrong < 6; wrong += 1) {
    await enter(elsewhere(app, '192.0.2.66'), { ...child, pin: wrongPin(child.pin) })
  }
  expect(await enter(elsewhere(app, '192.0.2.77'), child)).toBe(429)
  expect(await enter(own, child)).toBe(200)
})

test('[ACC-34, ACC-81] wrong PINs on a known device make neither the child’s other device nor the class wait, and have a limit', async () => {
  const { app, code, children, enter, read, teacher, id } = await school()
  const onTablet = children.slice(0, 10)
  const [first] = onTablet
  if (!first) throw new Error('thirty were made')
  const tablet = new Browser(app)
  for (const child of onTablet) expect(await enter(tablet, child)).toBe(200)
  const home = await signedIn(app, code, first)
  const guess = (child: MadeChild) => enter(tablet, { ...child, pin: wrongPin(child.pin) })
  for (let wrong = 0; wrong < 5; wrong += 1) expect(await guess(first)).toBe(401)
  expect(await enter(tablet, first)).toBe(429)
  expect(await enter(home, first)).toBe(200)
  // Each child alone could be guessed at three times more.
  const statuses: number[] = []
  for (let round = 0; round < 3; round += 1)
    for (const child of onTablet.slice(1)) statuses.push(await guess(child))
  expect(statuses.filter((status) => status === 401)).toHaveLength(FREE_KNOWN_GUESSES - 5)
  expect(statuses.at(-1)).toBe(429)
  expect(await read()).toMatchObject({ newDevicesWait: false })
  expect(await enter(home, first)).toBe(200)
  expect(await enter(new Browser(app), children[20] ?? first)).toBe(200)
  // Its teacher is still notified.
  expect((await read()).wrongPins).toEqual([{ studentId: first.id, today: 5 }])
  expect((await teacher.post(`/api/classes/${id}/new-devices`, { minutes: 5 })).status).toBe(200)
  expect(await enter(tablet, onTablet[9] ?? first)).toBe(200)
})

test("[ACC-82] a teacher sees a child's repeated wrong PINs, even after it has signed in, until it gets a new PIN", async () => {
  const { app, teacher, id, code, children, enter, read } = await school()
  const [guessed, slipped] = children
  if (!guessed || !slipped) throw new Error('thirty were made')
  for (let wrong = 0; wrong < 4; wrong += 1) await enter(app, { ...slipped, pin: wrongPin(slipped.pin) })
  for (let wrong = 0; wrong < 4; wrong += 1) await enter(app, { ...guessed, pin: wrongPin(guessed.pin) })
  expect((await read()).wrongPins).toEqual([])
  await signedIn(app, code, guessed)
  for (let wrong = 0; wrong < 4; wrong += 1) await enter(app, { ...guessed, pin: wrongPin(guessed.pin) })
  expect((await read()).wrongPins).toEqual([{ studentId: guessed.id, today: 8 }])
  const data = (await teacher.get(`/api/children/${guessed.id}/data`)).json as { wrong_pins: unknown[] }
  expect(data.wrong_pins).toMatchObject([{ wrong_on_day: 8 }])
  await teacher.post(`/api/children/${guessed.id}/pin`)
  expect((await read()).wrongPins).toEqual([])
  expect(id).toBe(guessed.classId)
})
