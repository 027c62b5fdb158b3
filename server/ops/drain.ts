import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../http/errors.ts'

/** Whether the server is stopping. New requests are then refused, and those in flight are finished. */
export class Drain {
  #draining = false

  get draining(): boolean {
    return this.#draining
  }

  begin(): void {
    this.#draining = true
  }

  /** The refusal for new requests while draining, else null. */
  refusal(): Refusal | null {
    if (!this.#draining) return null
    return new Refusal(503, 'draining', 'The server is stopping. Please try again in a moment.', 5)
  }
}

/** While draining, every response closes its connection, because open ones would delay the shutdown. */
export function closeConnectionsWhenDraining(app: FastifyInstance, drain: Drain): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (drain.draining) reply.header('connection', 'close')
    done(null, payload)
  })
}

/** How long requests in flight may take; the whole shutdown stays below 10 s. */
const FINISH_WITHIN_MS = 7_000

/** Requests in transit on keep-alive connections have arrived by then, and their responses close the connections. */
const IN_TRANSIT_MS = 300

/** Closing a keep-alive connection with a request in transit would reset it, and the client could not know whether it was processed. */
async function waitForRequestsInTransit(server: Server): Promise<void> {
  const connections = promisify(server.getConnections.bind(server))
  if ((await connections()) > 0) await pause(IN_TRANSIT_MS)
}

/**
 * Refuses new requests, stops accepting connections, waits up to `finishWithinMs` for requests in flight, closes the rest, and
 * runs `flush`.
 */
export async function drainAndClose(
  app: FastifyInstance,
  drain: Drain,
  flush: () => Promise<void>,
  finishWithinMs: number = FINISH_WITHIN_MS,
): Promise<void> {
  drain.begin()
  await waitForRequestsInTransit(app.server)
  const timeout = setTimeout(() => app.server.closeAllConnections(), finishWithinMs)
  await app.close()
  clearTimeout(timeout)
  await flush()
}
