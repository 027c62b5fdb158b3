import type { Page } from '@playwright/test'
import { FACTS } from '../../domain/learning/memory.ts'
import { factsOfSet } from '../../domain/school/fact-sets.ts'
import { attemptBody, beginBody } from '../factories/student-calls.ts'
import { olderAccounts } from './older-accounts.ts'
import { callsOf, makeClass, type Calls, type MadeClass } from './people.ts'

const DAY_SECONDS = 86_400
const HARD = factsOfSet('add_across_10').slice(-5)
const EASY = factsOfSet('add_doubles')

const idOf = (number: number): string => FACTS[number]?.id ?? ''

/** A session of ten problems: hard ones are wrong at the first attempt and right at the second. */
async function practice(child: Calls, daysAgo: number, hard: readonly number[]): Promise<void> {
  const beganAgo = daysAgo * DAY_SECONDS + 600
  const session = beginBody({ secondsAgo: beganAgo })
  await child.post('/api/practice/sessions', session)
  const given = [
    ...hard.flatMap((fact) => [
      { fact, off: 1 },
      { fact, off: 0 },
    ]),
    ...EASY.slice(hard.length).map((fact) => ({ fact, off: 0 })),
  ]
  const attempts = given.map(({ fact, off }, place) =>
    attemptBody(session.id, place, {
      factId: idOf(fact),
      studentAnswer: (FACTS[fact]?.answer ?? 0) + off,
      isCorrect: off === 0,
      secondsAgo: beganAgo - 5 * (place + 1),
      responseTime: 1900 + ((place * 7) % 11) * 130,
    }),
  )
  await child.post('/api/practice/logs', { attempts })
}

/**
 * A class whose children have practiced: the first two miss the same facts on every day, the third knows everything, and the
 * others have not begun.
 */
export async function practicedClass(
  page: Page,
  origin: string,
  teacher: Calls,
  names: readonly string[] = ['Ana', 'Ben', 'Cem', 'Di', 'Wilhelmina-Charlotte Featherstonehaugh'],
  practiced = 3,
): Promise<MadeClass> {
  const made = await makeClass(teacher, names)
  const context = await page.context().browser()?.newContext()
  if (!context) throw new Error('a page has a browser')
  await olderAccounts(origin, made.children.slice(0, practiced))
  for (const [at, { name, pin }] of made.children.slice(0, practiced).entries()) {
    const child = callsOf(await context.newPage(), origin)
    await child.post('/api/account/child/sign-in', { code: made.code, name, pin })
    for (const daysAgo of [3, 2, 1, 0]) await practice(child, daysAgo, at === 2 ? [] : HARD)
  }
  await context.close()
  return made
}
