import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Drain } from '../ops/drain.ts'
import { errorHandler, Refusal } from './errors.ts'
import type { Log } from '../ops/log.ts'
import type { Metrics } from '../ops/metrics.ts'
import { observeResponse } from './request-log.ts'
import { setApiHeaders } from './security-headers.ts'

type UnroutedNeeds = { readonly log: Log; readonly metrics: Metrics; readonly drain: Drain }

/**
 * Answers a request whose URL the router cannot parse. No hooks run for it, so security headers, draining, log and metrics are
 * handled here.
 */
export function unroutableHandler({ log, metrics, drain }: UnroutedNeeds) {
  const handle = errorHandler(log)
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    request.refusalCode = ''
    setApiHeaders(request, reply)
    reply.raw.once('finish', () => observeResponse(log, metrics, request, reply))
    if (drain.draining) reply.header('connection', 'close')
    handle(drain.refusal() ?? error, request, reply)
  }
}

/** Answers requests without a route with a 404, before the body is read. */
export function refuseUnrouted(app: FastifyInstance, drain: Drain): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done()
    setApiHeaders(request, reply)
    done(drain.refusal() ?? new Refusal(404, 'not_found', `Nothing here takes ${request.method}.`))
  })
}
