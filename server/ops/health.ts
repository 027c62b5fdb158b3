import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Drain } from './drain.ts'
import { Refusal, StorageAway } from '../http/errors.ts'
import type { Metrics } from './metrics.ts'

type HealthNeeds = {
  readonly drain: Drain
  readonly metrics: Metrics
  /** Resolves when the database can be reached and written; its migrations are done when it is open. */
  readonly checkStorage: () => Promise<void>
  readonly now: () => number
  /** What `/metrics` asks for; null where anybody may read it. */
  readonly metricsToken?: string | null
}

/** An answer about the database is this fresh at least; asking more often costs nothing. */
export const CHECK_FRESH_MS = 1_000

/**
 * A check whose answer, good or bad, is shared by everybody who asks while it is under way and for a second after.
 * Everybody may ask, and each check is a durable write.
 */
function sharedCheck(check: () => Promise<void>, now: () => number): () => Promise<void> {
  let shared: { readonly answer: Promise<void>; endedAtMs: number | null } | null = null
  const isFresh = (endedAtMs: number | null): boolean => {
    if (endedAtMs === null) return true
    const ageMs = now() - endedAtMs
    // A clock that was set back says nothing about the age.
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

/** `/healthz` (alive), `/readyz` (may be sent visitors) and `/metrics` (decisions §1). */
export function bindHealth(app: FastifyInstance, needs: HealthNeeds): void {
  const { drain, metrics, checkStorage, now, metricsToken = null } = needs
  const check = sharedCheck(checkStorage, now)
  app.get('/healthz', async () => ({ status: 'alive' }))

  app.get('/readyz', async () => {
    if (drain.draining) throw new Refusal(503, 'draining', 'The server is stopping.')
    try {
      await check()
    } catch (error) {
      throw error instanceof StorageAway ? error : new StorageAway({ cause: error })
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
