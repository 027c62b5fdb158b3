import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { securityRoutes } from '../../contract/account-security.ts'
import { accountRoutes } from '../../contract/account.ts'
import { childDataRoutes } from '../../contract/child-data.ts'
import { childRoutes, classRoutes } from '../../contract/classes.ts'
import { adultCalls } from '../../web/features/account/adult-calls.ts'
import { securityCalls } from '../../web/features/account/security-calls.ts'
import { childDataCalls } from '../../web/features/classes/child-data-calls.ts'
import { consentCalls } from '../../web/features/classes/consent-calls.ts'
import { childCalls, classCalls } from '../../web/features/classes/class-calls.ts'

const CLASS = { id: 'c1', name: '3b', code: 'BCD234', createdAt: 1, archived: false, pinKind: 'digits' }
const CHILD = {
  id: 's1',
  name: 'Ana',
  nickname: 'SwiftFox42',
  color: 'blue',
  pinKind: 'digits',
  classId: 'c1',
  guardians: 0,
  isOwn: true,
}
const WITH_DIGITS = { ...CHILD, card: 'K7M2QX9W', pin: { kind: 'digits', digits: '0123' } }
const WITH_PICTURES = {
  ...CHILD,
  pinKind: 'pictures',
  card: 'K7M2QX9W',
  pin: { kind: 'pictures', pictures: ['apple', 'ball', 'sun'] },
}
const MADE = { code: 'BCD234', children: [WITH_DIGITS, WITH_PICTURES] }
const OVERVIEW = {
  practiceDay: '2026-03-18',
  children: [
    {
      studentId: 's1',
      known: 1,
      fluent: 0,
      streak: 2,
      lastPracticeDay: null,
      weekDays: 1,
      weekSeconds: 90,
      seen: 12,
      right: 9,
      hardest: [{ factId: 'addition-7-8', needsHelp: true }],
    },
  ],
}
const DONE = { done: true }
const ENTERED = { next: 'signed_in' }

/** Answers as the server gives them, by call. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  'account readDoor': { sendsMail: true, signUp: 'open' },
  'account signUp': ENTERED,
  'account verify': ENTERED,
  'account verifyAgain': DONE,
  'account askForReset': DONE,
  'account resetPassword': DONE,
  'account consent': DONE,
  'account closeAccount': DONE,
  'security read': {
    sessions: [{ device: 'Chrome, Windows', startedAt: 1, lastUsedAt: 2, isThis: true }],
    needsInvitation: false,
    secondStep: { isOn: true, codesLeft: 9 },
    passkeys: [{ id: 'p1', device: 'Chrome, Windows', madeAt: 1 }],
  },
  'security changePassword': DONE,
  'security acceptInvitation': DONE,
  'security endOthers': DONE,
  'security beginSecondStep': { uri: 'otpauth://totp/x', key: 'ABCD', recoveryCodes: ['BCDFGHJKMN'] },
  'security confirmSecondStep': DONE,
  'security beginPasskey': { options: { challenge: 'x' } },
  'security addPasskey': DONE,
  'security removePasskey': DONE,
  'security endSecondStep': DONE,
  'security newRecoveryCodes': { recoveryCodes: ['BCDFGHJKMN'] },
  'class list': [{ ...CLASS, children: 3 }],
  'class make': CLASS,
  'class read': {
    ...CLASS,
    children: [CHILD],
    newDevicesWait: false,
    letInUntil: null,
    wrongPins: [{ studentId: 's1', today: 12 }],
  },
  'class letIn': { newDevicesWait: false, letInUntil: 1 },
  'class change': CLASS,
  'class newCode': CLASS,
  'class readPins': { ...MADE, children: [WITH_DIGITS, { ...CHILD, card: 'K7M2QX9W', pin: null }] },
  'class newPins': MADE,
  'class addChildren': MADE,
  'class removeChild': { removed: 'to_family' },
  'child list': {
    familyCode: 'BCD234',
    pinKind: 'pictures',
    newDevicesWait: true,
    letInUntil: null,
    children: [CHILD],
    wrongPins: [],
  },
  'child make': MADE,
  'child newCode': { familyCode: 'BCD234' },
  'child newPins': MADE,
  'child letIn': { newDevicesWait: false, letInUntil: 1 },
  'child link': CHILD,
  'child read': CHILD,
  'child rename': CHILD,
  'child move': CHILD,
  'child readPin': WITH_DIGITS,
  'child resetPin': WITH_PICTURES,
  'child signOut': DONE,
  'child makeLinkCode': { code: 'BCDFGHJKMN', expiresAt: 1 },
  'data overviewOfClass': OVERVIEW,
  'data overviewOfOwn': OVERVIEW,
  'data remove': { removed: 'deleted' },
  'data unlink': DONE,
  'data parents': [{ id: 'p1', name: 'Pat' }],
  'data endLink': DONE,
  'data keptUntil': { keptUntil: 1 },
  'data accesses': [{ at: 1, who: 'parent', name: 'Pat', kind: 'export' }],
  'data deletions': [{ at: 1, who: 'you', studentId: 's1', classId: 'c1' }],
}

type Made = { readonly method: string; readonly path: string; readonly accepts: (json: unknown) => boolean }
type Agreed = { readonly method: string; readonly path: string; readonly answer: z.ZodMiniType }

const paired = (
  of: string,
  calls: Readonly<Record<string, Made>>,
  routes: Readonly<Record<string, Agreed>>,
) =>
  Object.entries(calls).map(([name, made]): [string, Made, Agreed | undefined] => [
    `${of} ${name}`,
    made,
    routes[name],
  ])

const CALLS = [
  ...paired('account', adultCalls, accountRoutes),
  ...paired('security', securityCalls, securityRoutes),
  ...paired('account', consentCalls, accountRoutes),
  ...paired('class', classCalls, classRoutes),
  ...paired('child', childCalls, childRoutes),
  ...paired('data', childDataCalls, childDataRoutes),
]

/** The same answer with one of its values, however deep, left out or changed. */
function broken(answer: unknown): fc.Arbitrary<unknown> {
  if (typeof answer !== 'object' || answer === null) return fc.jsonValue()
  if (Array.isArray(answer)) {
    return fc.array(fc.oneof(fc.constant(answer[0]), broken(answer[0])), { maxLength: 4 })
  }
  const values = Object.entries(answer)
  return fc.constantFrom(...values).chain(([key, value]) =>
    fc.oneof(
      fc.constant(Object.fromEntries(values.filter(([name]) => name !== key))),
      broken(value).map((changed) => ({ ...answer, [key]: changed })),
    ),
  )
}

test.each(CALLS)(
  '[API-12] the browser makes the call %s of the contract, and takes the answers it does',
  (name, made, agreed) => {
    if (!agreed) throw new Error(`the contract has no call ${name}`)
    expect([made.method, made.path]).toEqual([agreed.method, agreed.path])
    const answer = ANSWERS[name]
    expect(made.accepts(answer), JSON.stringify(answer)).toBe(true)
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), broken(answer)), (json) => {
        expect(made.accepts(json)).toBe(z.safeParse(agreed.answer, json).success)
      }),
      { numRuns: 200 },
    )
  },
)
