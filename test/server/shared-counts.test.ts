import { expect, onTestFinished, test } from 'vitest'
import { FREE_GUESSES } from '../../domain/class-guesses.ts'
import {
  keyOfNonexistent,
  memoryLimiter,
  signInLimits,
  type SignInLimits,
} from '../../server/account/sign-in-limits.ts'
import { Refusal } from '../../server/http/errors.ts'
import { redisSharedStore } from '../../server/storage/redis/shared-store.ts'
import { describeRedis, freshRedis, redisKeys } from '../factories/redis.ts'

const SECRET = 'a secret of the processes'
const CODE = 'BCD234'
const CLASS = `class ${CODE}`

async function processOn(url: string) {
  const store = await redisSharedStore({ url, onUnavailable: () => undefined, onBack: () => undefined })
  onTestFinished(() => store.close())
  return { limits: signInLimits(store.newLimiter, SECRET), stop: () => store.close() }
}

/** Checks a wrong answer; returns 0 if it was checked, and else the seconds to wait. */
async function wrongAnswer({ check }: SignInLimits, key: string): Promise<number> {
  const wrong = new Refusal(401, 'wrong_sign_in', 'Wrong')
  const error: unknown = await check(key, () => Promise.reject(wrong)).catch((refusal: unknown) => refusal)
  return error instanceof Refusal && error !== wrong ? (error.retryAfterSeconds ?? 0) : 0
}

describeRedis('counts of two processes', () => {
  test('[ACC-62] processes jointly count wrong answers and guesses at a class', async () => {
    const { url } = await freshRedis()
    const [{ limits: one }, { limits: two }] = [await processOn(url), await processOn(url)]
    const of = (at: number) => (at % 2 === 0 ? one : two)
    const waits: number[] = []
    for (let at = 0; at < 8; at += 1) waits.push(await wrongAnswer(of(at), 'ana'))
    expect(waits.slice(0, 5)).toEqual([0, 0, 0, 0, 0])
    for (const wait of waits.slice(5)) expect(wait).toBeGreaterThan(20)

    const guesses = await Promise.all(
      Array.from({ length: FREE_GUESSES + 4 }, (_, at) => of(at).classGuesses.charge(CLASS)),
    )
    expect(guesses.filter((wait) => wait === 0)).toHaveLength(FREE_GUESSES)
    expect(await two.classGuesses.isWaiting(CLASS)).toBe(true)
    await one.classGuesses.credit(CLASS)
    expect(await two.classGuesses.charge(CLASS)).toBe(0)
    await one.classGuesses.clear(CLASS)
    expect(await two.classGuesses.isWaiting(CLASS)).toBe(false)
    const keys = await redisKeys(url)
    expect(keys.length).toBeGreaterThan(0)
    for (const key of keys) expect(key).not.toContain(CODE)
  })

  test('[ACC-62] while Redis is unavailable a process counts for itself', async () => {
    const { limits, stop } = await processOn((await freshRedis()).url)
    stop()
    for (let guess = 0; guess < 5; guess += 1) expect(await wrongAnswer(limits, 'ana')).toBe(0)
    expect(await wrongAnswer(limits, 'ana')).toBeGreaterThan(20)
    expect(await limits.classGuesses.charge(CLASS)).toBe(0)
    expect(await limits.classGuesses.isWaiting(CLASS)).toBe(false)
  })
})

test('[ACC-62] no number of made-up codes resets the guesses at a class', async () => {
  const { classGuesses } = signInLimits(memoryLimiter, SECRET)
  for (let guess = 0; guess < FREE_GUESSES; guess += 1) await classGuesses.charge(CLASS)
  for (let made = 0; made < 1000; made += 1) await classGuesses.charge(keyOfNonexistent(`${made}`))
  expect(await classGuesses.isWaiting(CLASS)).toBe(true)
})
