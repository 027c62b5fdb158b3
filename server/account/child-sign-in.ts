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
import type { ChildStore, SignInFailureStore } from './port.ts'

type SignIn = Output<(typeof accountRoutes)['signInChild']['body']>

export type ChildSignInNeeds = {
  readonly auth: { readonly secure: Auth; readonly plain: Auth }
  readonly children: ChildStore
  readonly failures: SignInFailureStore
  readonly players: PlayerStore
  readonly hashing: Hashing
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

/**
 * Signs a child in by the code of its class, its name and its PIN. A code that is not there, a name that is not there and a
 * wrong PIN take as long and are answered alike. Throws a 401 or 429 Refusal.
 */
export function childSignIn(
  needs: ChildSignInNeeds,
): (body: SignIn, browser: Browser) => Promise<Entered<'signed_in'>> {
  const { auth, children, failures, players, hashing, playerHashOf, newPublicId, now } = needs

  /** On the boards a student is a player like all others, under the nickname only. */
  const becomePlayer = (studentId: string, nickname: string): Promise<boolean> => {
    const nowMs = now()
    const day = practiceDay(nowMs)
    return players.savePlayer(studentId, playerHashOf(studentId), (known) => {
      const player = known ? asOf(known, nowMs) : newGuest(newPublicId(), day, nowMs)
      return asStudent(activeOn(player, day), studentId, nickname)
    })
  }

  return async ({ code, name, pin }, browser) => {
    const [typed, key] = [plainCode(code), nameKey(name)]
    const child = await children.findToSignIn(typed, key)
    const account = child ? keyOfStudent(child.id) : keyOfNobody(typed, key)
    const wait = await failures.charge(account, now())
    if (wait > 0) throw waitRefusal(wait)
    const isRight = await hashing.verify(child?.pinHash ?? null, pinText(pin))
    if (!isRight || !child) throw new Refusal(401, 'wrong_sign_in', WRONG)
    const { headers, response } = await (browser.isSecure ? auth.secure : auth.plain).api.signInStudent({
      body: { userId: child.id },
      headers: new Headers(),
      returnHeaders: true,
    })
    // Removed while the PIN was looked at.
    if (!response.signedIn || !(await becomePlayer(child.id, child.nickname))) {
      throw new Refusal(401, 'wrong_sign_in', WRONG)
    }
    await failures.clear(account)
    return { next: 'signed_in', setCookies: headers.getSetCookie() }
  }
}
