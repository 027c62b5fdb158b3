import type { FastifyBaseLogger } from 'fastify'
import type { Log } from './log.ts'

function silent(): void {}

/**
 * What Fastify may log by itself: that something went wrong, and the error. Its own sentences and fields are
 * left out, for they can hold raw paths and requests; our lines say the rest (request-log.ts).
 */
export function frameworkLog(log: Log): FastifyBaseLogger {
  const report = (fields: unknown): void => {
    const error: unknown = fields instanceof Error ? fields : (fields as { err?: unknown } | null)?.err
    if (error !== undefined) log.error({ event: 'framework', err: error })
  }
  const logger: FastifyBaseLogger = {
    level: log.level,
    silent,
    trace: silent,
    debug: silent,
    info: silent,
    warn: report,
    error: report,
    fatal: report,
    child: () => logger,
  }
  return logger
}
