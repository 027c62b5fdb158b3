import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../http/errors.ts'

/** Whether the server is stopping. Calls that arrive meanwhile are refused, those under way are finished. */
export class Drain {
  #draining = false

  get draining(): boolean {
    return this.#draining
  }

  /** From now on new calls are refused. */
  begin(): void {
    this.#draining = true
  }

  /** What a new call is told while draining; null while calls are taken. */
  refusal(): Refusal | null {
    if (!this.#draining) return null
    return new Refusal(503, 'draining', 'The server is stopping. Please try again in a moment.', 5)
  }
}

/** While draining every answer ends its connection: one that stayed open would keep the process waiting. */
export function endConnections(app: FastifyInstance, drain: Drain): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (drain.draining) reply.header('connection', 'close')
    done(null, payload)
  })
}

/** How long calls that are under way may take to finish; with what follows it stays below 10 s. */
const FINISH_WITHIN_MS = 7_000

/** A call that was on its way to a kept connection has come by then, and its answer ends the connection. */
const LAST_CALLS_MS = 300

/** Closing a kept connection with a call on its way would reset it, and its caller could not know whether the call was done. */
async function lastCalls(server: Server): Promise<void> {
  const connections = promisify(server.getConnections.bind(server))
  if ((await connections()) > 0) await pause(LAST_CALLS_MS)
}

/**
 * Refuses what comes from now on, stops accepting, waits for what is under way, cuts what is not done after `finishWithinMs`, then runs
 * `flush`. Resolves when all of that is done.
 */
export async function drainAndClose(
  app: FastifyInstance,
  drain: Drain,
  flush: () => Promise<void>,
  finishWithinMs: number = FINISH_WITHIN_MS,
): Promise<void> {
  drain.begin()
  await lastCalls(app.server)
  const cut = setTimeout(() => app.server.closeAllConnections(), finishWithinMs)
  await app.close()
  clearTimeout(cut)
  await flush()
}
