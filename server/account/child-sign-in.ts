import { createHash } from 'node:crypto'
import type { accountRoutes } from '../../contract/account.ts'
import type { Output } from '../../contract/route.ts'
import { nameKey } from '../../domain/child-name.ts'
import { plainCode } from '../../domain/code.ts'
import { activeOn, asOf, asStudent, newGuest } from '../../domain/guest-record.ts'
import { pinText } from '../../domain/pin.ts'
import { practiceDay } from '../../domain/practice-day.ts'
import type { PlayerStore } from '../guest/port.ts'
import { Refusal } from '../operations/errors.ts'
import type { Browser, Entered } from './adult-service.ts'
import type { Auth } from './auth.ts'
import type { Hashing } from './hashing.ts'
import type { KnownBrowsers } from './known-browsers.ts'
import type { ChildStore, SignInFailureStore } from './port.ts'
import { isWrongAnswer, type SignInLine } from './sign-in-line.ts'

type SignIn = Output<(typeof accountRoutes)['signInChild']['body']>

export type ChildSignInNeeds = {
  readonly auth: { readonly secure: Auth; readonly plain: Auth }
  readonly children: ChildStore
  readonly failures: Pick<SignInFailureStore, 'chargeGuess' | 'creditGuess'>
  readonly line: SignInLine
  readonly players: PlayerStore
  readonly hashing: Hashing
  readonly knownBrowsers: KnownBrowsers
  /** The stored form of the token under which a student plays. */
  readonly playerHashOf: (studentId: string) => string
  readonly newPublicId: () => string
  readonly now: () => number
}

/** Where the wrong answers of a student are counted. */
export function keyOfStudent(studentId: string): string {
  return `student:${studentId}`
}

/** Where those are counted that name a child who is not there: they are told to wait like all others. */
function keyOfNobody(code: string, key: string): string {
  return `nobody:${createHash('sha256').update(`${code} ${key}`).digest('hex')}`
}

function wrong(): Refusal {
  const sentence = 'Something is not right yet: the class code, the name or the PIN.'
  return new Refusal(401, 'wrong_sign_in', sentence)
}

/** Said alike of every name and every PIN, and of families too; their adult can end it (class-service.ts). */
function classWaits(seconds: number): Refusal {
  const sentence = `There were too many wrong tries with this code. Ask whoever gave it to you, or wait ${seconds} seconds.`
  return new Refusal(429, 'class_waits', sentence, seconds)
}

type SigningIn = NonNullable<Awaited<ReturnType<ChildStore['findToSignIn']>>>

/** Cookies as the browser would send them back. */
function asSent(setCookies: readonly string[]): string {
  return setCookies.map((line) => line.split(';', 1)[0] ?? '').join('; ')
}

/** Where the wrong answers of strangers to a class are counted, whoever they name, and whether there is such a class or not. */
export function keyOfCode(code: string): string {
  return `class:${createHash('sha256').update(code).digest('hex')}`
}

/**
 * Signs a child in by the code of its class, its name and its PIN. A code that is not there, a name that is not there and a
 * wrong PIN take as long and are answered alike. A browser in which no child of the class has signed in yet waits for the
 * other strangers' guesses at the class too. Throws a 401 or 429 Refusal.
 */
export function childSignIn(
  needs: ChildSignInNeeds,
): (body: SignIn, browser: Browser) => Promise<Entered<'signed_in'>> {
  const { auth, children, failures, line, players, hashing, knownBrowsers, playerHashOf, newPublicId, now } =
    needs

  /** On the boards a student is a player like all others, under the nickname only. */
  const becomePlayer = (studentId: string, nickname: string): Promise<boolean> => {
    const nowMs = now()
    const day = practiceDay(nowMs)
    return players.savePlayer(studentId, playerHashOf(studentId), (known) => {
      const player = known ? asOf(known, nowMs) : newGuest(newPublicId(), day, nowMs)
      return asStudent(activeOn(player, day), studentId, nickname)
    })
  }

  /** Counts a stranger's answer at the class as wrong, and takes it back unless it was. Throws a 429 Refusal where it may not be heard. */
  const asGuess = async <T>(guessed: string | null, hear: () => Promise<T>): Promise<T> => {
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

  /** Who has signed in with a PIN that was made new meanwhile is not let in: that one signed out who was there before. */
  const isStillRight = async (code: string, name: string, pinHash: string): Promise<boolean> =>
    (await children.findToSignIn(code, name))?.pinHash === pinHash

  /** The cookies of the child whose PIN this is. Throws a 401 Refusal. */
  const lookAt = async (
    { code, name, pin }: { code: string; name: string; pin: string },
    child: SigningIn | null,
    browser: Browser,
  ): Promise<readonly string[]> => {
    const isRight = await hashing.verify(child?.pinHash ?? null, pin)
    if (!isRight || !child) throw wrong()
    const { api } = browser.isSecure ? auth.secure : auth.plain
    const body = { userId: child.id }
    const { headers, response } = await api.signInStudent({
      body,
      headers: new Headers(),
      returnHeaders: true,
    })
    // Removed while the PIN was looked at.
    if (!response.signedIn || !(await becomePlayer(child.id, child.nickname))) throw wrong()
    const setCookies = headers.getSetCookie()
    if (await isStillRight(code, name, child.pinHash)) return setCookies
    await api.signOut({ headers: new Headers({ cookie: asSent(setCookies) }) })
    throw wrong()
  }

  return async ({ code, name, pin }, browser) => {
    const typed = { code: plainCode(code), name, pin: pinText(pin) }
    const child = await children.findToSignIn(typed.code, name)
    const account = child ? keyOfStudent(child.id) : keyOfNobody(typed.code, nameKey(name))
    const guessed = knownBrowsers.knows(browser, typed.code) ? null : keyOfCode(typed.code)
    const setCookies = await asGuess(guessed, () => line.hear(account, () => lookAt(typed, child, browser)))
    return { next: 'signed_in', setCookies: [...setCookies, knownBrowsers.remember(browser, typed.code)] }
  }
}
