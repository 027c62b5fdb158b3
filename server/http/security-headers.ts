import { createHash } from 'node:crypto'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const YEAR_SECONDS = 31_536_000

/** Powers of a browser that no page of ours uses. */
const NO_POWERS = [
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

/** Headers of every answer, pages and calls alike. */
const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const

/** A call's answer is data for our own page and nothing else; without any script it has no powers to lose. */
export const FOR_CALLS = {
  ...EVERYWHERE,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
} as const

const FOR_PAGES = { ...EVERYWHERE, 'permissions-policy': NO_POWERS } as const

/** The hashes of a page's inline scripts, as a content security policy names them. Data blocks need none. */
export function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  )
}

/** A browser that came by TLS is told to stay there. */
const OVER_TLS = { 'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains` } as const

const FOR_CALLS_OVER_TLS = { ...FOR_CALLS, ...OVER_TLS } as const
/** No other site that opens one of our pages keeps a hold of its window. On plain HTTP a browser ignores this and complains in its console. */
const FOR_PAGES_OVER_TLS = { ...OVER_TLS, 'cross-origin-opener-policy': 'same-origin' } as const

/** Whether the visitor came by TLS: a believed proxy says so, or PUBLIC_URL does, whatever the proxy in front says. */
export function isOverTls(request: FastifyRequest): boolean {
  return request.server.isPublicOverTls || request.protocol === 'https'
}

/** The protective headers of a call's answer. */
export function callHeaders(overTls: boolean): Readonly<Record<string, string>> {
  return overTls ? FOR_CALLS_OVER_TLS : FOR_CALLS
}

/** Puts them on an answer. */
export function protectCall(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(callHeaders(isOverTls(request)))
}

/**
 * Puts the protective headers on every answer of this part of the app that is not sent past its hooks. An answer that says for how
 * long it may be cached keeps that.
 */
export function protectCalls(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const caching = reply.getHeader('cache-control')
    protectCall(request, reply)
    if (caching !== undefined) reply.header('cache-control', caching)
    done(null, payload)
  })
}

/**
 * Puts the protective headers on every answer of this part of the app: everything from our own origin only,
 * no inline script but the ones of these hashes (specification: no third party, ever).
 */
export async function protectPages(app: FastifyInstance, scriptHashes: readonly string[]): Promise<void> {
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
    // Set by us, only where the visitor came by TLS.
    crossOriginOpenerPolicy: false,
    hsts: false,
    // On plain HTTP a browser ignores it and says so in the console of every page.
    originAgentCluster: false,
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(FOR_PAGES)
    if (isOverTls(request)) reply.headers(FOR_PAGES_OVER_TLS)
  })
}
