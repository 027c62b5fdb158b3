import type { FastifyBaseLogger } from 'fastify'
import type { Log } from './log.ts'

function silent(): void {}

/**
 * Lets Fastify log only errors. Its own messages and fields are dropped, because they may contain raw paths and requests;
 * request-log.ts logs the rest.
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
