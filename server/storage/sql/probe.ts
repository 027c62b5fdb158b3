import type { Transaction } from '../database.ts'

/** A minimal durable write, used by health checks. */
export async function probe({ db }: Transaction): Promise<void> {
  const at_ms = Date.now()
  await db
    .insertInto('storage_probe')
    .values({ id: 1, at_ms })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ at_ms }))
    .execute()
}
