import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite'

export type SqliteFile = DatabaseSyncInstance
export type SqliteStatement = StatementSyncInstance

type Engine = { readonly DatabaseSync: new (path: string) => SqliteFile }

/** The SQLite that Node carries where it has one, else the package with the same interface. */
async function loadEngine(): Promise<Engine> {
  const builtIn: unknown = process.getBuiltinModule?.('node:sqlite')
  // The two have one interface, which the package's types describe.
  return builtIn ? (builtIn as Engine) : await import('@photostructure/sqlite')
}

const engine = await loadEngine()

/** Opens the file, making it when it is missing. */
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
const MISTAKES: readonly number[] = [GENERAL_ERROR, CONSTRAINT, MISMATCH, MISUSE, RANGE]

/** Failures of the moment: the open connection works again when they are over. */
const PASSING: readonly number[] = [BUSY, LOCKED, FULL]

/**
 * What the engine says of each kind that is no mistake of ours (sqlite3_errstr). The package leaves the number out where a
 * query of several rows fails.
 */
const KINDS_BY_SENTENCE: Readonly<Record<string, number>> = {
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

/** The kind of an engine's error, or null for any other. */
function kindOf(error: unknown): number | null {
  const { code, errcode, message } = error as { code?: unknown; errcode?: unknown; message?: unknown }
  if (code !== 'ERR_SQLITE_ERROR') return null
  // The lower eight bits are the kind, the others its detail (sqlite.org/rescode.html).
  return typeof errcode === 'number' ? errcode & 0xff : (KINDS_BY_SENTENCE[String(message)] ?? GENERAL_ERROR)
}

/**
 * Whether an error means that the file cannot be used now (full, locked, gone, read-only, damaged), and not
 * that a query was wrong.
 */
export function isAway(error: unknown): boolean {
  if ((error as { code?: unknown }).code === 'ERR_INVALID_STATE') return true
  const kind = kindOf(error)
  return kind !== null && !MISTAKES.includes(kind)
}

/** Whether the connection that gave this error may be used again. */
export function isPassing(error: unknown): boolean {
  const kind = kindOf(error)
  return kind !== null && PASSING.includes(kind)
}

/** Whether an error says that what stands in the file is not what the engine wrote there. */
export function isDamage(error: unknown): boolean {
  const kind = kindOf(error)
  return kind === CORRUPT || kind === NO_DATABASE
}
