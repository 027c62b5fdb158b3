import { Refusal } from '../http/errors.ts'
import { Download } from '../http/download.ts'
import { keyOfKnown, type AdultVisitor } from './adult-service.ts'
import { shownRow } from './child-files.ts'
import type { AdultStore, SignInFailureStore } from './port.ts'
import type { Person } from './roles.ts'
import type { ProvePassword } from './prove-password.ts'
import { keysOfCodes } from './second-step.ts'

type AdultDataNeeds = {
  readonly adults: AdultStore
  readonly failures: Pick<SignInFailureStore, 'clear'>
  readonly provePassword: ProvePassword
}

/** What adults may ask of their own account: all of it, or the end of it. */
export type AdultData = {
  /** A JSON file of everything that is stored of the adult. */
  file(adult: Person): Promise<Download>
  /** Deletes the account. Throws a 401 or 429 Refusal for a wrong password, a 409 one while children are at home there. */
  close(adult: Person, password: string, browser: AdultVisitor): Promise<void>
}

async function* once(text: string): AsyncIterable<string> {
  yield text
}

/** The data rights of adults over their store. */
export function adultData({ adults, failures, provePassword }: AdultDataNeeds): AdultData {
  return {
    file: async ({ id }) => {
      const tables = Object.entries(await adults.everything(id)).map(([name, rows]) => [
        name,
        rows.map(shownRow),
      ])
      const text = `${JSON.stringify(Object.fromEntries(tables), null, 1)}\n`
      return new Download('tenfold-account.json', 'application/json; charset=utf-8', once(text))
    },

    close: async ({ id, role }, password, browser) => {
      await provePassword(id, password, browser)
      if (await adults.remove(id)) {
        for (const key of [keyOfKnown(id), ...keysOfCodes(id)]) await failures.clear(key)
        return
      }
      const where = role === 'teacher' ? 'in your classes' : 'in your family'
      const sentence = `You still have children ${where}. Please move or delete them first.`
      throw new Refusal(409, 'has_children', sentence)
    },
  }
}
