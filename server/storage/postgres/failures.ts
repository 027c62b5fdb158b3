import { withoutSecrets } from '../../config-fields.ts'

/** The database in DATABASE_URL cannot be used at startup. The message says why and contains no password. */
export class DatabaseUrlError extends Error {
  constructor(url: string, cause: unknown) {
    super(`DATABASE_URL, ${withoutSecrets(url)}, cannot be used: ${reasonOf(cause)}.`, { cause })
    this.name = 'DatabaseUrlError'
  }
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  // A host name with several addresses fails once per address; the aggregate error has no message.
  if (cause instanceof AggregateError && cause.message === '') return reasonOf(cause.errors[0])
  return cause.message.replace(/\.$/, '')
}

/** The SQLSTATE of an error from PostgreSQL, or null for any other error. */
function sqlState(error: unknown): string | null {
  const { code, severity } = error as { code?: unknown; severity?: unknown }
  return typeof code === 'string' && severity !== undefined ? code : null
}

// postgresql.org/docs/current/errcodes-appendix.html
const AWAY_CLASSES: readonly string[] = [
  '08', // connection
  '28', // authorization: the password was changed
  '53', // out of disk space, memory or connections
  '57', // shutting down, starting up, or a statement timed out
  '58', // system error, such as a failing disk
  'XX', // internal error, such as data corruption
]
const READ_ONLY = '25006'
const IDLE_TOO_LONG = '25P03'
const NO_SUCH_DATABASE = '3D000'
const LOCK_NOT_AVAILABLE = '55P03'
const AWAY_STATES: readonly string[] = [READ_ONLY, IDLE_TOO_LONG, NO_SUCH_DATABASE, LOCK_NOT_AVAILABLE]

/**
 * Whether the database is unavailable, as opposed to a statement being wrong. Without a SQLSTATE, the statement never reached
 * PostgreSQL or its response never arrived.
 */
export function isUnreachable(error: unknown): boolean {
  const state = sqlState(error)
  return state === null || AWAY_CLASSES.includes(state.slice(0, 2)) || AWAY_STATES.includes(state)
}

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'
const UNIQUE_VIOLATION = '23505'
const FOREIGN_KEY_VIOLATION = '23503'
const CONFLICTS: readonly string[] = [
  SERIALIZATION_FAILURE,
  DEADLOCK_DETECTED,
  UNIQUE_VIOLATION,
  FOREIGN_KEY_VIOLATION,
]

/** Whether a concurrent writer may be the cause, so that a retry can succeed. */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.includes(sqlState(error) ?? '')
}

/** Whether PostgreSQL aborted this transaction in favor of another: nothing is wrong with the job itself. */
export function isTransientConflict(error: unknown): boolean {
  const state = sqlState(error)
  return state === SERIALIZATION_FAILURE || state === DEADLOCK_DETECTED
}

const PLAN_CHANGED = '0A000'
const NOT_PREPARED = '26000'

/** Whether the connection's prepared statements are stale because a newer version has migrated the tables. */
export function hasStalePlan(error: unknown): boolean {
  const state = sqlState(error)
  return state === PLAN_CHANGED || state === NOT_PREPARED
}

/** Whether a statement gave up waiting for another transaction's lock. */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === LOCK_NOT_AVAILABLE
}

const IN_FAILED_TRANSACTION = '25P02'

/** Whether a statement was rejected only because an earlier one in its transaction failed. */
export function isInFailedTransaction(error: unknown): boolean {
  return sqlState(error) === IN_FAILED_TRANSACTION
}
