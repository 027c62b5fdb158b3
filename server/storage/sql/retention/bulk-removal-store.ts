import { sql } from 'kysely'
import type { BulkRemovalStore, RemovalCriteria } from '../../../ops/removal.ts'
import type { Database } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import { sqlRemovalStore } from './removal-store.ts'
import { queryBuilder, statement } from '../statement.ts'

/** Criteria as LIKE patterns; '%' if not given. */
type Patterns = { day: string; nickname: string; state: string; sameAddressAs: string }

const patternOf = (text = '*'): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '%')

function patternsOf({ day, nickname, state, sameAddressAs = '' }: RemovalCriteria): Patterns {
  return { day: patternOf(day), nickname: patternOf(nickname), state: patternOf(state), sameAddressAs }
}

function statementsFor(dialect: Dialect) {
  const db = queryBuilder(dialect)
  return {
    matching: statement<Patterns>()((values) =>
      db
        .selectFrom('guest')
        .select('public_id')
        .where('student_id', 'is', null)
        .where((eb) =>
          eb.and([
            sql<boolean>`last_active_day like ${values.day} escape '\\'`,
            sql<boolean>`nickname like ${values.nickname} escape '\\'`,
            sql<boolean>`state like ${values.state} escape '\\'`,
          ]),
        )
        .where((eb) =>
          eb.or([
            eb(eb.val(values.sameAddressAs), '=', ''),
            eb(
              'address_key',
              'in',
              eb
                .selectFrom('guest as one')
                .select('one.address_key')
                .where('one.public_id', '=', values.sameAddressAs)
                .where('one.address_key', '!=', ''),
            ),
          ]),
        )
        .orderBy('id'),
    ),
  }
}

export function sqlBulkRemovalStore(database: Database): BulkRemovalStore {
  const statements = statementsFor(database.dialect)
  const { remove, record, scrub } = sqlRemovalStore(database)
  return {
    remove,
    record,
    scrub,
    matching: (criteria) =>
      database.read(async (transaction) =>
        (await transaction.all(statements.matching, patternsOf(criteria))).map((row) => row.public_id),
      ),
  }
}
