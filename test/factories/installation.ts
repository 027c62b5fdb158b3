import { expect } from 'vitest'
import { Browser } from './browser-user.ts'
import { addedChildren, adultOf, confirmed, madeClass, PASSWORD, type MadeChild } from './accounts.ts'
import { newToken, scoreBody } from './guest-calls.ts'

const BOARDS = [
  '/api/guest/leaderboard?league=addition_facts&limit=50',
  '/api/guest/leaderboard?league=division_facts&limit=50',
  '/api/guest/state-leaderboard?league=addition_facts',
  '/api/guest/state-leaderboard-aggregated',
  '/api/battles/leaderboard?division=addition_subtraction',
]

/** A server with a teacher, a child in a class, and players on the boards. */
export type Installation = {
  readonly teacher: Browser
  readonly email: string
  readonly code: string
  readonly child: MadeChild
}

async function answered(origin: string, path: string): Promise<unknown> {
  const response = await fetch(origin + path)
  expect(response.status, path).toBe(200)
  return response.json()
}

/** The boards of a server as everybody sees them. */
export function boardsOf(origin: string): Promise<unknown[]> {
  return Promise.all(BOARDS.map((path) => answered(origin, path)))
}

/** Sends a score of a new player; the status. */
export async function playOnce(
  origin: string,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const { status } = await new Browser({ url: origin }).post(
    '/api/guest/score',
    scoreBody({ sessionToken: newToken(), ...changes }),
  )
  return status
}

/** Fills a server that has just been started on an empty database. */
export async function filled(origin: string): Promise<Installation> {
  const teacher = new Browser({ url: origin })
  const adult = adultOf('teacher')
  expect((await teacher.post('/api/account/sign-up', adult)).status).toBe(200)
  await confirmed(teacher)
  const { id, code } = await madeClass(teacher)
  const [child] = await addedChildren(teacher, id, ['Ana'])
  if (!child) throw new Error('no child was made')
  for (let player = 1; player <= 12; player += 1) {
    const league = player % 3 === 0 ? 'division_facts' : 'addition_facts'
    const state = ['CA', 'Ohio', ''][player % 3]
    expect(
      await playOnce(origin, {
        league,
        state,
        nickname: `SwiftFox${player}`,
        score: player,
        correctAnswers: 4,
      }),
    ).toBe(200)
  }
  return { teacher, email: adult.email, code, child }
}

/** Signs the child in again on a server and returns what the server says about it. */
export async function childSignsIn(origin: string, { code, child }: Installation): Promise<unknown> {
  const browser = new Browser({ url: origin })
  const { name, pin } = child
  expect((await browser.post('/api/account/child/sign-in', { code, name, pin })).status).toBe(200)
  return (await browser.get('/api/me')).json
}

/** What a server returns about the class to the teacher, who is still signed in. */
export async function teacherSees(origin: string, { teacher }: Installation): Promise<unknown> {
  const answer = await new Browser({ url: origin }, { cookie: teacher.cookies }).get('/api/classes')
  expect(answer.status).toBe(200)
  return answer.json
}

/** The installation after a restore, which has signed the teacher out: the teacher signs in again. */
export async function signedInAgain(origin: string, installation: Installation): Promise<Installation> {
  const before = new Browser({ url: origin }, { cookie: installation.teacher.cookies })
  expect((await before.get('/api/me')).status).toBe(401)
  const teacher = new Browser({ url: origin })
  const { email } = installation
  expect((await teacher.post('/api/account/sign-in', { email, password: PASSWORD })).status).toBe(200)
  return { ...installation, teacher }
}
