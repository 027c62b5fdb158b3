import type { ConsentStore } from '../../../account/port.ts'
import type { Database } from '../../database.ts'
import { perDialect, queryBuilder, statement } from '../statement.ts'

const statementsFor = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    find: statement<{ adultId: string; version: number }>()((values) =>
      db
        .selectFrom('consent')
        .select('at_ms')
        .where('user_id', '=', values.adultId)
        .where('version', '=', values.version),
    ),
    // Keeps the first date.
    add: statement<{ adultId: string; version: number; kind: string; nowMs: number }>()((values) =>
      db
        .insertInto('consent')
        .values({ user_id: values.adultId, version: values.version, kind: values.kind, at_ms: values.nowMs })
        .onConflict((conflict) => conflict.columns(['user_id', 'version']).doNothing()),
    ),
  }
})

export function sqlConsentStore(database: Database): ConsentStore {
  const statements = statementsFor(database.dialect)
  return {
    has: (adultId, version) =>
      database.read(
        async (transaction) => (await transaction.first(statements.find, { adultId, version })) !== undefined,
      ),
    add: (adultId, consent) =>
      database.write(async (transaction) => {
        await transaction.run(statements.add, { adultId, ...consent })
      }),
  }
}
