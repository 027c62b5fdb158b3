import type { Database } from '../../database.ts'

type Consent = {
  readonly version: number
  readonly kind: 'guardian' | 'school'
  readonly nowMs: number
}

/** Adults' consent to the statements about adding children. */
export function sqlConsentStore(database: Database) {
  return {
    has: (adultId: string, version: number) =>
      database.read(async ({ db }) => {
        const consent = db.selectFrom('consent').select('at_ms').where('user_id', '=', adultId)
        return (await consent.where('version', '=', version).executeTakeFirst()) !== undefined
      }),

    /** Idempotent: keeps the first date. */
    add: (adultId: string, { version, kind, nowMs }: Consent) =>
      database.write(async ({ db }) => {
        await db
          .insertInto('consent')
          .values({ user_id: adultId, version, kind, at_ms: nowMs })
          .onConflict((conflict) => conflict.columns(['user_id', 'version']).doNothing())
          .execute()
      }),
  }
}

export type ConsentStore = ReturnType<typeof sqlConsentStore>
