import { activeOn, asOf, asStudent, newGuest } from '../../domain/guest-record.ts'
import { practiceDay } from '../../domain/practice-day.ts'
import { PlayersDeleted } from '../guest/port.ts'
import type { PlayerStore } from '../storage/sql/practice/player-store.ts'
import type { Browser } from './adult-service.ts'
import type { Auth } from './auth.ts'
import type { StudentTokens } from './port.ts'

type StudentEntryNeeds = {
  readonly auth: { readonly secure: Auth; readonly plain: Auth }
  readonly players: PlayerStore
  readonly tokensOf: (studentId: string) => StudentTokens
  readonly newPublicId: () => string
  readonly now: () => number
}

type Entering = { readonly id: string; readonly nickname: string; readonly tokenRound: number }

/**
 * Starts the session of a student and returns its cookies. Null if the student was deleted or signed out everywhere meanwhile,
 * or if `isStillRight`, called at the end, returns false.
 */
export type StudentEntry = (
  student: Entering,
  browser: Browser,
  isStillRight?: () => Promise<boolean>,
) => Promise<readonly string[] | null>

/** The Cookie header that a browser would send after `setCookies`. */
function asSent(setCookies: readonly string[]): string {
  return setCookies.map((line) => line.split(';', 1)[0] ?? '').join('; ')
}

export function studentEntry({ auth, players, tokensOf, newPublicId, now }: StudentEntryNeeds): StudentEntry {
  /** Stores the student as a player, under the nickname. False if the student was deleted or has a new token by now. */
  const becomePlayer = async ({ id, nickname, tokenRound }: Entering): Promise<boolean> => {
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

  return async (student, browser, isStillRight = async () => true) => {
    const { api } = browser.isSecure ? auth.secure : auth.plain
    const { headers, response } = await api.signInStudent({
      body: { userId: student.id },
      headers: new Headers(),
      returnHeaders: true,
    })
    const setCookies = headers.getSetCookie()
    if (response.signedIn && (await becomePlayer(student)) && (await isStillRight())) return setCookies
    await api.signOut({ headers: new Headers({ cookie: asSent(setCookies) }) })
    return null
  }
}
