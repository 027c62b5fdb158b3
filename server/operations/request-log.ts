import type { FastifyInstance, FastifyReply, FastifyRequest, onResponseHookHandler } from 'fastify'
import { leaderboardEndpoints } from '../../contract/leaderboard-endpoints.ts'
import { REQUEST_FIELDS } from './request-fields.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'

/**
 * Asked every few seconds, by machines and by every open board; a line for each would drown the others. They are counted
 * in the metrics, and what is wrong with one is told.
 */
const QUIET_ROUTES: readonly string[] = [
  '/healthz',
  '/readyz',
  '/metrics',
  leaderboardEndpoints.players.path,
  leaderboardEndpoints.states.path,
  leaderboardEndpoints.statesOfAllLeagues.path,
]

/** Writers of lines that are remembered; there are fewer kinds of answers than this. */
const MOST_WRITERS = 1000

/** Writes one kind of line: what the kinds of answers have in common is turned into text once. */
type LineWriter = (fields: { readonly durationMs: number; readonly code?: string }) => void

function lineWriter(log: Log, method: string, route: string, status: number): LineWriter {
  const lines = log.child({ event: 'request', method, route, status })
  if (status >= 500) return (fields) => lines.warn(fields)
  if (status < 400 && QUIET_ROUTES.includes(route)) return (fields) => lines.debug(fields)
  return (fields) => lines.info(fields)
}

/** Logs and measures an answer that has been sent, by the pattern of its route and never by its path. */
export function requestObserver(
  log: Log,
  metrics: Metrics,
): (route: string, request: FastifyRequest, reply: FastifyReply) => void {
  const writers = new Map<string, LineWriter>()
  const writerOf = (method: string, route: string, status: number): LineWriter => {
    const kind = `${method} ${status} ${route}`
    const known = writers.get(kind)
    if (known) return known
    if (writers.size >= MOST_WRITERS) writers.clear()
    const made = lineWriter(log, method, route, status)
    writers.set(kind, made)
    return made
  }
  return (route, request, reply) => {
    const status = reply.statusCode
    const durationMs = Math.round(reply.elapsedTime * 100) / 100
    metrics.request(request.method, route, status, durationMs / 1000)
    const write = writerOf(request.method, route, status)
    if (request.refusalCode === '') return write({ durationMs })
    metrics.refusal(request.refusalCode)
    write({ durationMs, code: request.refusalCode })
  }
}

/** Logs and measures every answer of a route that is bound after this. */
export function observeRequests(app: FastifyInstance, log: Log, metrics: Metrics): void {
  app.decorateRequest('player', REQUEST_FIELDS.player)
  app.decorateRequest('addressKey', REQUEST_FIELDS.addressKey)
  app.decorateRequest('refusalCode', REQUEST_FIELDS.refusalCode)
  const observe = requestObserver(log, metrics)
  // A hook of each route's own: asking a request for its route costs more than all else here.
  app.addHook('onRoute', (route) => {
    const observeOwn: onResponseHookHandler = (request, reply, done) => {
      observe(route.url, request, reply)
      done()
    }
    route.onResponse = [route.onResponse ?? [], observeOwn].flat()
  })
}
