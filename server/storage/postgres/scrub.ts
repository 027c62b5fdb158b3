import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'

/** Whoever is just being served is done long before the last try. */
const TRIES = 4
const BETWEEN_TRIES_MS = 500

const OWN_TABLES = `select format('%I.%I', schemaname, tablename) as name
  from pg_tables where schemaname = current_schema() and tableowner = current_user`

/** Whether somebody's transaction is open that may still see what had been deleted by that time. */
const OLDER_READER = `select exists (
  select from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()
    and backend_type = 'client backend' and xact_start < $1::timestamptz
) as found`

/**
 * Vacuums Tenfold's tables, so that no query, also none of an administrator, finds a deleted row, and its room is
 * given to the next rows. False when a transaction that is older than the call, and has gone on since, may have kept
 * rows from it.
 *
 * It does not promise more: bytes may stay in free room of a page until something is written there, in the
 * write-ahead log until that is recycled, and in whatever copies the operator makes (archives, replicas, backups).
 * A server that overwrites them is not to be had; disks that others might read are to be encrypted.
 */
export async function vacuum(client: Client): Promise<boolean> {
  for (let left = TRIES; left > 1; left -= 1) {
    if (await vacuumOnce(client)) return true
    await pause(BETWEEN_TRIES_MS)
  }
  return vacuumOnce(client)
}

async function vacuumOnce(client: Client): Promise<boolean> {
  const { rows: tables } = await client.query<{ name: string }>(OWN_TABLES)
  // As text: a Date would lose the microseconds, and a transaction of the same millisecond would look younger.
  const { rows: clock } = await client.query<{ now: string }>('select clock_timestamp()::text as now')
  if (tables.length > 0) await client.query(`vacuum ${tables.map(({ name }) => name).join(', ')}`)
  const { rows: older } = await client.query<{ found: boolean }>(OLDER_READER, [clock[0]?.now])
  return older[0]?.found !== true
}
