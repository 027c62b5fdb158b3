import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'

/** Requests being served now have finished well before the last attempt. */
const ATTEMPTS = 4
const BETWEEN_ATTEMPTS_MS = 500

const OWN_TABLES = `select format('%I.%I', schemaname, tablename) as name
  from pg_tables where schemaname = current_schema() and tableowner = current_user`

/** Whether a transaction that started before $1, and may still see rows deleted by then, is open. */
const OLDER_READER = `select exists (
  select from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()
    and backend_type = 'client backend' and xact_start < $1::timestamptz
) as found`

/**
 * Vacuums Tenfold's tables, so that no query, not even an administrator's, finds a deleted row, and its space is reused.
 * Returns false if an older transaction, still open, may have prevented that for some rows.
 *
 * Bytes of deleted rows may remain in free space until it is overwritten, in the WAL until it is recycled, and in the operator's
 * copies (archives, replicas, backups). PostgreSQL cannot overwrite them; operators should encrypt disks that others may read.
 */
export async function vacuumDeletedRows(client: Client): Promise<boolean> {
  for (let left = ATTEMPTS; left > 1; left -= 1) {
    if (await vacuumOnce(client)) return true
    await pause(BETWEEN_ATTEMPTS_MS)
  }
  return vacuumOnce(client)
}

async function vacuumOnce(client: Client): Promise<boolean> {
  const { rows: tables } = await client.query<{ name: string }>(OWN_TABLES)
  // As text, because a Date would lose the microseconds: a transaction in the same millisecond would look newer.
  const { rows: clock } = await client.query<{ now: string }>('select clock_timestamp()::text as now')
  if (tables.length > 0) await client.query(`vacuum ${tables.map(({ name }) => name).join(', ')}`)
  const { rows: older } = await client.query<{ found: boolean }>(OLDER_READER, [clock[0]?.now])
  return older[0]?.found !== true
}
