import { withoutSecrets } from '../../config-fields.ts'

/** The database that DATABASE_URL names cannot be used from the start; the message says why, without a password. */
export class DatabaseUrlError extends Error {
  constructor(url: string, cause: unknown) {
    super(`DATABASE_URL, ${withoutSecrets(url)}, cannot be used: ${reasonOf(cause)}.`, { cause })
    this.name = 'DatabaseUrlError'
  }
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  // A name with several addresses fails once for each, and the error of them all has no sentence of its own.
  if (cause instanceof AggregateError && cause.message === '') return reasonOf(cause.errors[0])
  return cause.message.replace(/\.$/, '')
}

/** The SQLSTATE of an error that PostgreSQL answered with, or null for any other. */
function sqlState(error: unknown): string | null {
  const { code, severity } = error as { code?: unknown; severity?: unknown }
  return typeof code === 'string' && severity !== undefined ? code : null
}

// postgresql.org/docs/current/errcodes-appendix.html
const AWAY_CLASSES: readonly string[] = [
  '08', // connection
  '28', // the password no longer holds
  '53', // no room, memory or connection left
  '57', // shut down, starting up, a statement cancelled because it took too long
  '58', // the disk or the system failed
  'XX', // damaged
]
const READ_ONLY = '25006'
const IDLE_TOO_LONG = '25P03'
const NO_SUCH_DATABASE = '3D000'
const LOCK_NOT_AVAILABLE = '55P03'
const AWAY_STATES: readonly string[] = [READ_ONLY, IDLE_TOO_LONG, NO_SUCH_DATABASE, LOCK_NOT_AVAILABLE]

/**
 * Whether an error of a connection means that the database cannot be used now, and not that a statement was wrong.
 * What has no SQLSTATE never reached PostgreSQL or got no answer.
 */
export function isAway(error: unknown): boolean {
  const state = sqlState(error)
  return state === null || AWAY_CLASSES.includes(state.slice(0, 2)) || AWAY_STATES.includes(state)
}

const SERIALIZATION = '40001'
const DEADLOCK = '40P01'
const TAKEN = '23505'
const REFERENCED = '23503'
const CLASHES: readonly string[] = [SERIALIZATION, DEADLOCK, TAKEN, REFERENCED]

/** Whether another writer may be the reason: with what that one stored, the same job can find another way. */
export function isClash(error: unknown): boolean {
  return CLASHES.includes(sqlState(error) ?? '')
}

/** Whether PostgreSQL chose this transaction to give way to another one; it says nothing about the job. */
export function gaveWay(error: unknown): boolean {
  const state = sqlState(error)
  return state === SERIALIZATION || state === DEADLOCK
}

const PLAN_CHANGED = '0A000'
const NOT_PREPARED = '26000'

/** Whether what this connection has prepared no longer fits: a newer version has changed the tables meanwhile. */
export function isStale(error: unknown): boolean {
  const state = sqlState(error)
  return state === PLAN_CHANGED || state === NOT_PREPARED
}

/** Whether a statement was given up because another transaction held its rows for too long. */
export function isHeld(error: unknown): boolean {
  return sqlState(error) === LOCK_NOT_AVAILABLE
}

const IN_FAILED_TRANSACTION = '25P02'

/** Whether a statement was only refused because one before it in the same transaction had failed. */
export function isEcho(error: unknown): boolean {
  return sqlState(error) === IN_FAILED_TRANSACTION
}
