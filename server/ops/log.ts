import pino, { type DestinationStream, type Logger } from 'pino'
import type { LogLevel } from '../config.ts'

export type Log = Logger

/**
 * The logged fields of an error: type, message and stack. Other properties are dropped, because errors of libraries may carry
 * requests, addresses and query values.
 */
function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const cause = error.cause === undefined ? {} : { cause: errorFields(error.cause) }
  return { type: error.name, message: error.message, stack: error.stack, ...cause }
}

/** The time field, cached for lines of the same millisecond. */
function cachedTimeField(): () => string {
  let [atMs, field] = [Number.NaN, '']
  return () => {
    const nowMs = Date.now()
    if (nowMs !== atMs) {
      atMs = nowMs
      field = `,"time":"${new Date(nowMs).toISOString()}"`
    }
    return field
  }
}

/**
 * A structured log, one JSON line per event. Lines never contain session tokens, visitors' addresses or raw paths: events have named
 * fields only, and requests are identified by route pattern.
 */
export function createLog(level: LogLevel, destination: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: cachedTimeField(),
      formatters: { level: (label) => ({ level: label }) },
      // A request or response logged by accident is dropped.
      serializers: { err: errorFields, req: () => undefined, res: () => undefined },
    },
    destination,
  )
}

type LogDestination = DestinationStream & { flushed(): Promise<void> }

/** Lines are written in batches, because a write per line would cost more than formatting it. */
const BATCH_BYTES = 8 * 1024
/** The longest time a line waits for its batch. */
const BATCH_WITHIN_MS = 20

/** Buffered, asynchronous standard output. */
export function standardOutput(): LogDestination {
  const destination = pino.destination({ dest: 1, sync: false, minLength: BATCH_BYTES })
  let isFlushing = false
  const flush = (): void => {
    isFlushing = false
    destination.flush()
  }
  return {
    write: (line) => {
      destination.write(line)
      if (isFlushing) return
      isFlushing = true
      setTimeout(flush, BATCH_WITHIN_MS).unref()
    },
    flushed: () => new Promise((resolve) => destination.flush(() => resolve())),
  }
}
