import { Refusal } from '../http/errors.ts'
import { Download } from '../http/download.ts'
import type { AdultStore } from '../storage/sql/accounts/adult-store.ts'
import type { BrowserConnection } from './adult-service.ts'
import { formatRow } from './child-files.ts'
import type { Person } from './roles.ts'
import type { ConfirmPassword } from './confirm-password.ts'

type AdultDataNeeds = {
  readonly adults: AdultStore
  readonly confirmPassword: ConfirmPassword
}

/** The content of a file with this text. */
async function* once(text: string): AsyncIterable<string> {
  yield text
}

/** A JSON file with everything stored about an adult. */
async function accountFile(adults: Pick<AdultStore, 'allRowsOf'>, adultId: string): Promise<Download> {
  const tables = Object.entries(await adults.allRowsOf(adultId)).map(([name, rows]) => [
    name,
    rows.map(formatRow),
  ])
  const text = `${JSON.stringify(Object.fromEntries(tables), null, 1)}\n`
  return new Download('tenfold-account.json', 'application/json; charset=utf-8', once(text))
}

function hasChildren(role: Person['role']): Refusal {
  const where = role === 'teacher' ? 'in your classes' : 'in your family'
  const sentence = `You still have children ${where}. Please move or delete them first.`
  return new Refusal(409, 'has_children', sentence)
}

/** Export and deletion of an adult's own account. */
export function adultData({ adults, confirmPassword }: AdultDataNeeds) {
  return {
    /** A JSON file with everything stored about the adult. */
    file: ({ id }: Person) => accountFile(adults, id),

    /** Deletes the account. Throws a 409 Refusal while it has children at home, and else a 401 or 429 for a wrong password. */
    close: async ({ id, role }: Person, password: string, browser: BrowserConnection) => {
      // Before the password is hashed.
      if (await adults.hasChildren(id)) throw hasChildren(role)
      await confirmPassword(id, password, browser)
      if (!(await adults.remove(id))) throw hasChildren(role)
    },
  }
}

export type AdultData = ReturnType<typeof adultData>
