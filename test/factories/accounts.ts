import { expect } from 'vitest'
import { CONSENT_VERSION } from '../../contract/account.ts'
import type { BadgeColor } from '../../domain/badge.ts'
import type { Pin, PinKind } from '../../domain/pin.ts'
import type { RunningApp } from './app.ts'
import { Browser } from './browser-user.ts'

export const PASSWORD = 'correct horse battery'

let people = 0

/** Sign-up data of an adult, with a different address each time. */
export function adultOf(role: 'teacher' | 'parent') {
  people += 1
  return { role, name: `Adult ${people}`, email: `adult${people}@school.example`, password: PASSWORD }
}

/** The adult of this browser has given the consent required before adding children. */
export async function confirmed(browser: Browser): Promise<void> {
  expect((await browser.post('/api/account/consent', { version: CONSENT_VERSION })).status).toBe(200)
}

/** A browser in which an adult has just signed up, where no mails are sent, and may add children. */
export async function signedUp(app: Pick<RunningApp, 'url'>, role: 'teacher' | 'parent'): Promise<Browser> {
  const browser = new Browser(app)
  expect((await browser.post('/api/account/sign-up', adultOf(role))).status).toBe(200)
  await confirmed(browser)
  return browser
}

export type MadeClass = { readonly id: string; readonly code: string; readonly name: string }

export async function madeClass(
  teacher: Browser,
  name = '3b',
  pinKind: PinKind = 'digits',
): Promise<MadeClass> {
  const { status, json } = await teacher.post('/api/classes', { name, pinKind })
  expect(status).toBe(200)
  return json as MadeClass
}

export type MadeChild = {
  readonly id: string
  readonly name: string
  readonly nickname: string
  readonly color: BadgeColor
  readonly classId: string
  readonly guardians: number
  readonly pinKind: PinKind
  readonly card: string
  readonly pin: Pin
}

/** Children as their teacher gets them, with their PINs. */
export async function addedChildren(
  teacher: Browser,
  classId: string,
  names: readonly string[],
): Promise<MadeChild[]> {
  const { status, json } = await teacher.post(`/api/classes/${classId}/children`, { names })
  expect(status).toBe(200)
  return (json as { children: MadeChild[] }).children
}

/** A browser in which a child has just signed in. */
export async function signedIn(
  app: Pick<RunningApp, 'url'>,
  code: string,
  child: MadeChild,
): Promise<Browser> {
  const browser = new Browser(app)
  const { name, pin } = child
  expect((await browser.post('/api/account/child/sign-in', { code, name, pin })).status).toBe(200)
  return browser
}

/** A PIN that is not this one. */
export function wrongPin(pin: Pin): Pin {
  if (pin.kind === 'digits') {
    return { kind: 'digits', digits: pin.digits === '0000' ? '0001' : '0000' }
  }
  return { kind: 'pictures', pictures: pin.pictures.toReversed() }
}
