import { createHash } from 'node:crypto'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const YEAR_SECONDS = 31_536_000

/** Browser features that our pages do not use. */
const PERMISSIONS_POLICY = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'payment',
  'usb',
]
  .map((power) => `${power}=()`)
  .join(', ')

/** Headers of all responses, pages and API. */
const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const

/** Headers of API responses. They contain no scripts, so they need no permissions policy. */
export const API_HEADERS = {
  ...COMMON_HEADERS,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
} as const

const PAGE_HEADERS = { ...COMMON_HEADERS, 'permissions-policy': PERMISSIONS_POLICY } as const

/** CSP hashes of a page's inline scripts. Data blocks need none. */
export function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  )
}

const HSTS = { 'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains` } as const

const API_HEADERS_OVER_TLS = { ...API_HEADERS, ...HSTS } as const
/** COOP only with TLS: on plain HTTP, browsers ignore it and log a warning. */
const PAGE_HEADERS_OVER_TLS = { ...HSTS, 'cross-origin-opener-policy': 'same-origin' } as const

/** Whether the visitor uses TLS, according to a trusted proxy or PUBLIC_URL. */
function isOverTls(request: FastifyRequest): boolean {
  return request.server.isPublicOverTls || request.protocol === 'https'
}

/** Sets the security headers of an API response. */
export function setApiHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(isOverTls(request) ? API_HEADERS_OVER_TLS : API_HEADERS)
}

/** Adds security headers to all responses of this part of the app. A `cache-control` set by a handler is kept. */
export function addApiHeaders(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const caching = reply.getHeader('cache-control')
    setApiHeaders(request, reply)
    if (caching !== undefined) reply.header('cache-control', caching)
    done(null, payload)
  })
}

/**
 * Adds security headers to all pages: only our own origin, and only inline scripts with these hashes (specification: no third
 * party, ever).
 */
export async function addPageHeaders(app: FastifyInstance, scriptHashes: readonly string[]): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...scriptHashes],
        styleSrc: ["'self'"],
        imgSrc: ["'self'"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    xFrameOptions: { action: 'deny' },
    // Set below, only with TLS.
    crossOriginOpenerPolicy: false,
    hsts: false,
    // On plain HTTP, browsers ignore it and log a warning on every page.
    originAgentCluster: false,
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(PAGE_HEADERS)
    if (isOverTls(request)) reply.headers(PAGE_HEADERS_OVER_TLS)
  })
}
