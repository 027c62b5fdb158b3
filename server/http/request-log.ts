import type { FastifyInstance, FastifyReply, FastifyRequest, onResponseHookHandler } from 'fastify'
import { leaderboardRoutes } from '../../contract/leaderboard.ts'
import type { Log } from '../ops/log.ts'
import type { Metrics } from '../ops/metrics.ts'
import type { Person } from '../account/roles.ts'
import type { ErrorCode } from '../../contract/error-codes.ts'

/**
 * Asked every few seconds, by machines and by every open board; a line for each would drown the others. They are counted
 * in the metrics, and what is wrong with one is told.
 */
const QUIET_ROUTES: readonly string[] = [
  '/healthz',
  '/readyz',
  '/metrics',
  leaderboardRoutes.players.path,
  leaderboardRoutes.states.path,
  leaderboardRoutes.statesOfAllLeagues.path,
]

/** What answers of one method and status of a route have in common, made once. */
type Kind = {
  readonly measure: (seconds: number) => void
  readonly write: (fields: { readonly durationMs: number; readonly code?: string }) => void
}

function lineWriter(log: Log, method: string, route: string, status: number): Kind['write'] {
  const lines = log.child({ event: 'request', method, route, status })
  if (status >= 500) return (fields) => lines.warn(fields)
  if (status < 400 && QUIET_ROUTES.includes(route)) return (fields) => lines.debug(fields)
  return (fields) => lines.info(fields)
}

/** Logs and measures the answers of one route, by its pattern and never by their paths. */
export function answerObserver(
  route: string,
  log: Log,
  metrics: Metrics,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const kinds = new Map<string, Map<number, Kind>>()
  const kindOf = (method: string, status: number): Kind => {
    const known = kinds.get(method)?.get(status)
    if (known) return known
    const measure = metrics.answers(method, route, status)
    const kind: Kind = { measure, write: lineWriter(log, method, route, status) }
    kinds.set(method, (kinds.get(method) ?? new Map<number, Kind>()).set(status, kind))
    return kind
  }
  return (request, reply) => {
    const { measure, write } = kindOf(request.method, reply.statusCode)
    const durationMs = Math.round(reply.elapsedTime * 100) / 100
    measure(durationMs / 1000)
    if (request.refusalCode === '') return write({ durationMs })
    metrics.refusal(request.refusalCode)
    write({ durationMs, code: request.refusalCode })
  }
}

/** Logs and measures every answer of a route that is bound after this. */
export function observeRequests(app: FastifyInstance, log: Log, metrics: Metrics): void {
  app.decorateRequest('player', REQUEST_FIELDS.player)
  app.decorateRequest('person', REQUEST_FIELDS.person)
  app.decorateRequest('refusalCode', REQUEST_FIELDS.refusalCode)
  // A hook of each route's own: asking a request for its route costs more than all else here.
  app.addHook('onRoute', (route) => {
    const observe = answerObserver(route.url, log, metrics)
    const observeOwn: onResponseHookHandler = (request, reply, done) => {
      observe(request, reply)
      done()
    }
    route.onResponse = [route.onResponse ?? [], observeOwn].flat()
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether PUBLIC_URL says that people come by TLS. */
    isPublicOverTls: boolean
  }
  interface FastifyRequest {
    /** The stored form of the caller's token, once it is known. */
    player: string
    /** Who is signed in, once a call has asked for that. */
    person: Person | null
    /** The id of that being signed in, which is as good as the device; empty for nobody. */
    signInId: string
    /** Why the call was refused, for the log and the metrics; empty when it was not. */
    refusalCode: ErrorCode | ''
  }
}

/** The values these fields start with. */
const REQUEST_FIELDS = { player: '', person: null, signInId: '', refusalCode: '' } as const
