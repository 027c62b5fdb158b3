import type { Dialect } from '../dialect.ts'
import { queryBuilder, statement } from './statement.ts'

/** The smallest durable write, by which a check sees that the engine takes writes. */
export function writeProbe(dialect: Dialect) {
  return statement<{ atMs: number }>()((values) =>
    queryBuilder(dialect)
      .insertInto('storage_probe')
      .values({ id: 1, at_ms: values.atMs })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ at_ms: values.atMs })),
  )
}
