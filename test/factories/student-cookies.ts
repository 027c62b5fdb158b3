import { createAuth } from '../../server/account/auth.ts'
import { authSecret } from '../../server/account/auth-secret.ts'
import { sqlAccountStores } from '../../server/storage/sql/accounts/account-stores.ts'
import { openSqlite } from '../../server/storage/sqlite/sqlite-database.ts'
import { quickHashing } from './quick-hashing.ts'
import { enrolment } from './students.ts'

/**
 * Enrols students in an installation that is not running, and signs each in as the server does behind a right PIN: the cookies
 * of their browsers, by student.
 */
export async function signedInStudents(
  dataDir: string,
  studentIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const database = openSqlite({ dataDir })
  const enrol = enrolment(database)
  const { api } = createAuth({
    database: sqlAccountStores(database).database,
    secret: authSecret(null, dataDir),
    secure: false,
    publicUrl: 'http://localhost',
    hashing: quickHashing(),
    mails: null,
  })
  const cookies = new Map<string, string>()
  try {
    for (const userId of studentIds) {
      await enrol(userId)
      const { headers } = await api.signInStudent({
        body: { userId },
        headers: new Headers(),
        returnHeaders: true,
      })
      const sent = headers.getSetCookie().map((line) => line.split(';', 1)[0])
      cookies.set(userId, sent.join('; '))
    }
  } finally {
    await database.close()
  }
  return cookies
}
