import type { FastifyInstance, FastifyReply, FastifyRequest, onResponseHookHandler } from 'fastify'
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

/** Cached per method and status of a route. */
type Recorder = {
  readonly measure: (seconds: number) => void
  readonly write: (fields: { readonly durationMs: number; readonly code?: string }) => void
}

function logWriter(log: Log, method: string, route: string, status: number): Recorder['write'] {
  const lines = log.child({ event: 'request', method, route, status })
  if (status >= 500) return (fields) => lines.warn(fields)
  if (status < 400 && QUIET_ROUTES.includes(route)) return (fields) => lines.debug(fields)
  return (fields) => lines.info(fields)
}

/** Logs and measures the responses of one route, under its pattern, never the actual path. */
export function responseObserver(
  route: string,
  log: Log,
  metrics: Metrics,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const recorders = new Map<string, Map<number, Recorder>>()
  const recorderOf = (method: string, status: number): Recorder => {
    const existing = recorders.get(method)?.get(status)
    if (existing) return existing
    const measure = metrics.responseTimer(method, route, status)
    const recorder: Recorder = { measure, write: logWriter(log, method, route, status) }
    recorders.set(method, (recorders.get(method) ?? new Map<number, Recorder>()).set(status, recorder))
    return recorder
  }
  return (request, reply) => {
    const { measure, write } = recorderOf(request.method, reply.statusCode)
    const durationMs = Math.round(reply.elapsedTime * 100) / 100
    measure(durationMs / 1000)
    if (request.refusalCode === '') return write({ durationMs })
    metrics.refusal(request.refusalCode)
    write({ durationMs, code: request.refusalCode })
  }
}

/** Logs and measures the responses of all routes registered after this call. */
export function observeRequests(app: FastifyInstance, log: Log, metrics: Metrics): void {
  app.decorateRequest('player', REQUEST_FIELDS.player)
  app.decorateRequest('person', REQUEST_FIELDS.person)
  app.decorateRequest('signInId', REQUEST_FIELDS.signInId)
  app.decorateRequest('refusalCode', REQUEST_FIELDS.refusalCode)
  // One hook per route, because looking up the route of a request costs more than everything else here.
  app.addHook('onRoute', (route) => {
    const observe = responseObserver(route.url, log, metrics)
    const observeOwn: onResponseHookHandler = (request, reply, done) => {
      observe(request, reply)
      done()
    }
    route.onResponse = [route.onResponse ?? [], observeOwn].flat()
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
