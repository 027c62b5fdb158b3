import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Drain } from './drain.ts'
import { Refusal, StorageUnavailable } from '../http/errors.ts'
import type { Metrics } from './metrics.ts'

type HealthNeeds = {
  readonly drain: Drain
  readonly metrics: Metrics
  /** Resolves if the database is reachable and writable; migrations are done when it opens. */
  readonly checkStorage: () => Promise<void>
  readonly now: () => number
  /** The bearer token of `/metrics`; null if it is public. */
  readonly metricsToken?: string | null
}

/** How long a result is cached. */
export const CHECK_FRESH_MS = 1_000

/**
 * Shares a check and its result, success or failure, while it runs and for a second after. The endpoint is public, and each check
 * is a durable write.
 */
function sharedCheck(check: () => Promise<void>, now: () => number): () => Promise<void> {
  let shared: { readonly answer: Promise<void>; endedAtMs: number | null } | null = null
  const isFresh = (endedAtMs: number | null): boolean => {
    if (endedAtMs === null) return true
    const ageMs = now() - endedAtMs
    // After the clock was set back, the age is unknown.
    return ageMs >= 0 && ageMs < CHECK_FRESH_MS
  }
  return () => {
    if (shared && isFresh(shared.endedAtMs)) return shared.answer
    const made = { answer: check(), endedAtMs: null as number | null }
    const end = (): void => {
      made.endedAtMs = now()
    }
    made.answer.then(end, end)
    shared = made
    return made.answer
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** `/healthz` (alive), `/readyz` (ready for traffic) and `/metrics` (decisions §1). */
export function bindHealth(app: FastifyInstance, needs: HealthNeeds): void {
  const { drain, metrics, checkStorage, now, metricsToken = null } = needs
  const check = sharedCheck(checkStorage, now)
  app.get('/healthz', async () => ({ status: 'alive' }))

  app.get('/readyz', async () => {
    if (drain.draining) throw new Refusal(503, 'draining', 'The server is stopping.')
    try {
      await check()
    } catch (error) {
      throw error instanceof StorageUnavailable ? error : new StorageUnavailable({ cause: error })
    }
    return { status: 'ready' }
  })

  const wanted = metricsToken === null ? null : digest(`Bearer ${metricsToken}`)
  app.get('/metrics', async (request, reply) => {
    if (wanted !== null && !timingSafeEqual(wanted, digest(request.headers.authorization ?? ''))) {
      reply.header('www-authenticate', 'Bearer')
      throw new Refusal(401, 'unauthorized', 'Unauthorized')
    }
    reply.type(metrics.contentType)
    return metrics.text()
  })
}
