import type { ConsentStore } from '../../../account/port.ts'
import type { Database } from '../../database.ts'

export function sqlConsentStore(database: Database): ConsentStore {
  return {
    has: (adultId, version) =>
      database.read(async ({ db }) => {
        const consent = db.selectFrom('consent').select('at_ms').where('user_id', '=', adultId)
        return (await consent.where('version', '=', version).executeTakeFirst()) !== undefined
      }),

    // Keeps the first date.
    add: (adultId, { version, kind, nowMs }) =>
      database.write(async ({ db }) => {
        await db
          .insertInto('consent')
          .values({ user_id: adultId, version, kind, at_ms: nowMs })
          .onConflict((conflict) => conflict.columns(['user_id', 'version']).doNothing())
          .execute()
      }),
  }
}
