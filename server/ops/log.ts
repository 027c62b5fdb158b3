import pino, { type DestinationStream, type Logger } from 'pino'
import type { LogLevel } from '../config.ts'

export type Log = Logger

/**
 * What a log line says of an error: its kind, its sentence and where it was thrown. Nothing else of it is
 * written, because requests, addresses and query values hang on errors of libraries.
 */
function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const cause = error.cause === undefined ? {} : { cause: errorFields(error.cause) }
  return { type: error.name, message: error.message, stack: error.stack, ...cause }
}

/** The field of the time of a line, made once for all lines of the same millisecond. */
function timeField(): () => string {
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
 * A structured log, one JSON line an event. A line never holds a session token, a visitor's address or a raw
 * path: events carry named fields only, and a request is named by its route's pattern.
 */
export function createLog(level: LogLevel, destination: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: timeField(),
      formatters: { level: (label) => ({ level: label }) },
      // Whoever logs a request or an answer by accident logs nothing of it.
      serializers: { err: errorFields, req: () => undefined, res: () => undefined },
    },
    destination,
  )
}

/** Where log lines go, and a way to wait until they are there. */
type LogDestination = DestinationStream & { flushed(): Promise<void> }

/** A busy server writes its lines in portions: a write for each would cost more than making them. */
const PORTION_BYTES = 8 * 1024
/** No line waits longer for its portion to become full. */
const PORTION_WITHIN_MS = 20

/** Standard output, written without making a request wait for it. */
export function standardOutput(): LogDestination {
  const destination = pino.destination({ dest: 1, sync: false, minLength: PORTION_BYTES })
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
      setTimeout(flush, PORTION_WITHIN_MS).unref()
    },
    flushed: () => new Promise((resolve) => destination.flush(() => resolve())),
  }
}
