import { olderAccounts } from './older-accounts.ts'
import { expect, type APIRequestContext, type Browser, type Cookie, type Page } from '@playwright/test'
import { CONSENT_VERSION } from '../../contract/account.ts'
import type { BadgeColor } from '../../domain/badge.ts'
import type { Pin, PinKind } from '../../domain/pin.ts'
import { attemptBody, beginBody } from '../factories/student-calls.ts'
import { storeBeforehand } from './guest.ts'

export const PASSWORD = 'correct horse battery'

let people = 0

/** An email address that is another one each time, in whichever worker. */
export function newEmail(): string {
  people += 1
  return `adult${people}-${crypto.randomUUID().slice(0, 8)}@school.example`
}

/** Calls as a page of this browser makes them: with its cookies, and saying where the page is from. */
export function callsOf(page: Page, origin: string) {
  const { request }: { request: APIRequestContext } = page.context()
  const send = async (method: string, path: string, data?: unknown): Promise<unknown> => {
    const answer = await request.fetch(origin + path, {
      method,
      headers: { origin },
      ...(data === undefined ? {} : { data }),
    })
    expect(answer.status(), `${method} ${path}: ${await answer.text()}`).toBe(200)
    return await answer.json()
  }
  return {
    get: (path: string) => send('GET', path),
    post: (path: string, data?: unknown) => send('POST', path, data),
    patch: (path: string, data: unknown) => send('PATCH', path, data),
    delete: (path: string, data?: unknown) => send('DELETE', path, data),
  }
}

export type Calls = ReturnType<typeof callsOf>

type AdultRole = 'teacher' | 'parent'

const NAME_OF: Readonly<Record<AdultRole, string>> = { teacher: 'Ms Rivera', parent: 'Pat' }

async function signUp(calls: Calls, role: AdultRole, name = NAME_OF[role]): Promise<string> {
  const email = newEmail()
  await calls.post('/api/account/sign-up', { role, name, email, password: PASSWORD })
  await calls.post('/api/account/consent', { version: CONSENT_VERSION })
  return email
}

/** Actions on another device. */
async function elsewhere<T>(
  browser: Browser | null,
  origin: string,
  act: (calls: Calls) => Promise<T>,
): Promise<T> {
  const context = await browser?.newContext()
  if (!context) throw new Error('a page has a browser')
  const done = await act(callsOf(await context.newPage(), origin))
  await context.close()
  return done
}

/** Actions of a new teacher on another device. */
export function byTeacherElsewhere<T>(
  browser: Browser | null,
  origin: string,
  act: (teacher: Calls) => Promise<T>,
): Promise<T> {
  return elsewhere(browser, origin, async (teacher) => {
    await signUp(teacher, 'teacher')
    return await act(teacher)
  })
}

/** A new adult is signed in in this browser before its first page opens; the address that was used. */
export async function beAdult(page: Page, origin: string, role: AdultRole): Promise<string> {
  const email = await signUp(callsOf(page, origin), role)
  await storeBeforehand(page, 'tenfold.signedIn', JSON.stringify(`${role} ${crypto.randomUUID()}`))
  return email
}

/**
 * Something that screens only look at, such as a class with children: made once for each server by someone at another device,
 * who is then signed in in this browser too, before its first page opens.
 */
export function madeOnce<T>(
  role: AdultRole | 'student',
  make: (calls: Calls, page: Page, origin: string) => Promise<T>,
): (page: Page, origin: string) => Promise<T> {
  const made = new Map<string, Promise<{ readonly thing: T; readonly cookies: Cookie[] }>>()
  const makeElsewhere = async (page: Page, origin: string) => {
    const context = await page.context().browser()?.newContext()
    if (!context) throw new Error('a page has a browser')
    const there = await context.newPage()
    const calls = callsOf(there, origin)
    if (role !== 'student') await signUp(calls, role)
    const thing = await make(calls, there, origin)
    const cookies = await context.cookies()
    await context.close()
    return { thing, cookies }
  }
  return async (page, origin) => {
    const known = made.get(origin) ?? makeElsewhere(page, origin)
    made.set(origin, known)
    const { thing, cookies } = await known
    await page.context().addCookies(cookies)
    await storeBeforehand(page, 'tenfold.signedIn', JSON.stringify(`${role} ${crypto.randomUUID()}`))
    return thing
  }
}

export type MadeChild = {
  readonly id: string
  readonly name: string
  readonly nickname: string
  readonly color: BadgeColor
  readonly card: string
  readonly pinKind: PinKind
  readonly pin: Pin
}
export type MadeClass = {
  readonly id: string
  readonly code: string
  readonly children: readonly MadeChild[]
}

/** A class of the teacher of this browser, with children in it. */
export async function makeClass(
  calls: Calls,
  names: readonly string[],
  pinKind: PinKind = 'digits',
): Promise<MadeClass> {
  const { id, code } = (await calls.post('/api/classes', { name: '3b', pinKind })) as MadeClass
  if (names.length === 0) return { id, code, children: [] }
  const made = (await calls.post(`/api/classes/${id}/children`, { names })) as MadeClass
  return { id, code, children: made.children }
}

/** A new parent of this name, on another device, linked to a child by its code. */
export function linkElsewhere(
  browser: Browser | null,
  origin: string,
  name: string,
  code: string,
): Promise<void> {
  return elsewhere(browser, origin, async (parent) => {
    await signUp(parent, 'parent', name)
    await parent.post('/api/children/link', { code })
  })
}

/** A code with which a parent links to a child of this teacher. */
export async function linkCodeFor(calls: Calls, studentId: string): Promise<string> {
  return ((await calls.post(`/api/children/${studentId}/link-code`)) as { code: string }).code
}

/** Three of the class have practiced a little. */
export async function practice(page: Page, origin: string, { code, children }: MadeClass): Promise<void> {
  const context = await page.context().browser()?.newContext()
  if (!context) throw new Error('a page has a browser')
  await olderAccounts(origin, children.slice(0, 3))
  for (const [at, { name, pin }] of children.slice(0, 3).entries()) {
    const child = callsOf(await context.newPage(), origin)
    await child.post('/api/account/child/sign-in', { code, name, pin })
    for (const daysAgo of [2, 1, 0]) {
      const secondsAgo = daysAgo * 86_400
      const session = beginBody({ secondsAgo: secondsAgo + 600 })
      await child.post('/api/practice/sessions', session)
      const attempts = Array.from({ length: 6 + at }, (_, place) =>
        attemptBody(session.id, place, { secondsAgo, responseTime: place % 2 === 0 ? 1500 : 8000 }),
      )
      await child.post('/api/practice/logs', { attempts })
    }
  }
  await context.close()
}
