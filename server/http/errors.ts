import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '../../contract/error-codes.ts'
import type { Problem } from '../../contract/problem.ts'
import type { Log } from '../ops/log.ts'

/** An expected error, answered with a 4xx or 503; its message is for the caller. */
export class Refusal extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, code: ErrorCode, message: string, retryAfterSeconds?: number) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The database is unreachable. The operation may be retried. */
export class StorageUnavailable extends Refusal {
  constructor(options?: { cause: unknown }) {
    super(503, 'storage_away', 'We can’t save or load data right now. Please try again soon.', 5)
    this.name = 'StorageUnavailable'
    if (options) this.cause = options.cause
  }
}

/** A lock was not released in time; the database itself works. */
export class LockTimeout extends StorageUnavailable {
  constructor(options: { cause: unknown }) {
    super(options)
    this.name = 'StorageHeld'
  }
}

const KNOWN: Readonly<Record<string, readonly [number, ErrorCode, string]>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'bad_json', 'The body must be valid JSON, without prototype keys.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'bad_json', 'The body must be JSON; it was empty.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    400,
    'bad_request',
    'The body must be as long as Content-Length says.',
  ],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'body_too_large', 'The body is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    415,
    'unsupported_media_type',
    'The body must be sent as application/json.',
  ],
  FST_ERR_BAD_URL: [400, 'bad_request', 'The path must be valid percent-encoded UTF-8.'],
}

/** Converts anything thrown to a Refusal, without internal details. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const { code, statusCode } = error as Partial<FastifyError>
  const known = KNOWN[code ?? '']
  if (known) return new Refusal(...known)
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Refusal(statusCode, 'bad_request', 'The request cannot be read.')
  }
  return new Refusal(500, 'internal', 'Something went wrong on our side. Please try again.')
}

/** Sends `{message, code}` with the refusal's status. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const body: Problem = { message: refusal.message, code: refusal.code }
  reply.request.refusalCode = refusal.code
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds)
  return reply.code(refusal.status).type('application/json; charset=utf-8').send(body)
}

/** The app's error handler: sends `{message, code}` and logs unexpected errors. */
export function errorHandler(
  log: Log,
): (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  return (error, request, reply) => {
    const refusal = refusalOf(error)
    const route = request.routeOptions.url ?? 'unknown'
    if (refusal.code === 'internal') log.error({ event: 'failure', route, err: error }, 'failure')
    return sendRefusal(reply, refusal)
  }
}
