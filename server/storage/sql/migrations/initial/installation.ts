import type { ColumnTypes } from '../migration.ts'

/** About the installation: outages, the last heartbeat, and the row that a readiness check writes. */
export const installationTables = ({ rowId, integer }: ColumnTypes): string[] => [
  `create table outage (
    id ${rowId}, from_ms ${integer} not null, until_ms ${integer} not null
  )`,
  `create table heartbeat (
    id integer primary key, at_ms ${integer} not null
  )`,
  `create table storage_probe (
    id integer primary key, at_ms ${integer} not null
  )`,
]
