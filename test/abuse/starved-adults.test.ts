import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { boundedHashing } from '../../server/account/hashing.ts'
import { adultOf, PASSWORD } from '../factories/accounts.ts'
import { startApp, type RunningApp } from '../factories/app.ts'
import { Browser } from '../factories/browser-user.ts'
import { stopClock } from '../factories/later.ts'

/** Hashing in which each hash takes until the test ends it, while the test holds them. */
function heldHashing() {
  const ends: (() => void)[] = []
  let isHolding = false
  const held = async <T>(result: T): Promise<T> => {
    if (isHolding) await new Promise<void>((end) => ends.push(end))
    return result
  }
  const hashing = boundedHashing({
    hash: (secret) => held(secret),
    matches: (hash, secret) => held(hash === secret),
  })
  const release = (): void => {
    isHolding = false
    for (const end of ends.splice(0)) end()
  }
  return { hashing, ends, hold: () => void (isHolding = true), release }
}

const signIn = async (from: Pick<Browser, 'post'>, email: string) =>
  (await from.post('/api/account/sign-in', { email, password: PASSWORD })).status

let networks = 0

/** A browser in a /56 of IPv6 that nobody has used before. */
function stranger(app: RunningApp): Browser {
  networks += 1
  return new Browser(app, { 'x-forwarded-for': `2001:db8:${networks.toString(16)}::1` })
}

test('[ACC-60] an adult signs in on a known browser while strangers from ever-new networks use up all hashing', async () => {
  const { hashing, ends, hold, release } = heldHashing()
  const app = await startApp({ trustProxy: true, accounts: { hashing } })
  const victim = adultOf('teacher')
  const own = new Browser(app, { 'x-forwarded-for': '203.0.113.7' })
  await own.post('/api/account/sign-up', victim)
  hold()

  const refused: number[] = []
  let isOver = false
  const attack = async (): Promise<void> => {
    const status = await signIn(stranger(app), `nobody${networks}@school.example`)
    if (status === 503) refused.push(status)
    // Whoever has been answered is followed by the next.
    else if (!isOver) await attack()
  }
  const attacks = Array.from({ length: 60 }, attack)
  while (refused.length < 8) await pause(1)
  const entered: number[] = []
  const entering = signIn(own, victim.email).then((status) => entered.push(status))
  let hashes = 0
  for (; entered.length === 0; await pause(1)) {
    if (ends.length > 0) hashes += 1
    ends.shift()?.()
  }
  isOver = true
  release()
  await Promise.all([...attacks, entering])
  expect(entered).toEqual([200])
  // Those before it, and not those that came later.
  expect(hashes).toBeLessThan(100)
})

test('[ACC-60] the right password of an account is hashed twenty times a minute, from however many networks', async () => {
  stopClock()
  const app = await startApp({ trustProxy: true })
  const typed = adultOf('teacher')
  await stranger(app).post('/api/account/sign-up', typed)
  const statuses: number[] = []
  for (let time = 0; time < 20; time += 1) statuses.push(await signIn(stranger(app), typed.email))
  // Signing up was the first.
  expect(statuses).toEqual([...Array.from({ length: 19 }, () => 200), 429])
})

test('[ACC-60] a network has 120 passwords hashed a minute; a /56 of IPv6 is one network', async () => {
  stopClock()
  const app = await startApp({ trustProxy: true })
  const statuses = await Promise.all(
    Array.from({ length: 121 }, (_, number) =>
      signIn(
        new Browser(app, { 'x-forwarded-for': `2001:db8:1:10${(number % 16).toString(16)}0::1` }),
        `nobody${number}@school.example`,
      ),
    ),
  )
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
})
