import { Refusal } from '../http/errors.ts'
import type { AdultStore } from '../storage/sql/accounts/adult-store.ts'
import type { ChildStore } from '../storage/sql/accounts/child-store.ts'
import type { AdultService, Browser } from './adult-service.ts'
import type { ChildGate } from './child-gate.ts'
import type { Person } from './roles.ts'
import type { StudentEntry } from './student-entry.ts'

type HandOverNeeds = {
  readonly gate: ChildGate
  readonly children: Pick<ChildStore, 'tokenRoundOf'>
  readonly adults: Pick<AdultStore, 'findCredential'>
  readonly signOut: AdultService['signOut']
  readonly enter: StudentEntry
}

/** A child is signed in here in place of its parent, whose address is returned with the cookies to set. */
export type HandOver = (
  parent: Person,
  studentId: string,
  browser: Browser,
) => Promise<{ readonly email: string; readonly setCookies: readonly string[] }>

/**
 * Hands a device to a child of the parent's own family: the child needs no PIN, because the parent is signed in. The parent's
 * session ends here, so that the child reaches no page of adults; the parent signs in again with the password.
 */
export function handOver({ gate, children, adults, signOut, enter }: HandOverNeeds): HandOver {
  return async (parent, studentId, browser) => {
    const { id, nickname } = await gate.child(parent, 'hand_over', studentId)
    const credential = await adults.findCredential(parent.id)
    const tokenRound = await children.tokenRoundOf(id)
    const entered = await enter({ id, nickname, tokenRound }, browser)
    if (entered === null) throw new Refusal(404, 'not_found', 'This child was just removed.')
    // The child's cookies come last and replace the parent's.
    const left = await signOut(browser)
    return { email: credential?.email ?? '', setCookies: [...left.setCookies, ...entered] }
  }
}
