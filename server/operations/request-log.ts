import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { REQUEST_FIELDS } from './request-fields.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'

/** Asked every few seconds by machines; a line for each would drown the others. */
const QUIET_ROUTES: readonly string[] = ['/healthz', '/readyz', '/metrics']

/** Logs and measures an answer that has been sent, by the pattern of its route and never by its path. */
export function requestObserver(
  log: Log,
  metrics: Metrics,
): (request: FastifyRequest, reply: FastifyReply) => void {
  return (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    const status = reply.statusCode
    const durationMs = Math.round(reply.elapsedTime * 100) / 100
    metrics.request(request.method, route, status, durationMs / 1000)
    const refused = request.refusalCode === '' ? {} : { code: request.refusalCode }
    if (request.refusalCode !== '') metrics.refusal(request.refusalCode)
    const line = { event: 'request', method: request.method, route, status, durationMs, ...refused }
    if (status >= 500) log.warn(line)
    else if (QUIET_ROUTES.includes(route)) log.debug(line)
    else log.info(line)
  }
}

/** Logs and measures every answer that a route or a hook gives. */
export function observeRequests(app: FastifyInstance, log: Log, metrics: Metrics): void {
  app.decorateRequest('player', REQUEST_FIELDS.player)
  app.decorateRequest('refusalCode', REQUEST_FIELDS.refusalCode)
  const observe = requestObserver(log, metrics)
  app.addHook('onResponse', (request, reply, done) => {
    observe(request, reply)
    done()
  })
}
