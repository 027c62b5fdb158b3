import type { Client } from 'pg'

/** The first number of every lock of work that one process does at a time; the bytes of `work`. */
const WORK_LOCK = 0x776f726b

/** Does the work while nobody else holds the lock of this name; null where somebody does. The lock ends with the connection at the latest. */
export async function whileLocked<T>(
  client: Client,
  name: string,
  work: () => Promise<T>,
): Promise<T | null> {
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock($1, hashtext($2)) as locked',
    [WORK_LOCK, name],
  )
  if (rows[0]?.locked !== true) return null
  return work()
}
