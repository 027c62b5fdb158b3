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
import { waitRefusal, type Browser, type Entered } from './adult-service.ts'
import type { Auth } from './auth.ts'
import type { Hashing } from './hashing.ts'
import type { KnownBrowsers } from './known-browsers.ts'
import type { ChildStore, SignInFailureStore } from './port.ts'

type SignIn = Output<(typeof accountRoutes)['signInChild']['body']>

export type ChildSignInNeeds = {
  readonly auth: { readonly secure: Auth; readonly plain: Auth }
  readonly children: ChildStore
  readonly failures: SignInFailureStore
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

const WRONG = 'Something is not right yet: the class code, the name or the PIN.'

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
  const { auth, children, failures, players, hashing, knownBrowsers, playerHashOf, newPublicId, now } = needs

  /** On the boards a student is a player like all others, under the nickname only. */
  const becomePlayer = (studentId: string, nickname: string): Promise<boolean> => {
    const nowMs = now()
    const day = practiceDay(nowMs)
    return players.savePlayer(studentId, playerHashOf(studentId), (known) => {
      const player = known ? asOf(known, nowMs) : newGuest(newPublicId(), day, nowMs)
      return asStudent(activeOn(player, day), studentId, nickname)
    })
  }

  /** Counts the answer as wrong. Throws a 429 Refusal where it may not be heard. */
  const charge = async (account: string, guessed: string | null): Promise<void> => {
    const strangersWait = guessed === null ? 0 : await failures.chargeGuess(guessed, now())
    if (strangersWait > 0) throw waitRefusal(strangersWait)
    const wait = await failures.charge(account, now())
    if (wait === 0) return
    if (guessed !== null) await failures.creditGuess(guessed)
    throw waitRefusal(wait)
  }

  /** Who has signed in with a PIN that was made new meanwhile is not let in: that one signed out who was there before. */
  const isStillRight = async (code: string, key: string, pinHash: string): Promise<boolean> =>
    (await children.findToSignIn(code, key))?.pinHash === pinHash

  return async ({ code, name, pin }, browser) => {
    const [typed, key] = [plainCode(code), nameKey(name)]
    const child = await children.findToSignIn(typed, key)
    const account = child ? keyOfStudent(child.id) : keyOfNobody(typed, key)
    const guessed = knownBrowsers.knows(browser, typed) ? null : keyOfCode(typed)
    await charge(account, guessed)
    const isRight = await hashing.verify(child?.pinHash ?? null, pinText(pin))
    if (!isRight || !child) throw new Refusal(401, 'wrong_sign_in', WRONG)
    const { api } = browser.isSecure ? auth.secure : auth.plain
    const body = { userId: child.id }
    const { headers, response } = await api.signInStudent({
      body,
      headers: new Headers(),
      returnHeaders: true,
    })
    // Removed while the PIN was looked at.
    if (!response.signedIn || !(await becomePlayer(child.id, child.nickname))) {
      throw new Refusal(401, 'wrong_sign_in', WRONG)
    }
    const setCookies = headers.getSetCookie()
    if (!(await isStillRight(typed, key, child.pinHash))) {
      await api.signOut({ headers: new Headers({ cookie: asSent(setCookies) }) })
      throw new Refusal(401, 'wrong_sign_in', WRONG)
    }
    await failures.clear(account)
    if (guessed !== null) await failures.creditGuess(guessed)
    return { next: 'signed_in', setCookies: [...setCookies, knownBrowsers.remember(browser, typed)] }
  }
}
