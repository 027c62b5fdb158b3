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

/**
 * A structured log, one JSON line an event. A line never holds a session token, a visitor's address or a raw
 * path: events carry named fields only, and a request is named by its route's pattern.
 */
export function createLog(level: LogLevel, destination: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      // Whoever logs a request or an answer by accident logs nothing of it.
      serializers: { err: errorFields, req: () => undefined, res: () => undefined },
    },
    destination,
  )
}

/** Where log lines go, and a way to wait until they are there. */
export type LogDestination = DestinationStream & { flushed(): Promise<void> }

/** Standard output, written without making a request wait for it. */
export function standardOutput(): LogDestination {
  const destination = pino.destination({ dest: 1, sync: false })
  return {
    write: (line) => destination.write(line),
    flushed: () => new Promise((resolve) => destination.flush(() => resolve())),
  }
}
