import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { leaderboardRoutes } from '../../contract/leaderboard.ts'
import type { Log } from '../ops/log.ts'
import type { Metrics } from '../ops/metrics.ts'
import type { Person } from '../account/roles.ts'
import type { ErrorCode } from '../../contract/error-codes.ts'

/**
 * Polled every few seconds by monitoring and by open boards. Successful requests are only logged at debug level and counted in the
 * metrics; errors are logged as usual.
 */
const QUIET_ROUTES: readonly string[] = [
  '/healthz',
  '/readyz',
  '/metrics',
  leaderboardRoutes.players.path,
  leaderboardRoutes.states.path,
  leaderboardRoutes.statesOfAllLeagues.path,
]

/** The route in log and metrics of a request that has none. */
const NO_ROUTE = 'unknown'

/** Logs and measures a response under the pattern of its route, never the actual path. */
export function observeResponse(
  log: Log,
  metrics: Metrics,
  request: FastifyRequest,
  { statusCode: status, elapsedTime }: FastifyReply,
): void {
  const { method, refusalCode } = request
  const route = request.routeOptions.url ?? NO_ROUTE
  const durationMs = Math.round(elapsedTime * 100) / 100
  metrics.response({ method, route, status }, durationMs / 1000)
  if (refusalCode !== '') metrics.refusal(refusalCode)
  const fields = {
    event: 'request',
    method,
    route,
    status,
    durationMs,
    ...(refusalCode && { code: refusalCode }),
  }
  if (status >= 500) log.warn(fields)
  else if (status < 400 && QUIET_ROUTES.includes(route)) log.debug(fields)
  else log.info(fields)
}

/** Logs and measures every response. */
export function observeRequests(app: FastifyInstance, log: Log, metrics: Metrics): void {
  app.decorateRequest('player', REQUEST_FIELDS.player)
  app.decorateRequest('person', REQUEST_FIELDS.person)
  app.decorateRequest('signInId', REQUEST_FIELDS.signInId)
  app.decorateRequest('refusalCode', REQUEST_FIELDS.refusalCode)
  app.addHook('onResponse', (request, reply, done) => {
    observeResponse(log, metrics, request, reply)
    done()
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether PUBLIC_URL is https. */
    isPublicOverTls: boolean
  }
  interface FastifyRequest {
    /** The key of the caller for rate limits, once known. */
    player: string
    /** The signed-in person, once checked. */
    person: Person | null
    /** The id of the sign-in session, which stands for the device; '' if nobody is signed in. */
    signInId: string
    /** The error code of the response, for log and metrics; '' for none. */
    refusalCode: ErrorCode | ''
  }
}

/** Initial values. */
const REQUEST_FIELDS = { player: '', person: null, signInId: '', refusalCode: '' } as const
