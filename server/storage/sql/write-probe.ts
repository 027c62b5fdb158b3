import type { Dialect } from '../dialect.ts'
import { queryBuilder, statement } from './statement.ts'

/** A minimal durable write, used by health checks. */
export function writeProbe(dialect: Dialect) {
  return statement<{ atMs: number }>()((values) =>
    queryBuilder(dialect)
      .insertInto('storage_probe')
      .values({ id: 1, at_ms: values.atMs })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ at_ms: values.atMs })),
  )
}
