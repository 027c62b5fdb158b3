import type { accountRoutes } from '../../contract/account.ts'
import type { Output } from '../../contract/route.ts'
import { nameKey } from '../../domain/child-name.ts'
import { isSignInWindowOpen } from '../../domain/class-guesses.ts'
import { plainCode } from '../../domain/code.ts'
import { Refusal } from '../http/errors.ts'
import type { ChildStore } from '../storage/sql/accounts/child-store.ts'
import type { ClassStore } from '../storage/sql/accounts/class-store.ts'
import type { WrongPinStore } from '../storage/sql/accounts/wrong-pin-store.ts'
import type { SignInOutcome, BrowserConnection } from './adult-service.ts'
import type { PinVault } from './pin-vault.ts'
import type { KnownBrowsers } from './known-browsers.ts'
import { isWrongAnswer, keyOfNonexistent, type SignInLimits, type Tries } from './sign-in-limits.ts'
import type { StudentEntry } from './student-entry.ts'

type SignIn = Output<(typeof accountRoutes)['signInChild']['body']>

type ChildSignInNeeds = {
  readonly enter: StudentEntry
  readonly children: ChildStore
  readonly classes: Pick<ClassStore, 'findSignInWindow'>
  readonly wrongPins: Pick<WrongPinStore, 'add'>
  readonly limits: SignInLimits
  readonly vault: PinVault
  readonly knownBrowsers: KnownBrowsers
  /** The id on a student's card, which replaces the name. */
  readonly cardOf: (studentId: string) => string
  readonly now: () => number
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

/** The key of strangers' guesses at a class. */
export function keyOfClassCode(code: string): string {
  return `class ${code}`
}

/** The key of guesses at a class from school networks, counted separately from strangers outside. */
export function keyOfClassCodeInSchool(code: string): string {
  return `${keyOfClassCode(code)} inside`
}

/** How an answer counts as a guess at the class; null during a sign-in window. `device` is the id of a known browser. */
async function classGuessOf(
  { classes, limits, now }: ChildSignInNeeds,
  code: string,
  { isInside }: BrowserConnection,
  device: string | null,
): Promise<{ readonly guesses: Tries; readonly key: string } | null> {
  const key = isInside ? keyOfClassCodeInSchool(code) : keyOfClassCode(code)
  const window = await classes.findSignInWindow(code)
  if (window === null) return { guesses: limits.classGuesses, key: keyOfNonexistent(key) }
  if (isSignInWindowOpen(window.signInWindowUntilMs, now())) return null
  return device === null
    ? { guesses: limits.classGuesses, key }
    : { guesses: limits.browserGuesses, key: `${keyOfClassCode(code)} in ${device}` }
}

/** The key of guesses at a child that does not exist, which must wait like any other. */
function keyOfNonexistentChild({ code, name, card }: Typed): string {
  return keyOfNonexistent(`${code} ${card === undefined ? nameKey(name ?? '') : `card ${card}`}`)
}

/**
 * The key of wrong PINs: strangers make a child wait neither on its own devices, each of which is counted alone, nor in its school's
 * networks. A new PIN ends the wait.
 */
function keyOfAnswer(
  typed: Typed,
  child: ChildToCheck | null,
  { isInside }: BrowserConnection,
  device: string | null,
): string {
  const key = child ? `student ${child.id} ${child.sealedPin}` : keyOfNonexistentChild(typed)
  if (device !== null) return `${key} in ${device}`
  return isInside ? `${key} inside` : key
}

/** Charges a guess at the class before checking the answer and credits it back unless it was wrong. Throws a 429 Refusal over the limit. */
async function chargingGuess<T>(
  guess: Awaited<ReturnType<typeof classGuessOf>>,
  check: () => Promise<T>,
): Promise<T> {
  if (guess === null) return await check()
  const waitSeconds = await guess.guesses.charge(guess.key)
  if (waitSeconds > 0) throw classWaitRefusal(waitSeconds)
  try {
    const value = await check()
    await guess.guesses.credit(guess.key)
    return value
  } catch (error) {
    if (!isWrongAnswer(error)) await guess.guesses.credit(guess.key)
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
  const { children, limits, vault, knownBrowsers, enter, cardOf, wrongPins, now } = needs

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
    if (!isRight(child, typed.pin) || !child) {
      if (child) await wrongPins.add(child.id, now())
      throw wrong()
    }
    const setCookies = await enter(child, browser, () => isStillRight(typed))
    if (setCookies === null) throw wrong()
    return setCookies
  }

  return async ({ code, name, card, pin }, browser) => {
    const typed = { code: plainCode(code), name, card: card === undefined ? card : plainCode(card), pin }
    const child = await find(typed)
    const childHere = child && { code: typed.code, studentId: child.id }
    const isKnown = childHere !== null && knownBrowsers.knows(browser, childHere)
    const device = isKnown ? knownBrowsers.idOf(browser) : null
    const guess = await classGuessOf(needs, typed.code, browser, device)
    const setCookies = await chargingGuess(guess, () =>
      limits.check(keyOfAnswer(typed, child, browser, device), () => verifyAndSignIn(typed, child, browser)),
    )
    const mark = childHere ? [knownBrowsers.remember(browser, childHere)] : []
    return { next: 'signed_in', setCookies: [...setCookies, ...mark] }
  }
}
