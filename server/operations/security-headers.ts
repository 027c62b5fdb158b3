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

/** The protective headers of a call's answer. */
export function callHeaders(overTls: boolean): Readonly<Record<string, string>> {
  return overTls ? FOR_CALLS_OVER_TLS : FOR_CALLS
}

/** Puts them on an answer; `protocol` is the proxy's word where it is trusted. */
export function protectCall(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(callHeaders(request.protocol === 'https'))
}

/** Puts the protective headers on every answer of this part of the app that is not sent past its hooks. */
export function protectCalls(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    protectCall(request, reply)
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
    // On plain HTTP a browser ignores these and says so in the console of every page.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    // Set by us, only where the visitor came by TLS.
    hsts: false,
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(FOR_PAGES)
    if (request.protocol === 'https') reply.headers(OVER_TLS)
  })
}
