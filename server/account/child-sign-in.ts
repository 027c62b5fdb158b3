import { createHash } from 'node:crypto'
import type { accountRoutes } from '../../contract/account.ts'
import type { Output } from '../../contract/route.ts'
import { nameKey } from '../../domain/child-name.ts'
import { FREE_GUESSES, FREE_KNOWN_GUESSES, isSignInWindowOpen } from '../../domain/class-guesses.ts'
import { plainCode } from '../../domain/code.ts'
import { Refusal } from '../http/errors.ts'
import type { SignInOutcome, BrowserConnection } from './adult-service.ts'
import type { PinVault } from './pin-vault.ts'
import type { KnownBrowsers } from './known-browsers.ts'
import { keyOfDevice, keyOfNonexistent } from './sign-in-counts.ts'
import type { ChildStore, ClassStore } from './port.ts'
import { GUESS_ORIGINS, type ClassGuessCounts, type GuessOrigin } from './sign-in-port.ts'
import { isWrongAnswer, type SignInQueue } from './sign-in-queue.ts'
import type { StudentEntry } from './student-entry.ts'

type SignIn = Output<(typeof accountRoutes)['signInChild']['body']>

type ChildSignInNeeds = {
  readonly enter: StudentEntry
  readonly children: ChildStore
  readonly classes: Pick<ClassStore, 'findSignInWindow'>
  readonly failures: Pick<ClassGuessCounts, 'chargeGuess' | 'creditGuess'>
  readonly signInQueue: SignInQueue
  readonly vault: PinVault
  readonly knownBrowsers: KnownBrowsers
  /** The id on a student's card, which replaces the name. */
  readonly cardOf: (studentId: string) => string
  readonly now: () => number
}

/** The key under which strangers' guesses at a student are counted. */
export function keyOfStudent(studentId: string): string {
  return `student:${studentId}`
}

/** All keys of guesses at a student. They are separate so that strangers do not make a child wait on its own device or at school. */
export function keysOfStudent(studentId: string): readonly string[] {
  const key = keyOfStudent(studentId)
  return [key, ...GUESS_ORIGINS.map((guesser) => `${key} ${guesser}`)]
}

/** The key of guesses at a child that does not exist, which must wait like any other. */
function keyOfNonexistentChild({ code, name, card }: Typed): string {
  const key = card === undefined ? nameKey(name ?? '') : `card ${card}`
  return keyOfNonexistent(createHash('sha256').update(`${code} ${key}`).digest('hex'))
}

function wrong(): Refusal {
  const sentence = 'Not yet. Check the class code, the name and the PIN.'
  return new Refusal(401, 'wrong_sign_in', sentence)
}

/** The same for every name, PIN and family. The owner can end the wait with a sign-in window (class-service.ts). */
function classWaitRefusal(seconds: number): Refusal {
  const sentence = `There were too many wrong tries with this code. Ask the person who gave it to you, or wait ${seconds} seconds.`
  return new Refusal(429, 'class_waits', sentence, seconds)
}

type Typed = Pick<SignIn, 'name' | 'card' | 'pin'> & { readonly code: string }

type ChildToCheck = NonNullable<Awaited<ReturnType<ChildStore['findToSignIn']>>>

/** The key of strangers' guesses at a class, whether it exists or not. */
export function keyOfClassCode(code: string): string {
  return `class:${createHash('sha256').update(code).digest('hex')}`
}

/** The key of guesses at a class from school networks, counted separately from strangers outside. */
export function keyOfClassCodeInSchool(code: string): string {
  return `inside:${keyOfClassCode(code)}`
}

/** Of a known browser's id, the class and the child with its current PIN; names none of them. */
function deviceKey(...parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

type GuessCharge = { readonly key: string; readonly atOnce: number }

/** How an answer counts as a guess at the class; null during a sign-in window. `device` is the id of a known browser. */
async function guessChargeOf(
  { classes, now }: ChildSignInNeeds,
  code: string,
  { isInside }: BrowserConnection,
  device: string | null,
): Promise<GuessCharge | null> {
  const key = isInside ? keyOfClassCodeInSchool(code) : keyOfClassCode(code)
  const window = await classes.findSignInWindow(code)
  // Unknown codes are counted in memory only, because anybody can invent any number of them.
  if (window === null) return { key: keyOfNonexistent(key), atOnce: FREE_GUESSES }
  if (isSignInWindowOpen(window.signInWindowUntilMs, now())) return null
  if (device === null) return { key, atOnce: FREE_GUESSES }
  return { key: keyOfDevice('', deviceKey(device, code)), atOnce: FREE_KNOWN_GUESSES }
}

/** Who answers: the browser's id if the child has signed in there, and the key of wrong answers. */
function guessOriginOf(
  knownBrowsers: KnownBrowsers,
  typed: Typed,
  child: ChildToCheck | null,
  browser: BrowserConnection,
): { readonly device: string | null; readonly account: string } {
  if (!child) {
    const key = keyOfNonexistentChild(typed)
    return { device: null, account: browser.isInside ? `${key} inside` : key }
  }
  const isKnown = knownBrowsers.knows(browser, { code: typed.code, studentId: child.id })
  const device = isKnown ? knownBrowsers.idOf(browser) : null
  const guesser: GuessOrigin | null = isKnown ? 'known' : browser.isInside ? 'inside' : null
  const key = keyOfStudent(child.id)
  const account = guesser === null ? key : `${key} ${guesser}`
  if (device === null) return { device, account }
  return { device, account: keyOfDevice(account, deviceKey(device, child.id, child.tokenRound)) }
}

/** Charges a guess at the class before checking the answer and credits it back unless it was wrong. Throws a 429 Refusal over the limit. */
async function chargingGuess<T>(
  { failures, now }: ChildSignInNeeds,
  guessed: GuessCharge | null,
  check: () => Promise<T>,
): Promise<T> {
  if (guessed === null) return await check()
  const waitSeconds = await failures.chargeGuess(guessed.key, now(), guessed.atOnce)
  if (waitSeconds > 0) throw classWaitRefusal(waitSeconds)
  try {
    const value = await check()
    await failures.creditGuess(guessed.key)
    return value
  } catch (error) {
    if (!isWrongAnswer(error)) await failures.creditGuess(guessed.key)
    throw error
  }
}

/**
 * Signs a child in by class code, name or card, and PIN. An unknown code, name or card and a wrong PIN get the same response in the
 * same time. An unknown browser may also have to wait because of guesses at the class, unless a sign-in window is open; in a school
 * network, only because of guesses from there. Throws a 401 or 429 Refusal.
 */
export function childSignIn(
  needs: ChildSignInNeeds,
): (body: SignIn, browser: BrowserConnection) => Promise<SignInOutcome<'signed_in'>> {
  const { children, signInQueue, vault, knownBrowsers, enter, cardOf } = needs

  const find = ({ code, name, card }: Typed): Promise<ChildToCheck | null> =>
    children.findToSignIn(code, card === undefined ? (name ?? '') : (id) => cardOf(id) === card)

  const isRight = (child: ChildToCheck | null, typed: Typed['pin']): boolean =>
    vault.matches(child?.id ?? '', child?.sealedPin ?? null, typed)

  /** Checks the PIN again, because a new PIN signs out all sessions and this one may have missed it. */
  const isStillRight = async (typed: Typed): Promise<boolean> => isRight(await find(typed), typed.pin)

  /** Checks the PIN and returns the session cookies. Throws a 401 Refusal. */
  const verifyAndSignIn = async (
    typed: Typed,
    child: ChildToCheck | null,
    browser: BrowserConnection,
  ): Promise<readonly string[]> => {
    if (!isRight(child, typed.pin) || !child) throw wrong()
    const setCookies = await enter(child, browser, () => isStillRight(typed))
    if (setCookies === null) throw wrong()
    return setCookies
  }

  return async ({ code, name, card, pin }, browser) => {
    const typed = { code: plainCode(code), name, card: card === undefined ? card : plainCode(card), pin }
    const child = await find(typed)
    const childHere = child && { code: typed.code, studentId: child.id }
    const { device, account } = guessOriginOf(knownBrowsers, typed, child, browser)
    const charge = await guessChargeOf(needs, typed.code, browser, device)
    const setCookies = await chargingGuess(needs, charge, () =>
      signInQueue.check(account, () => verifyAndSignIn(typed, child, browser)),
    )
    const mark = childHere ? [knownBrowsers.remember(browser, childHere)] : []
    return { next: 'signed_in', setCookies: [...setCookies, ...mark] }
  }
}
