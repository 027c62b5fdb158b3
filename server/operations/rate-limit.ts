import { createHash, randomBytes } from 'node:crypto'
import { isIPv6 } from 'node:net'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Pace } from '../../contract/route.ts'
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
    'That was too many calls in a short time. Please wait a little.',
    Math.max(1, verdict.ttlInSeconds),
  )
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.')
}

/**
 * Whether the call comes from this machine itself, where a proxy that is not believed would be everybody. What a
 * believed proxy passes on is never ours, whatever address it writes there.
 */
function isOurOwn({ raw, ips = [] }: FastifyRequest): boolean {
  return isLoopback(raw.socket.remoteAddress ?? '') && ips.length <= 1
}

/** One household or server has a whole /64 of IPv6, so that is what counts as an address. */
function network(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  while (groups.length + after.length < 8) groups.push('0')
  return groups.slice(0, 4).join(':')
}

/** Registers the limits on an app. Counts live in this process; keys are never plain addresses. */
export async function rateLimits(app: FastifyInstance, addressCallsPerMinute: number): Promise<RateLimits> {
  await app.register(rateLimit, { global: false, cache: MOST_REMEMBERED })
  const salt = randomBytes(16)
  // A salt that dies with the process: the counters hold nothing that could be turned back into an address.
  const keyOfAddress = (request: FastifyRequest): string => {
    if (request.addressKey === '') {
      request.addressKey = createHash('sha256').update(salt).update(network(request.ip)).digest('base64')
    }
    return request.addressKey
  }
  const addressPace: RateLimits['addressPace'] = ({ calls, perSeconds }) => {
    const limiter = app.createRateLimit({
      max: calls,
      timeWindow: perSeconds * 1000,
      keyGenerator: keyOfAddress,
    })
    return (request) => (isOurOwn(request) ? undefined : enforce(limiter, request))
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
