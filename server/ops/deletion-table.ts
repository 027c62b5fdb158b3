import type { Client } from 'pg'
import { DELETION_KINDS, type DeletionLog, type DeletionLogContent } from './deletion-log.ts'
import { clientConfig, withClient } from '../storage/postgres/session.ts'

const STATEMENT_MS = 10_000
const DAY_MS = 24 * 3_600_000
/** Several servers may create it at once. */
const LOCK = `select pg_advisory_xact_lock(hashtext('outside_backups'))`
const MAKE = `create schema if not exists outside_backups;
  create table if not exists outside_backups.deletion
    (kind text not null, id text not null, at_ms bigint not null, primary key (kind, id))`
const IS_THERE = `select to_regclass('outside_backups.deletion') is not null as there`
const NOTE = `insert into outside_backups.deletion (kind, id, at_ms) values ($1, $2, $3)
  on conflict (kind, id) do update set at_ms = excluded.at_ms`
const SINCE = 'since'
/** A deletion may be in a log twice. */
const ADD = `insert into outside_backups.deletion (kind, id, at_ms)
  select kind, id, max(at_ms) from unnest($1::text[], $2::text[], $3::bigint[]) as sent (kind, id, at_ms) group by kind, id
  on conflict (kind, id) do update set at_ms = greatest(deletion.at_ms, excluded.at_ms)`
const BEGAN = `insert into outside_backups.deletion (kind, id, at_ms) values ($1, '', $2)
  on conflict (kind, id) do update set at_ms = least(deletion.at_ms, excluded.at_ms)`

type Row = { readonly kind: string; readonly id: string; readonly at_ms: number }

async function began(client: Client, nowMs: number, firstMs: number): Promise<void> {
  const { rows } = await client.query<Row>('select * from outside_backups.deletion where kind = $1', [SINCE])
  const since = rows[0]
  if (since && since.at_ms >= firstMs) return
  await client.query(NOTE, [SINCE, '', since ? firstMs : nowMs])
  await client.query('delete from outside_backups.deletion where at_ms < $1', [firstMs])
}

async function addAll(client: Client, { sinceMs, deletions }: DeletionLogContent): Promise<void> {
  await client.query(BEGAN, [SINCE, sinceMs])
  await client.query(ADD, [
    deletions.map(({ kind }) => kind),
    deletions.map(({ id }) => id),
    deletions.map(({ atMs }) => atMs),
  ])
}

/** A log that can take over what another one holds. */
type DeletionTable = DeletionLog & { add(kept: DeletionLogContent): Promise<void> }

/** The log for PostgreSQL, in a table with its own schema, which backups exclude, so that a restore does not overwrite it. */
export function deletionTable(url: string): DeletionTable {
  const connected = <T>(work: (client: Client) => Promise<T>): Promise<T> =>
    withClient(clientConfig(url, STATEMENT_MS), work)
  const writing = (work: (client: Client) => Promise<unknown>): Promise<void> =>
    connected(async (client) => {
      await client.query('begin')
      await client.query(LOCK)
      await client.query(MAKE)
      await work(client)
      await client.query('commit')
    })
  return {
    begin: (nowMs, backupDays) => writing((client) => began(client, nowMs, nowMs - backupDays * DAY_MS)),
    append: ({ kind, id }, nowMs) => writing((client) => client.query(NOTE, [kind, id, nowMs])),
    add: (kept) => writing((client) => addAll(client, kept)),
    read: () =>
      connected(async (client) => {
        const { rows: known } = await client.query<{ there: boolean }>(IS_THERE)
        if (known[0]?.there !== true) return null
        const { rows } = await client.query<Row>('select * from outside_backups.deletion')
        const deletions = rows.flatMap(({ kind: text, id, at_ms: atMs }) => {
          const kind = DELETION_KINDS.find((each) => each === text)
          return kind === undefined ? [] : [{ kind, id, atMs }]
        })
        return { sinceMs: Math.min(...rows.map(({ at_ms }) => at_ms)), deletions }
      }),
  }
}
