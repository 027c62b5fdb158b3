import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Pace } from '../../contract/route.ts'
import type { Callers } from './callers.ts'
import { Refusal, StorageAway } from './errors.ts'

/**
 * Calls of one address a minute. A whole school is one address, so this only stops a machine that does
 * nothing else: 1,000 a second.
 */
export const DEFAULT_ADDRESS_CALLS_PER_MINUTE = 60_000
/** Callers that are remembered at most; the one that has been quiet longest is forgotten first. */
const MAX_REMEMBERED = 50_000
const MINUTE_SECONDS = 60

/** Counts that several processes have in common. */
export type SharedLimits = {
  /**
   * Counts one more under this key; the count ends `windowMs` after its first one. Gives the count and the milliseconds
   * that are left of it. Rejects with StorageAway while the shared store cannot be used.
   */
  count(key: string, windowMs: number): Promise<{ readonly count: number; readonly leftMs: number }>
}

export type RateLimits = {
  /** Counts a call of this player to this route by this pace. Throws a 429 Refusal beyond it. */
  player(pace: Pace, route: string): (request: FastifyRequest, player: string) => Promise<void>
  /** Counts a call of the request's address to this route by this pace, as `player` does. */
  sharedAddressPace(pace: Pace, route: string): (request: FastifyRequest) => Promise<void>
  /** Counts a call of the request's address by this pace. Rejects with a 429 Refusal beyond it; nothing to wait for where it is not counted. */
  addressPace(pace: Pace): (request: FastifyRequest) => Promise<void> | undefined
  /** The same for the calls of the request's address that name one account or class. */
  namedPace(pace: Pace): (request: FastifyRequest, named: string) => Promise<void> | undefined
  /** The same for a call of the request's address, whatever it calls. */
  address(request: FastifyRequest): Promise<void> | undefined
}

type Limiter = ReturnType<FastifyInstance['createRateLimit']>

/** What is said of a call beyond a limit. */
export function tooManyRequests(waitSeconds: number): Refusal {
  const sentence = 'Too many requests. Please wait a moment and try again.'
  return new Refusal(429, 'too_many_requests', sentence, Math.max(1, Math.ceil(waitSeconds)))
}

async function enforce(limiter: Limiter, request: FastifyRequest): Promise<void> {
  const verdict = await limiter(request)
  if (!verdict.isAllowed && verdict.isExceeded) throw tooManyRequests(verdict.ttlInSeconds)
}

/** Where the shared store cannot be used, each process limits by its own counts. */
async function enforceShared(shared: SharedLimits, pace: Pace, key: string): Promise<void> {
  const counted = await shared.count(key, pace.perSeconds * 1000).catch((error: unknown) => {
    if (error instanceof StorageAway) return null
    throw error
  })
  if (counted && counted.count > pace.calls) throw tooManyRequests(counted.leftMs / 1000)
}

/**
 * Registers the limits on an app. Each process counts for itself; those of players and accounts are counted together
 * where there is a shared store. Keys are never plain addresses.
 */
export async function rateLimits(
  app: FastifyInstance,
  callers: Callers,
  addressCallsPerMinute: number,
  shared: SharedLimits | null,
): Promise<RateLimits> {
  await app.register(rateLimit, { global: false, cache: MAX_REMEMBERED })
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
    player: (pace, route) => {
      const limiter = app.createRateLimit({
        max: pace.calls,
        timeWindow: pace.perSeconds * 1000,
        keyGenerator: (request) => request.player,
      })
      return async (request, player) => {
        request.player = player
        await enforce(limiter, request)
        if (shared) await enforceShared(shared, pace, `${route} ${player}`)
      }
    },
    sharedAddressPace: (pace, route) => {
      const limitHere = addressPace(pace)
      return async (request) => {
        await limitHere(request)
        const key = callers.keyOf(request.raw)
        if (shared && key !== null) await enforceShared(shared, pace, `${route} ${key}`)
      }
    },
    addressPace,
    namedPace: (pace) => {
      const limiter = app.createRateLimit({
        max: pace.calls,
        timeWindow: pace.perSeconds * 1000,
        keyGenerator: (request) => request.player,
      })
      return (request, named) => {
        const key = callers.keyOf(request.raw)
        if (key === null) return undefined
        request.player = `${key} ${named}`
        return enforce(limiter, request)
      }
    },
    address: addressPace({ calls: addressCallsPerMinute, perSeconds: MINUTE_SECONDS }),
  }
}
