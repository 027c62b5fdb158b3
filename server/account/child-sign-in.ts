import { createHash } from 'node:crypto'
import type { accountRoutes } from '../../contract/account.ts'
import type { Output } from '../../contract/route.ts'
import { nameKey } from '../../domain/child-name.ts'
import { isLetIn } from '../../domain/class-guesses.ts'
import { plainCode } from '../../domain/code.ts'
import { activeOn, asOf, asStudent, newGuest } from '../../domain/guest-record.ts'
import { pinText } from '../../domain/pin.ts'
import { practiceDay } from '../../domain/practice-day.ts'
import { PlayersDeleted, type PlayerStore } from '../guest/port.ts'
import { Refusal } from '../http/errors.ts'
import type { Entered, AdultVisitor } from './adult-service.ts'
import type { Auth } from './auth.ts'
import type { Hashing } from './hashing.ts'
import type { PinVault } from './pin-vault.ts'
import type { KnownBrowsers } from './known-browsers.ts'
import { keyOfNobody } from './sign-in-counts.ts'
import {
  GUESSERS,
  type ChildStore,
  type ClassGuessCounts,
  type ClassStore,
  type Guesser,
  type StudentTokens,
} from './port.ts'
import { isWrongAnswer, type SignInLine } from './sign-in-line.ts'

type SignIn = Output<(typeof accountRoutes)['signInChild']['body']>

type ChildSignInNeeds = {
  readonly auth: { readonly secure: Auth; readonly plain: Auth }
  readonly children: ChildStore
  readonly classes: Pick<ClassStore, 'findDoor'>
  readonly failures: Pick<ClassGuessCounts, 'chargeGuess' | 'creditGuess'>
  readonly line: SignInLine
  readonly players: PlayerStore
  /** Only for PINs that an earlier version has hashed. */
  readonly hashing: Hashing
  readonly vault: PinVault
  readonly knownBrowsers: KnownBrowsers
  readonly tokensOf: (studentId: string) => StudentTokens
  /** What a student's card says instead of its name. */
  readonly cardOf: (studentId: string) => string
  readonly newPublicId: () => string
  readonly now: () => number
}

/** Where the wrong answers of strangers to a student are counted. */
export function keyOfStudent(studentId: string): string {
  return `student:${studentId}`
}

/** Where all wrong answers of a student are counted: strangers keep no child waiting at its own device or in its school. */
export function keysOfStudent(studentId: string): readonly string[] {
  const key = keyOfStudent(studentId)
  return [key, ...GUESSERS.map((guesser) => `${key} ${guesser}`)]
}

/** Where those are counted that mean a child who is not there: they are told to wait like all others. */
function keyOfNoChild({ code, name, card }: Typed): string {
  const key = card === undefined ? nameKey(name ?? '') : `card ${card}`
  return keyOfNobody(createHash('sha256').update(`${code} ${key}`).digest('hex'))
}

function wrong(): Refusal {
  const sentence = 'Not yet. Check the class code, the name and the PIN.'
  return new Refusal(401, 'wrong_sign_in', sentence)
}

/** Said alike of every name and every PIN, and of families too; their adult can end it (class-service.ts). */
function classWaits(seconds: number): Refusal {
  const sentence = `There were too many wrong tries with this code. Ask the person who gave it to you, or wait ${seconds} seconds.`
  return new Refusal(429, 'class_waits', sentence, seconds)
}

type Typed = Pick<SignIn, 'name' | 'card' | 'pin'> & { readonly code: string }

type SigningIn = NonNullable<Awaited<ReturnType<ChildStore['findToSignIn']>>>

/** Cookies as the browser would send them back. */
function asSent(setCookies: readonly string[]): string {
  return setCookies.map((line) => line.split(';', 1)[0] ?? '').join('; ')
}

/** Where the wrong answers of strangers to a class are counted, whoever they name, and whether there is such a class or not. */
export function keyOfCode(code: string): string {
  return `class:${createHash('sha256').update(code).digest('hex')}`
}

/** Where those from a network of the classes are counted: strangers outside have no part in them. */
export function keyInside(code: string): string {
  return `inside:${keyOfCode(code)}`
}

/** Counts a stranger's answer at the class as wrong, and takes it back unless it was. Throws a 429 Refusal where it may not be heard. */
async function asGuess<T>(
  { failures, now }: ChildSignInNeeds,
  guessed: string | null,
  hear: () => Promise<T>,
): Promise<T> {
  if (guessed === null) return await hear()
  const strangersWait = await failures.chargeGuess(guessed, now())
  if (strangersWait > 0) throw classWaits(strangersWait)
  try {
    const value = await hear()
    await failures.creditGuess(guessed)
    return value
  } catch (error) {
    if (!isWrongAnswer(error)) await failures.creditGuess(guessed)
    throw error
  }
}

/**
 * Signs a child in by the code of its class, its name or its card, and its PIN. A code, a name or a card that is not there and
 * a wrong PIN take as long and are answered alike. A browser in which the child has not signed in yet waits for other strangers'
 * guesses at the class too, unless its owner lets new devices in; in a network of the classes, only for guesses from there.
 * Throws a 401 or 429 Refusal.
 */
export function childSignIn(
  needs: ChildSignInNeeds,
): (body: SignIn, browser: AdultVisitor) => Promise<Entered<'signed_in'>> {
  const { auth, children, classes, line, players, hashing, vault, knownBrowsers } = needs
  const { tokensOf, cardOf, newPublicId, now } = needs

  /** On the boards a student is a player like all others, under the nickname only. False where it has another token by now, or is gone. */
  const becomePlayer = async ({ id, nickname, tokenRound }: SigningIn): Promise<boolean> => {
    const nowMs = now()
    const day = practiceDay(nowMs)
    try {
      return await players.savePlayer(id, tokensOf(id).hashOf(tokenRound), (known) => {
        const player = known ? asOf(known, nowMs) : newGuest(newPublicId(), day, nowMs)
        return asStudent(activeOn(player, day), id, nickname)
      })
    } catch (error) {
      if (error instanceof PlayersDeleted) return false
      throw error
    }
  }

  const find = ({ code, name, card }: Typed): Promise<SigningIn | null> =>
    children.findToSignIn(code, card === undefined ? (name ?? '') : (id) => cardOf(id) === card)

  const isRight = (child: SigningIn | null, typed: Typed['pin']): boolean | Promise<boolean> =>
    child?.pin.kind === 'hashed'
      ? hashing.verify(child.pin.hash, pinText(typed))
      : vault.matches(child?.id ?? '', child?.pin.sealed ?? null, typed)

  /** Who has signed in with a PIN that was made new meanwhile is not let in: that one signed out who was there before. */
  const isStillRight = async (typed: Typed): Promise<boolean> => isRight(await find(typed), typed.pin)

  /** The cookies of the child whose PIN this is. Throws a 401 Refusal. */
  const lookAt = async (
    typed: Typed,
    child: SigningIn | null,
    browser: AdultVisitor,
  ): Promise<readonly string[]> => {
    if (!(await isRight(child, typed.pin)) || !child) throw wrong()
    if (child.pin.kind === 'hashed') {
      await children.replaceHash(child.id, child.pin.hash, vault.seal(child.id, typed.pin))
    }
    const { api } = browser.isSecure ? auth.secure : auth.plain
    const body = { userId: child.id }
    const { headers, response } = await api.signInStudent({
      body,
      headers: new Headers(),
      returnHeaders: true,
    })
    const setCookies = headers.getSetCookie()
    // Removed while the PIN was looked at, or signed out everywhere, or given a new PIN.
    if (response.signedIn && (await becomePlayer(child)) && (await isStillRight(typed))) return setCookies
    await api.signOut({ headers: new Headers({ cookie: asSent(setCookies) }) })
    throw wrong()
  }

  /** Where this answer counts as a guess at the class; null where its owner lets new devices in just now. */
  const guessedKey = async (code: string, { isInside }: AdultVisitor): Promise<string | null> => {
    const key = isInside ? keyInside(code) : keyOfCode(code)
    const door = await classes.findDoor(code)
    // A code that nobody has is counted in memory only, because anybody can make up as many as they like.
    if (door === null) return keyOfNobody(key)
    return isLetIn(door.letInUntilMs, now()) ? null : key
  }

  return async ({ code, name, card, pin }, browser) => {
    const typed = { code: plainCode(code), name, card: card === undefined ? card : plainCode(card), pin }
    const child = await find(typed)
    const here = child && { code: typed.code, studentId: child.id }
    const isKnown = here !== null && knownBrowsers.knows(browser, here)
    const guesser: Guesser | null = isKnown ? 'known' : browser.isInside ? 'inside' : null
    const key = child ? keyOfStudent(child.id) : keyOfNoChild(typed)
    const account = guesser === null ? key : `${key} ${guesser}`
    const guessed = isKnown ? null : await guessedKey(typed.code, browser)
    const asker = { address: browser.address, group: typed.code, account, isKnown, isGone: browser.isGone }
    const setCookies = await hashing.onBehalfOf(asker, () =>
      asGuess(needs, guessed, () => line.hear(account, () => lookAt(typed, child, browser))),
    )
    const mark = here ? [knownBrowsers.remember(browser, here)] : []
    return { next: 'signed_in', setCookies: [...setCookies, ...mark] }
  }
}
