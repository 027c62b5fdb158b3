import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite'

export type SqliteFile = DatabaseSyncInstance
export type SqliteStatement = StatementSyncInstance

type Engine = { readonly DatabaseSync: new (path: string) => SqliteFile }

/** Node's built-in SQLite if there is one, otherwise a package with the same interface. */
async function loadEngine(): Promise<Engine> {
  const builtIn: unknown = process.getBuiltinModule?.('node:sqlite')
  return builtIn ? (builtIn as Engine) : await import('@photostructure/sqlite')
}

const engine = await loadEngine()

/** Opens the file; creates it if it is missing. */
export function openFile(path: string): SqliteFile {
  return new engine.DatabaseSync(path)
}

const GENERAL_ERROR = 1
const BUSY = 5
const LOCKED = 6
const CORRUPT = 11
const FULL = 13
const CONSTRAINT = 19
const MISMATCH = 20
const MISUSE = 21
const RANGE = 25
const NO_DATABASE = 26
/** Errors caused by a statement, not by the state of the file. */
const QUERY_ERRORS: readonly number[] = [GENERAL_ERROR, CONSTRAINT, MISMATCH, MISUSE, RANGE]

/** The connection remains usable after these. */
const TRANSIENT: readonly number[] = [BUSY, LOCKED, FULL]

/** Result codes by message (sqlite3_errstr), for when the package omits the number: a query of several rows that fails. */
const CODES_BY_MESSAGE: Readonly<Record<string, number>> = {
  'database is locked': BUSY,
  'database table is locked': LOCKED,
  'out of memory': 7,
  'attempt to write a readonly database': 8,
  'disk I/O error': 10,
  'database disk image is malformed': CORRUPT,
  'database or disk is full': FULL,
  'unable to open database file': 14,
  'locking protocol': 15,
  'file is not a database': NO_DATABASE,
}

/** SQLite's primary result code, or null for other errors. */
function codeOf(error: unknown): number | null {
  const { code, errcode, message } = error as { code?: unknown; errcode?: unknown; message?: unknown }
  if (code !== 'ERR_SQLITE_ERROR') return null
  // The lower eight bits are the primary code, the rest extends it (sqlite.org/rescode.html).
  return typeof errcode === 'number' ? errcode & 0xff : (CODES_BY_MESSAGE[String(message)] ?? GENERAL_ERROR)
}

/** Whether the file is unavailable (full, locked, missing, read-only, corrupt), as opposed to a query being wrong. */
export function isUnreachable(error: unknown): boolean {
  if ((error as { code?: unknown }).code === 'ERR_INVALID_STATE') return true
  const result = codeOf(error)
  return result !== null && !QUERY_ERRORS.includes(result)
}

/** Whether the connection remains usable after this error. */
export function isTransient(error: unknown): boolean {
  const result = codeOf(error)
  return result !== null && TRANSIENT.includes(result)
}

/** Whether the file is corrupt. */
export function isDamage(error: unknown): boolean {
  const result = codeOf(error)
  return result === CORRUPT || result === NO_DATABASE
}
