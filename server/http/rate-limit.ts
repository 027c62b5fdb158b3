import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RateLimit } from '../../contract/route.ts'
import type { Callers } from './callers.ts'
import { Refusal, StorageUnavailable } from './errors.ts'

/** Per address. A whole school may share one address, so this only stops machines: 1,000 requests per second. */
export const DEFAULT_ADDRESS_CALLS_PER_MINUTE = 60_000
/** The size of the LRU cache of counts. */
const MAX_COUNTS = 50_000
const MINUTE_SECONDS = 60

/** Counts shared by several processes. */
export type SharedLimits = {
  /**
   * Increments the count of this key; it expires `windowMs` after the first increment. Returns the count and the time until then.
   * Rejects with StorageUnavailable while the shared store is unreachable.
   */
  count(key: string, windowMs: number): Promise<{ readonly count: number; readonly leftMs: number }>
}

export type RateLimits = {
  /** Limits requests per player and route. Rejects with a 429 Refusal. */
  player(limit: RateLimit, route: string): (request: FastifyRequest, player: string) => Promise<void>
  /**
   * Limits requests per address and route; per process if `route` is null. Rejects with a 429 Refusal; undefined if the request is
   * not counted.
   */
  addressLimit(limit: RateLimit, route: string | null): (request: FastifyRequest) => Promise<void> | undefined
  /** As `addressLimit`, per address, route and named account or class. */
  namedLimit(
    limit: RateLimit,
    route: string,
  ): (request: FastifyRequest, named: string) => Promise<void> | undefined
  /** As `addressLimit`, for all routes together and per process. */
  address(request: FastifyRequest): Promise<void> | undefined
}

type Limiter = ReturnType<FastifyInstance['createRateLimit']>

export function tooManyRequests(waitSeconds: number): Refusal {
  const sentence = 'Too many requests. Please wait a moment and try again.'
  return new Refusal(429, 'too_many_requests', sentence, Math.max(1, Math.ceil(waitSeconds)))
}

async function enforce(limiter: Limiter, request: FastifyRequest): Promise<void> {
  const verdict = await limiter(request)
  if (!verdict.isAllowed && verdict.isExceeded) throw tooManyRequests(verdict.ttlInSeconds)
}

/** While the shared store is unreachable, only each process's own counts apply. */
async function enforceShared(shared: SharedLimits, limit: RateLimit, key: string): Promise<void> {
  const counted = await shared.count(key, limit.perSeconds * 1000).catch((error: unknown) => {
    if (error instanceof StorageUnavailable) return null
    throw error
  })
  if (counted && counted.count > limit.calls) throw tooManyRequests(counted.leftMs / 1000)
}

/**
 * Creates the rate limits of an app. Each process counts separately; with a shared store, calls that name a route are also counted
 * across processes. Keys contain neither addresses nor class codes.
 */
export async function rateLimits(
  app: FastifyInstance,
  callers: Callers,
  addressCallsPerMinute: number,
  shared: SharedLimits | null,
): Promise<RateLimits> {
  await app.register(rateLimit, { global: false, cache: MAX_COUNTS })
  const addressLimit: RateLimits['addressLimit'] = (limit, route) => {
    const limiter = app.createRateLimit({
      max: limit.calls,
      timeWindow: limit.perSeconds * 1000,
      keyGenerator: ({ raw }) => callers.keyOf(raw) ?? '',
    })
    return (request) => {
      const key = callers.keyOf(request.raw)
      // Requests from this machine are not limited by address.
      if (key === null) return undefined
      if (!shared || route === null) return enforce(limiter, request)
      return enforce(limiter, request).then(() => enforceShared(shared, limit, `${route} ${key}`))
    }
  }
  return {
    player: (limit, route) => {
      const limiter = app.createRateLimit({
        max: limit.calls,
        timeWindow: limit.perSeconds * 1000,
        keyGenerator: (request) => request.player,
      })
      return async (request, player) => {
        request.player = player
        await enforce(limiter, request)
        if (shared) await enforceShared(shared, limit, `${route} ${player}`)
      }
    },
    addressLimit,
    namedLimit: (limit, route) => {
      const limiter = app.createRateLimit({
        max: limit.calls,
        timeWindow: limit.perSeconds * 1000,
        keyGenerator: (request) => request.player,
      })
      return (request, named) => {
        const key = callers.keyOf(request.raw)
        if (key === null) return undefined
        const hashed = `${key} ${callers.hashOf(named)}`
        request.player = hashed
        if (!shared) return enforce(limiter, request)
        return enforce(limiter, request).then(() => enforceShared(shared, limit, `${route} ${hashed}`))
      }
    },
    address: addressLimit({ calls: addressCallsPerMinute, perSeconds: MINUTE_SECONDS }, null),
  }
}
