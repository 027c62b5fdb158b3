import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Pace } from '../../contract/route.ts'
import type { Callers } from './callers.ts'
import { Refusal } from './errors.ts'

/**
 * Calls of one address a minute. A whole school is one address, so this only stops a machine that does
 * nothing else: 1,000 a second.
 */
export const DEFAULT_ADDRESS_CALLS_PER_MINUTE = 60_000
/** Callers that are remembered at most; the one that has been quiet longest is forgotten first. */
const MOST_REMEMBERED = 50_000
const MINUTE_SECONDS = 60

export type RateLimits = {
  /** Counts a call of this player by this pace. Throws a 429 Refusal beyond it. */
  player(pace: Pace): (request: FastifyRequest, player: string) => Promise<void>
  /** Counts a call of the request's address by this pace. Rejects with a 429 Refusal beyond it; nothing to wait for where it is not counted. */
  addressPace(pace: Pace): (request: FastifyRequest) => Promise<void> | undefined
  /** The same for a call of the request's address, whatever it calls. */
  address(request: FastifyRequest): Promise<void> | undefined
}

type Limiter = ReturnType<FastifyInstance['createRateLimit']>

async function enforce(limiter: Limiter, request: FastifyRequest): Promise<void> {
  const verdict = await limiter(request)
  if (verdict.isAllowed || !verdict.isExceeded) return
  throw new Refusal(
    429,
    'too_many_requests',
    'Too many requests. Please wait a moment and try again.',
    Math.max(1, verdict.ttlInSeconds),
  )
}

/** Registers the limits on an app. Counts live in this process; keys are never plain addresses. */
export async function rateLimits(
  app: FastifyInstance,
  callers: Callers,
  addressCallsPerMinute: number,
): Promise<RateLimits> {
  await app.register(rateLimit, { global: false, cache: MOST_REMEMBERED })
  const addressPace: RateLimits['addressPace'] = ({ calls, perSeconds }) => {
    const limiter = app.createRateLimit({
      max: calls,
      timeWindow: perSeconds * 1000,
      keyGenerator: ({ raw }) => callers.keyOf(raw) ?? '',
    })
    // This machine itself has no limit as an address.
    return (request) => (callers.keyOf(request.raw) === null ? undefined : enforce(limiter, request))
  }
  return {
    player: ({ calls, perSeconds }) => {
      const limiter = app.createRateLimit({
        max: calls,
        timeWindow: perSeconds * 1000,
        keyGenerator: (request) => request.player,
      })
      return (request, player) => {
        request.player = player
        return enforce(limiter, request)
      }
    },
    addressPace,
    address: addressPace({ calls: addressCallsPerMinute, perSeconds: MINUTE_SECONDS }),
  }
}
